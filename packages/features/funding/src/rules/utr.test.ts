import { expect, it } from 'vitest'
import type { BankRail } from '../contract/funding.ts'
import { normalUtr } from './utr.ts'

it.each<[BankRail, string, string]>([
  ['neft', 'SBIN324189001234', 'SBIN324189001234'],
  ['neft', ' sbin 3241-8900 1234 ', 'SBIN324189001234'],
  ['rtgs', 'HDFCR52024111812345678', 'HDFCR52024111812345678'],
  ['imps', '4321 9876 5432', '432198765432'],
  ['upi', '432198765432', '432198765432'],
])('keeps a UTR of %s without its spaces: %s', (rail, utr, normal) => {
  expect(normalUtr(rail, utr)).toBe(normal)
})

it.each<[BankRail, string]>([
  ['neft', 'SBIN32418900123'],
  ['neft', 'SBIN3241890012345'],
  ['neft', 'SBIN32418900123é'],
  ['rtgs', 'HDFCR5202411181234567'],
  ['imps', 'SBIN32418900'],
  ['imps', '٤٣٢١٩٨٧٦٥٤٣٢'],
  ['upi', '43219876543'],
  ['upi', '4321987654321'],
  ['upi', ''],
])('refuses what is no UTR of %s: %s', (rail, utr) => {
  expect(() => normalUtr(rail, utr)).toThrow(expect.objectContaining({ code: 'FUNDING_UTR_INVALID' }))
})
