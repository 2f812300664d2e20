import { describe, expect, it } from 'vitest'
import { CardRecord, Household } from '../contract.ts'
import { CARDS } from '../fixtures/cards.ts'
import { HOUSEHOLDS } from '../fixtures/households.ts'
import ration from '../index.ts'

const endpoints = ration.definition.endpoints

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('the request of %s', (_, { request }) => {
  it('takes a card number of 12 digits', () => {
    expect(request.safeParse({ ration_no: '216740123456' }).success).toBe(true)
  })
  it.each(['21674012345', '2167401234567', '2167 4012 3456', 'UP6740123456', '', 42, undefined])(
    'refuses %s, and names the field',
    (ration_no) => {
      const parsed = request.safeParse({ ration_no })
      expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain('ration_no')
    },
  )
})

describe('regulated endpoints', () => {
  it('are both', () => {
    expect(endpoints.map(({ id, consent }) => [id, consent?.regulated])).toEqual([
      ['up-ration-to-aadhaar', true],
      ['ration-print', true],
    ])
  })
})

describe('a record of the source', () => {
  const at = (schema: typeof CardRecord | typeof Household, record: object) =>
    schema.safeParse(record).error?.issues.map((issue) => issue.path.join('.'))

  it('is refused without anybody on the card', () => {
    expect(at(Household, { ...HOUSEHOLDS.sunita, family: [] })).toEqual(['family'])
    expect(at(CardRecord, { ...CARDS.sunita, family: [] })).toEqual(['family'])
  })
  it.each(['name', 'relation'])('is refused with an empty %s of a person', (field) => {
    for (const empty of ['', ' ', null]) {
      const family = (people: readonly object[]) => people.map((person) => ({ ...person, [field]: empty }))
      const { sunita } = CARDS
      expect(at(CardRecord, { ...sunita, family: family(sunita.family.slice(0, 1)) })).toEqual([`family.0.${field}`])
      expect(Household.safeParse({ ...HOUSEHOLDS.sunita, family: family(sunita.family.slice(0, 1)) }).success).toBe(
        false,
      )
    }
  })
  it.each(['card_type', 'head_of_family'])('is refused with an empty %s', (field) => {
    for (const empty of ['', ' ', null]) expect(at(CardRecord, { ...CARDS.sunita, [field]: empty })).toEqual([field])
  })
  it('is refused where it says neither Y nor N of the charge', () => {
    expect(at(Household, { ...HOUSEHOLDS.sunita, billable: true, family: [] })).toContain('billable')
  })
  it('has the Aadhaar number masked for print, where the source gives it whole', () => {
    const [head, ...others] = CARDS.sunita.family
    const card = CardRecord.parse({ ...CARDS.sunita, family: [{ ...head, uid: '000000000101' }, ...others] })
    expect(card.family[0]?.uid).toBe('XXXX XXXX 0101')
  })
})

describe('the people of the sandbox', () => {
  it('cannot exist', () => {
    const text = JSON.stringify(endpoints.map((endpoint) => endpoint.fixtures))
    const numbers = text.match(/(?<![0-9])[0-9]{12}(?![0-9])/g) ?? []
    expect(numbers.length).toBeGreaterThan(20)
    expect(numbers.filter((number) => !number.startsWith('0'))).toEqual([])
  })
})
