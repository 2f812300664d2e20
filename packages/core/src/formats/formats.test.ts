import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Identifier } from '../identifier.ts'
import {
  Aadhaar,
  AnyVehicle,
  BirthDay,
  Day,
  Epic,
  GST_STATES,
  Gstin,
  Ifsc,
  indianDay,
  isIdentityNumber,
  isVerhoeff,
  Licence,
  MaskedAadhaar,
  Mobile,
  Pan,
  Pincode,
  panCategory,
  Vehicle,
} from './index.ts'

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('an identity number', () => {
  it.each(['234123412346', '2341 2341 2346', '2341-2341-2346', 'ABCPE1234F', 'abcpe1234f', ' ABCPE 1234-F '])(
    'is the whole of %j',
    (text) => expect(isIdentityNumber(text)).toBe(true),
  )
  it.each([
    '',
    '234123412345',
    '034123412346',
    'ABCQE1234F',
    'ABCPE0000F',
    'hook of ABCPE1234F',
    '2341234123460',
    'utr234123412346',
  ])('is not %j', (text) => expect(isIdentityNumber(text)).toBe(false))
})

describe('formats (decisions.md section 7)', () => {
  it('takes a PAN in any case, and refuses one that cannot exist', () => {
    expect(Pan.parse(' abcpe1234f ')).toBe('ABCPE1234F')
    for (const bad of ['ABCDE1234F', 'ABCPE0000F', 'ABCPE123F', 'ABCPE12345', '1BCPE1234F', ''])
      expect(passes(Pan, bad)).toBe(false)
    expect(panCategory('AAATE1234F')).toBe('trust')
    expect(panCategory('AAAPE1234F')).toBe('person')
  })
  it('accepts an Aadhaar number with its check digit, and never returns it as text', () => {
    expect(isVerhoeff('234123412346')).toBe(true)
    const parsed = Aadhaar.parse('234123412346')
    expect(`${parsed}`).toBe('XXXX XXXX 2346')
    expect(JSON.stringify({ parsed })).toBe('{"parsed":"XXXX XXXX 2346"}')
    expect(Identifier.text(parsed)).toBe('234123412346')
    for (const bad of ['234123412345', '034123412346', '134123412346', '23412341234', '2341 2341 2346'])
      expect(passes(Aadhaar, bad)).toBe(false)
  })
  it.each(['234123412346', '2341 2341 2346', 'xxxxxxxx2346', '********2346', 'XXXX-XXXX-2346', ' XXXX XXXX 2346 '])(
    'keeps the last four digits of the Aadhaar number %s, in any form of a source',
    (given) => {
      expect(MaskedAadhaar.parse(given)).toBe('XXXX XXXX 2346')
    },
  )
  it.each(['', 'XXXX XXXX', '2346XXXXXXXX', 42])('cannot mask %s as an Aadhaar number', (given) => {
    expect(passes(MaskedAadhaar, given)).toBe(false)
  })
  it('takes the published GSTIN and refuses one wrong character', () => {
    expect(Gstin.parse('27aapfu0939f1zv')).toBe('27AAPFU0939F1ZV')
    for (const bad of ['27AAPFU0939F1ZA', '00AAPFU0939F1ZV', '27AAPFU0939F1YV', '27AAPFU0938F1ZV'])
      expect(passes(Gstin, bad)).toBe(false)
  })
  it.each([
    ['27AAXN0000C1ZA', 'must be state, PAN, entity, Z and check character'],
    ['27AAPFU0939F1ZA', 'has a wrong check character'],
    // The check characters of these are correct.
    ['27AAAXN1234C1ZW', 'holds a PAN that cannot exist'],
    ['27AAPFU0000F1ZJ', 'holds a PAN that cannot exist'],
    ['27AAAXN0000C1ZA', 'holds a PAN that cannot exist'],
    ['55AAPFU0939F1ZW', 'begins with no state code of GST'],
    ['00AAAPR0000A1Z6', 'begins with no state code of GST'],
  ])('says what is wrong with the GSTIN %s, once', (gstin, said) => {
    expect(Gstin.safeParse(gstin).error?.issues.map(({ message }) => message)).toEqual([said])
  })
  it('takes a GSTIN of each state', () => {
    const found = [...GST_STATES.keys()].map((state) =>
      [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((check) => passes(Gstin, `${state}AAPFU0939F1Z${check}`)),
    )
    expect(found.map(({ length }) => length)).toEqual([...GST_STATES].map(() => 1))
  })
  it('takes an IFSC in any case; whether a bank has it is not its business', () => {
    expect(Ifsc.parse('kkbk0000261')).toBe('KKBK0000261')
    for (const bad of ['KKBK1000261', 'KKB00000261', 'KKBK000026']) expect(passes(Ifsc, bad)).toBe(false)
  })
  it('accepts days that exist, and births in the past', () => {
    expect(passes(Day, '2024-02-29')).toBe(true)
    for (const bad of ['2023-02-29', '2024-13-01', '2024-1-1', '24-01-01', '2024-02-30'])
      expect(passes(Day, bad)).toBe(false)
    const tomorrow = indianDay(new Date(Date.now() + 2 * 86_400_000))
    expect(passes(Day, tomorrow)).toBe(true)
    expect(passes(BirthDay, tomorrow)).toBe(false)
    expect(indianDay(new Date('2026-01-01T18:30:00Z'))).toBe('2026-01-02')
  })
  it('takes vehicles, licences, voters, mobiles and postal codes by their rules', () => {
    expect(AnyVehicle.parse('mh 12-ab 1234')).toBe('MH12AB1234')
    expect(AnyVehicle.parse('22BH1234AA')).toBe('22BH1234AA')
    expect(passes(AnyVehicle, '22BH1234IA')).toBe(false)
    expect(passes(Vehicle, 'MH12 AB1234')).toBe(false)
    expect(Licence.parse('mh-14 20110062821')).toBe('MH1420110062821')
    expect(passes(Epic, 'ABC1234566')).toBe(true)
    expect(passes(Epic, 'ABC1234567')).toBe(false)
    expect(passes(Mobile, '5999999999')).toBe(false)
    expect(passes(Pincode, '011001')).toBe(false)
  })
  it('is published as its shape', () => {
    const published = z.toJSONSchema(z.object({ pan: Pan, aadhaar: Aadhaar, born: BirthDay, vehicle: AnyVehicle }), {
      io: 'input',
    })
    expect(published.properties).toMatchObject({
      pan: { type: 'string', pattern: '^[A-Z]{5}[0-9]{4}[A-Z]$' },
      aadhaar: { type: 'string', pattern: '^[0-9]{12}$' },
      born: { format: 'date' },
      vehicle: { type: 'string' },
    })
  })
})
