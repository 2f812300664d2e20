import { describe, expect, it } from 'vitest'
import rc from '../index.ts'
import { rcPdf } from './rc-pdf.ts'
import { rcPrint } from './rc-print.ts'

/** Numbers that both endpoints take, and how they read them. */
const GOOD = [
  ['MH12AB1234', 'MH12AB1234'],
  ['DL1CAB1234', 'DL1CAB1234'],
  ['MH120001', 'MH120001'],
  ['KA05ABC0001', 'KA05ABC0001'],
] as const
/** Numbers that no endpoint takes. */
const BAD = [
  '',
  'MH',
  '12AB1234',
  'MH12ABCD1234',
  'MH12AB123',
  'MH12AB12345',
  'MH123A1234',
  'MH12AB1234;',
  42,
  undefined,
]
/** Numbers that are taken where spaces, hyphens and the Bharat series are. */
const OF_ANY_SERIES = [
  ['MH 12 AB 1234', 'MH12AB1234'],
  ['mh-12-ab-1234', 'MH12AB1234'],
  ['mh12ab1234', 'MH12AB1234'],
  [' MH12AB1234 ', 'MH12AB1234'],
  ['22BH1234AA', '22BH1234AA'],
  ['22 BH 1234 A', '22BH1234A'],
] as const

describe('the vehicle number', () => {
  it.each(GOOD)('%s is taken as %s', (given, rc_number) => {
    for (const { request } of [rcPdf, rcPrint]) expect(request.parse({ rc_number: given })).toEqual({ rc_number })
  })
  it.each(BAD)('%s is refused', (rc_number) => {
    for (const { request } of [rcPdf, rcPrint]) {
      const issues = request.safeParse({ rc_number }).error?.issues ?? []
      expect(issues.map(({ path }) => path)).toEqual([['rc_number']])
    }
  })
  it.each(OF_ANY_SERIES)('%s is taken by rc-print as %s, and refused by rc-pdf', (given, rc_number) => {
    expect(rcPrint.request.parse({ rc_number: given })).toEqual({ rc_number })
    expect(rcPdf.request.safeParse({ rc_number: given }).success).toBe(false)
  })
  it.each(['22BH1234IA', '22BH1234AO', '22BH1234', '2BH1234AA'])('%s is of no series', (rc_number) => {
    expect(rcPrint.request.safeParse({ rc_number }).success).toBe(false)
  })
})

describe('the endpoints', () => {
  it('cost what is published, and tell which price is a default of ours', () => {
    expect([rcPdf.price, rcPdf.priceSource]).toEqual([6_000_000, undefined])
    expect([rcPrint.price, rcPrint.priceSource]).toEqual([5_000_000, 'default'])
  })
  it('are not regulated: a vehicle number maps to no identity number', () => {
    expect(rc.definition.endpoints.filter(({ consent }) => consent)).toEqual([])
  })
})

describe('the vehicles of the sandbox', () => {
  it('cannot exist', () => {
    const fixtures = rc.definition.endpoints.flatMap((endpoint) => endpoint.fixtures)
    const plates = fixtures.map(({ request }) => (request as { rc_number: string }).rc_number)
    expect(plates.length).toBeGreaterThan(14)
    expect(plates.filter((plate) => !/^(XX00|00BH)/.test(plate))).toEqual([])
    const text = JSON.stringify(fixtures)
    const chassis = [...text.matchAll(/"chassis_number":"([^"]+)"/g)].map(([, number = '']) => number)
    expect(chassis.filter((number) => !number.includes('O'))).toEqual([])
    const postalCodes = text.match(/(?<= )[0-9]{6}(?=")/g) ?? []
    expect(postalCodes.length).toBeGreaterThan(8)
    expect(postalCodes.filter((code) => !code.startsWith('0'))).toEqual([])
  })
})
