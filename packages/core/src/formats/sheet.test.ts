import { describe, expect, it } from 'vitest'
import { NOT_RECORDED, sheetDay, sheetGender, sheetPart, sheetText } from './index.ts'

describe('a value on a document', () => {
  it.each([
    [' RTO, PUNE ', 'RTO, PUNE'],
    ['', 'Not recorded'],
    ['  ', 'Not recorded'],
    [null, 'Not recorded'],
  ])('the text %j is printed as %s', (given, shown) => {
    expect(sheetText(given)).toBe(shown)
  })
  it('that is a day has its month as a word', () => {
    expect([sheetDay('2026-01-02'), sheetDay(null)]).toEqual(['02 Jan 2026', NOT_RECORDED])
  })
  it('that is a gender is a word', () => {
    expect((['F', 'M', 'T', null] as const).map(sheetGender)).toEqual(['Female', 'Male', 'Transgender', NOT_RECORDED])
  })
})

it('a part of a document begins with its heading', () => {
  const block = { fields: [['Name', 'ASHA RAO']] } as const
  expect(sheetPart('Owner', block)).toEqual([{ heading: 'Owner' }, block])
})
