import { describe, expect, it } from 'vitest'
import { Registrations, Taxpayer } from './contract.ts'

const pan = 'AAPFU0939F'
const places = (record: unknown) =>
  Registrations.safeParse(record).error?.issues.map(({ path }) => path.join('.')) ?? ['fits']
const listed = (...registrations: object[]) => ({ pan, registrations })

describe('the registrations under a PAN', () => {
  it('may be of any kind, and may be numbers alone', () => {
    const gstins = ['27AAPFU0939F1ZV', '29AAPFU0939F1C9', '07AAPFU0939FAZ2']
    expect(Registrations.parse(listed(...gstins.map((gstin) => ({ gstin, status: 'Active' })))).registrations).toEqual(
      gstins.map((gstin) => ({ gstin, status: 'Active', legal_name: null, trade_name: null })),
    )
  })
  it('may be none', () => {
    expect(places(listed())).toEqual(['fits'])
  })
  it('are never those of another PAN', () => {
    const registrations = ['27AAPFU0939F1ZV', '27AAAPL1234C1Z5'].map((gstin) => ({ gstin, status: 'Active' }))
    expect(places(listed(...registrations))).toEqual(['registrations'])
  })
  it('are of the state that begins their GSTIN', () => {
    const registration = { gstin: '27AAPFU0939F1ZV', status: 'Active' }
    expect(places(listed({ ...registration, state_code: '27' }))).toEqual(['fits'])
    expect(places(listed({ ...registration, state_code: '29' }))).toEqual(['registrations.0.state_code'])
  })
  it.each(['27AAPFU0939F1Z', 'AAPFU0939F1ZV27', '27AAPFU0939F1Z-', ''])('are no GSTIN such as "%s"', (gstin) => {
    expect(places(listed({ gstin, status: 'Active' }))).toContain('registrations.0.gstin')
  })
})

describe('a taxpayer', () => {
  it('may be known by little', () => {
    const little = {
      gstin: '27AAPFU0939F1ZV',
      legal_name: 'UNIVERSAL TRADERS',
      gstin_status: 'Active',
      taxpayer_type: 'Regular',
      constitution_of_business: 'Partnership',
      date_of_registration: '2017-07-01',
      principal_address: { city: 'PUNE' },
    }
    expect(Taxpayer.parse(little)).toMatchObject({
      trade_name: '',
      date_of_cancellation: null,
      last_updated: null,
      nature_of_business: [],
      principal_address: { street: '', city: 'PUNE', pincode: '' },
      additional_addresses: [],
      einvoice_status: null,
    })
    expect(Taxpayer.safeParse({ ...little, date_of_registration: '01/07/2017' }).success).toBe(false)
    expect(Taxpayer.safeParse({ ...little, date_of_registration: '2017-02-30' }).success).toBe(false)
  })
})
