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
  it.each([undefined, null, '', ' '])('are nothing without a status: %j', (status) => {
    expect(places(listed({ gstin: '27AAPFU0939F1ZV', status }))).toEqual(['registrations.0.status'])
  })
  it('may have null for everything but the GSTIN and the status', () => {
    const registration = { gstin: '27AAPFU0939F1ZV', status: 'Active' }
    expect(places(listed({ ...registration, state_code: null, legal_name: null, trade_name: null }))).toEqual(['fits'])
  })
  it.each(['27AAPFU0939F1Z', 'AAPFU0939F1ZV27', '27AAPFU0939F1Z-', ''])('are no GSTIN such as "%s"', (gstin) => {
    expect(places(listed({ gstin, status: 'Active' }))).toContain('registrations.0.gstin')
  })
})

describe('a taxpayer', () => {
  const little = {
    gstin: '27AAPFU0939F1ZV',
    legal_name: 'UNIVERSAL TRADERS',
    gstin_status: 'Active',
    taxpayer_type: 'Regular',
    constitution_of_business: 'Partnership',
    date_of_registration: '2017-07-01',
    principal_address: { city: 'PUNE' },
  }
  const nothing = {
    building_name: '',
    building_number: '',
    floor: '',
    street: '',
    location: '',
    district: '',
    state: '',
  }
  const filled = {
    ...little,
    trade_name: '',
    date_of_cancellation: null,
    last_updated: null,
    nature_of_business: [],
    state_jurisdiction: '',
    center_jurisdiction: '',
    principal_address: { ...nothing, city: 'PUNE', pincode: '' },
    additional_addresses: [],
    einvoice_status: null,
  }
  const nulls = (record: object) => Object.fromEntries(Object.keys(record).map((name) => [name, null]))

  it('may be known by little', () => {
    expect(Taxpayer.parse(little)).toEqual(filled)
  })
  it('may have null for whatever a register may lack', () => {
    const principal_address = { ...nulls(filled.principal_address), city: 'PUNE' }
    expect(Taxpayer.parse({ ...nulls(filled), ...little, principal_address })).toEqual(filled)
    const nowhere = { ...filled.principal_address, city: '' }
    expect(Taxpayer.parse({ ...little, additional_addresses: [nulls(nowhere)] })).toMatchObject({
      additional_addresses: [nowhere],
    })
  })
  it.each(
    ['legal_name', 'gstin_status', 'taxpayer_type', 'constitution_of_business'].flatMap((field) =>
      [undefined, null, '', '  '].map((value) => [field, value] as const),
    ),
  )('is nothing that could be answered with %s = %j', (field, value) => {
    const issues = Taxpayer.safeParse({ ...little, [field]: value }).error?.issues
    expect(issues?.map(({ path }) => path)).toEqual([[field]])
  })
  it.each(['01/07/2017', '2017-02-30', '', null])('was not registered on %j', (date_of_registration) => {
    expect(Taxpayer.safeParse({ ...little, date_of_registration }).success).toBe(false)
  })
})
