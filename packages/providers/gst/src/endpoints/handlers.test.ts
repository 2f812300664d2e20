import type { Endpoint } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import type { RegistrationRecord } from '../contract.ts'
import { COMPANY } from '../fixtures/company.ts'
import { registrationsOf } from '../fixtures/scenarios.ts'
import { gstDetails } from './gst-details.ts'
import { panToGst } from './pan-to-gst.ts'
import { panToGstSearch } from './pan-to-gst-search.ts'
import { verifyGst } from './verify-gst.ts'

const PUNE = COMPANY.registered[0].taxpayer
/** The same taxpayer under a GSTIN that can exist. */
const EXISTING = { ...PUNE, gstin: '29AAPFU0939F1ZR' }

/** Runs a handler against one record of its provider; gives what was asked, and its data, checked, or the code of its refusal. */
async function run(endpoint: Endpoint, request: object, record: object | null) {
  const asked: unknown[] = []
  const ask = async (input: unknown) => {
    asked.push(input)
    return record
  }
  const context = {
    request,
    provider: new Proxy({}, { get: () => ask }),
    answer: (data: object) => endpoint.data.strict().parse(data),
    fail: (code: string) => {
      expect(Object.keys(endpoint.errors)).toContain(code)
      return code
    },
  }
  const said: unknown = await endpoint.handle(context as never)
  return { said, asked }
}

describe('gst-details', () => {
  const details = (record: object | null) => run(gstDetails as Endpoint, { gstin: PUNE.gstin }, record)

  it('answers everything that is known of the taxpayer, and the PAN that stands in the GSTIN', async () => {
    const { said, asked } = await details(PUNE)
    expect(said).toEqual({ gstin: PUNE.gstin, data: { ...PUNE, pan_number: COMPANY.pan } })
    expect(asked).toEqual([{ gstin: PUNE.gstin }])
  })
  it('says that there is no such GSTIN', async () => {
    expect((await details(null)).said).toBe('GSTIN_NOT_FOUND')
    expect(gstDetails.errors['GSTIN_NOT_FOUND']?.message).toBe('record not found')
  })
})

describe('verify/gst', () => {
  const check = async (record: object | null) =>
    (await run(verifyGst as Endpoint, { gstin: EXISTING.gstin }, record)).said

  it('answers who is registered, in the state of the GSTIN', async () => {
    expect(await check(EXISTING)).toEqual({
      gstin: '29AAPFU0939F1ZR',
      legal_name: 'NOWHERE TRADING PRIVATE LIMITED',
      trade_name: 'NOWHERE TRADING',
      status: 'Active',
      taxpayer_type: 'Regular',
      constitution_of_business: 'Private Limited Company',
      registration_date: '2017-07-01',
      state: 'Karnataka',
      pan: 'AAPFU0939F',
    })
  })
  it('takes the state from the address where the code has no name', async () => {
    expect(await check(PUNE)).toMatchObject({ state: 'Maharashtra' })
  })
  it('says that there is no such GSTIN', async () => {
    expect(await check(null)).toBe('NOT_FOUND')
  })
})

const listed = (gstin: string, more: Partial<RegistrationRecord> = {}): RegistrationRecord => ({
  ...{ gstin, status: 'Active', legal_name: null, trade_name: null },
  ...more,
})
const RECORD = {
  pan: 'AAPFU0939F',
  registrations: [
    listed('27AAPFU0939F1ZV', { state_code: '27', legal_name: 'UNIVERSAL TRADERS', trade_name: '' }),
    listed('29AAPFU0939F1ZR', { status: 'Inactive' }),
    listed('39AAPFU0939F1ZQ'),
  ],
}

describe('pan-to-gst', () => {
  const list = (record: object | null) => run(panToGst as Endpoint, { pan_number: RECORD.pan }, record)

  it('answers each registration with its state, which the GSTIN says where the source does not', async () => {
    const { said, asked } = await list(RECORD)
    expect(said).toEqual({
      pan_number: 'AAPFU0939F',
      gstin_count: 3,
      gstin_list: [
        { gstin: '27AAPFU0939F1ZV', state: 'Maharashtra', state_code: '27', active_status: 'Active' },
        { gstin: '29AAPFU0939F1ZR', state: 'Karnataka', state_code: '29', active_status: 'Inactive' },
        { gstin: '39AAPFU0939F1ZQ', state: null, state_code: '39', active_status: 'Active' },
      ],
    })
    expect(asked).toEqual([{ pan: 'AAPFU0939F' }])
  })
  it('says no where the source does, and where it has no registration', async () => {
    expect((await list(null)).said).toBe('GSTIN_NOT_FOUND')
    expect((await list({ ...RECORD, registrations: [] })).said).toBe('GSTIN_NOT_FOUND')
    expect(panToGst.errors['GSTIN_NOT_FOUND']?.message).toBe('record not found')
  })
})

describe('pan-to-gst-search', () => {
  const search = (state_code: string | undefined, record: object | null) =>
    run(panToGstSearch as Endpoint, { pan: RECORD.pan, consent: 'Y', state_code }, record)

  it('answers every state, with the names where the source has them', async () => {
    const { said } = await search(undefined, RECORD)
    const first = { gstin: '27AAPFU0939F1ZV', state: 'Maharashtra', state_code: '27', status: 'Active' }
    expect(said).toMatchObject({ pan: 'AAPFU0939F', gstin_count: 3 })
    expect(Object(said).gstins[0]).toEqual({ ...first, legal_name: 'UNIVERSAL TRADERS', trade_name: '' })
    expect(Object(said).gstins[1]).toMatchObject({ status: 'Inactive', legal_name: null, trade_name: null })
  })
  it('answers one state when asked for it, and tells the source which', async () => {
    const { said, asked } = await search('29', RECORD)
    expect(said).toMatchObject({ gstin_count: 1, gstins: [{ gstin: '29AAPFU0939F1ZR', state: 'Karnataka' }] })
    expect(asked).toEqual([{ pan: 'AAPFU0939F', state_code: '29' }])
  })
  it('says no where the source does, where it has no registration, and where none is in the state', async () => {
    expect((await search(undefined, null)).said).toBe('GSTIN_NOT_FOUND')
    expect((await search(undefined, { ...RECORD, registrations: [] })).said).toBe('GSTIN_NOT_FOUND')
    expect((await search('33', RECORD)).said).toBe('GSTIN_NOT_FOUND')
  })
  it('filters the company of the sandbox by its true states', async () => {
    expect((await search('07', registrationsOf(COMPANY))).said).toMatchObject({
      gstin_count: 1,
      gstins: [{ gstin: '00AAACN0000C3ZV', state: 'Delhi', status: 'Cancelled on application of Taxpayer' }],
    })
  })
})
