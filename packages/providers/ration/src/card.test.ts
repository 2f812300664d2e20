import type { Block } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Card } from './card.ts'
import { CardRecord } from './contract.ts'
import { CARDS } from './fixtures/cards.ts'

const { blocks, fileName } = Card.definition
const sunita = CardRecord.parse(CARDS.sunita)
const kalawati = CardRecord.parse(CARDS.kalawati)

const headings = (all: readonly Block[]) => all.flatMap((block) => ('heading' in block ? [block.heading] : []))
const fields = (all: readonly Block[]) =>
  Object.fromEntries(all.flatMap((block) => ('fields' in block ? block.fields : [])))
const tables = (all: readonly Block[]) => all.flatMap((block) => ('table' in block ? [block.table] : []))

describe('the sheet of a ration card', () => {
  it('shows the card, the head of the family, the shop and the family, in this order', () => {
    expect(headings(blocks(sunita))).toEqual(['Card', 'Head of the family', 'Fair price shop', 'Family (4)'])
    expect(fields(blocks(sunita))).toMatchObject({
      'Card number': '000000000011',
      'Issued on': '01 Mar 2016',
      Name: 'SUNITA DEVI',
      'Name in Hindi': 'सुनीता देवी',
      'Shop number': '20990011',
    })
  })
  it('lists each member with the name in Hindi and a masked Aadhaar number', () => {
    const [table] = tables(blocks(sunita))
    expect(table?.columns).toEqual(['Name', 'Name in Hindi', 'Relation', 'Born', 'Gender', "Father's name", 'Aadhaar'])
    expect(table?.rows).toEqual([
      ['SUNITA DEVI', 'सुनीता देवी', 'SELF', '12 Jul 1984', 'Female', 'RAM SEWAK YADAV', 'XXXX XXXX 0101'],
      ['RAJESH KUMAR', 'राजेश कुमार', 'HUSBAND', '01 Jan 1980', 'Male', 'SHIV PRASAD', 'XXXX XXXX 0102'],
      ['ANKIT KUMAR', 'अंकित कुमार', 'SON', '25 Mar 2006', 'Male', 'RAJESH KUMAR', 'XXXX XXXX 0103'],
      ['PARI', 'परी', 'DAUGHTER', '14 Nov 2021', 'Female', 'RAJESH KUMAR', 'Not recorded'],
    ])
  })
  it('has no column of Hindi names where nobody has one', () => {
    const [table] = tables(blocks(kalawati))
    expect(table?.columns).not.toContain('Name in Hindi')
    expect(table?.rows).toEqual([['KALAWATI', 'SELF', 'Not recorded', 'Female', 'Not recorded', 'XXXX XXXX 0201']])
    expect(fields(blocks(kalawati))['Name in Hindi']).toBe('Not recorded')
  })
  it('says what the register does not have', () => {
    const lacking = { scheme_name: null, district: null, block: null, fps_id: null, fps_name: null, issue_date: null }
    const shown = fields(blocks(CardRecord.parse({ ...CARDS.sunita, ...lacking })))
    const unknown = Object.keys(shown).filter((label) => shown[label] === 'Not recorded')
    expect(unknown).toEqual(['Scheme', 'Issued on', 'District', 'Block or town', 'Shop number', 'Shop'])
  })
  it('keeps the number of the card out of the name of the file', () => {
    expect(fileName(sunita)).toBe('ration-card-0011.pdf')
  })
  it('takes its own record again: what is printed is what was parsed', () => {
    expect(Card.definition.record.parse(sunita)).toEqual(sunita)
  })
})
