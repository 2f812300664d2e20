import type { Endpoint } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Branch, type BranchRecord } from '../contract.ts'
import { BRANCHES } from '../fixtures/branches.ts'
import { bankIfscDetails } from './bank-ifsc-details.ts'
import { ifscDetails } from './ifsc-details.ts'

const KOTAK = Branch.parse(BRANCHES[0])
const BANK_ONLY = Branch.parse({ ifsc: 'UTIB0002393', bank: 'Axis Bank', upi: true, details: 'bank' })

/** Runs a handler against one record of its provider. */
async function run(endpoint: Endpoint, record: BranchRecord | null): Promise<unknown> {
  const context = {
    request: { ifsc: record?.ifsc ?? 'ZZZZ0NOBANK' },
    provider: { branch: async () => record },
    answer: (data: object, { billable = true } = {}) => ({ data: endpoint.data.strict().parse(data), billable }),
    fail: (code: string) => endpoint.errors[code],
  }
  return endpoint.handle(context as never)
}

describe('bank-ifsc-details', () => {
  const details = bankIfscDetails as Endpoint

  it('answers everything that is known of a branch', async () => {
    expect(await run(details, KOTAK)).toEqual({ data: KOTAK, billable: true })
  })
  it('answers the bank of a code without details, and charges nothing', async () => {
    expect(await run(details, BANK_ONLY)).toEqual({ data: BANK_ONLY, billable: false })
  })
  it('says that no bank has the code', async () => {
    expect(await run(details, null)).toEqual({ message: 'No bank has this IFSC' })
    expect(Object.keys(details.errors)).toEqual(['IFSC_NOT_FOUND'])
  })
})

describe('ifsc-details', () => {
  const details = ifscDetails as Endpoint

  it('answers the same facts under the legacy names', async () => {
    const { ifsc, bank, branch, city, district, state, address, contact, micr, imps, neft, rtgs, upi } = KOTAK
    const data = {
      BANK: bank,
      BRANCH: branch,
      CITY: city,
      DISTRICT: district,
      STATE: state,
      ADDRESS: address,
      CONTACT: contact,
      IFSC: ifsc,
      MICR: micr,
      IMPS: imps,
      NEFT: neft,
      RTGS: rtgs,
      UPI: upi,
    }
    expect(await run(details, KOTAK)).toEqual({ data: { ifsc, details: 'branch', data }, billable: true })
  })
  it('charges nothing for a code without details', async () => {
    expect(await run(details, BANK_ONLY)).toMatchObject({
      billable: false,
      data: { details: 'bank', data: { BANK: 'Axis Bank', BRANCH: null, MICR: null } },
    })
  })
  it('says that the request failed when no bank has the code', async () => {
    expect(await run(details, null)).toEqual({ message: 'request failed' })
  })
})

describe('the request of both', () => {
  it.each([
    [' kkbk0000261 ', 'KKBK0000261'],
    ['KKBK0ABCDEF', 'KKBK0ABCDEF'],
  ])('takes %s as %s', (given, ifsc) => {
    for (const { request } of [bankIfscDetails, ifscDetails]) expect(request.parse({ ifsc: given })).toEqual({ ifsc })
  })
  it.each(['KKBK1000261', 'KKBK000261', 'KKBK00002611', 'KKB00000261', '', undefined, ['KKBK0000261']])(
    'refuses %s',
    (ifsc) => {
      for (const { request } of [bankIfscDetails, ifscDetails]) expect(request.safeParse({ ifsc }).success).toBe(false)
    },
  )
})
