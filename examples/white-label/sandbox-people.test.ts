import { maskAadhaar } from '@parakh/core/formats'
import { afterAll, describe, expect, it } from 'vitest'
import { contradictions, type Fact, factsOf, READ, TELL_NOTHING } from './facts-of-answers.ts'
import { servedSandbox } from './served-sandbox.ts'

/** Real-looking identifiers that no fixture lists: a person's PANs, one PAN of each other kind of holder, and the rest. */
const PANS = [
  'ABCPE1234F',
  'BNZPM2501J',
  'CQKPS7788L',
  'DXYPT4321Q',
  'AKLPR9081B',
  'ZZZPZ9999Z',
  'FGHPA1111C',
  'LMNPK0420D',
]
const OTHER_PANS = [...'ABCFGHJKLT'].map((kind) => `AAB${kind}R5055K`)
const AADHAARS = [
  '234123412346',
  '999941057058',
  '345634563457',
  '567856785670',
  '789078907896',
  '888888888887',
  '400000000014',
]
const VEHICLES = ['MH12AB1234', 'DL1CAB1234', 'KA05MN7788', 'UP32BZ0420', 'KL7CD9999', 'TN09AX0001', 'GJ01RR4545']
const FARMERS = ['12345678901', '98765432109', 'UP0012345', '55555555555']
const LICENCES = ['MH1220110012345', 'KA0520150007788', 'DL0420190012121']

const served = await servedSandbox()
afterAll(() => served[Symbol.asyncDispose]())
const { host } = served.server
const key = await served.account()

const heard: Fact[] = []
/** Asks, keeps what was told, and gives it by what it is of. */
async function ask(endpoint: string, input: Readonly<Record<string, string>>) {
  const { status, body } = await host.call(endpoint, { ...input }, key)
  const facts = status === 200 ? factsOf(endpoint, input, body) : []
  heard.push(...facts)
  return {
    status,
    of: (identifier: string, what: string) => facts.find((fact) => fact.of === identifier && fact.what === what)?.value,
    all: facts,
  }
}
const details = async (pan: string) => {
  const told = await ask('pan-details', { panno: pan })
  return { name: told.of(`pan ${pan}`, 'name'), dob: told.of(`pan ${pan}`, 'dob') }
}

describe('the catalogue of all plugins', async () => {
  const entries = (await host.scenarios()).filter(({ status }) => status === 200)
  const facts = entries.flatMap(({ endpoint, request, example }) =>
    factsOf(endpoint, request.query ?? request.body ?? {}, example),
  )
  const value = (of: string, what: string) => facts.find((fact) => fact.of === of && fact.what === what)?.value

  it('covers every endpoint with personal data', () => {
    const asking = host.endpoints.filter(({ endpoint }) => endpoint.uses).map(({ endpoint }) => endpoint.id)
    expect(asking.filter((id) => !READ.includes(id)).sort()).toEqual(TELL_NOTHING)
    for (const id of READ) expect(entries.filter(({ endpoint }) => endpoint === id).length, id).toBeGreaterThan(1)
  })
  it('is consistent for each PAN, Aadhaar number, GSTIN, vehicle, licence, farmer and card', () => {
    expect(facts.length).toBeGreaterThan(200)
    expect(contradictions(facts)).toEqual([])
  })
  it('links each PAN and its Aadhaar number both ways, and shows its last digits alike', () => {
    const linked = facts.filter(({ of, what }) => of.startsWith('pan ') && what === 'aadhaar')
    expect(linked.length).toBeGreaterThan(3)
    for (const { of, value: aadhaar } of linked) {
      expect(`pan ${value(`aadhaar ${aadhaar}`, 'pan')}`).toBe(of)
      expect(value(of, 'masked')).toBe(maskAadhaar(aadhaar))
    }
    const named = facts.filter(({ of, what }) => of.startsWith('aadhaar ') && what === 'pan')
    for (const { of, value: pan } of named) expect(`aadhaar ${value(`pan ${pan}`, 'aadhaar')}`).toBe(of)
  })
  it('has one date of birth, gender and masked number for each name, wherever the person is met', () => {
    const names = facts.filter(({ what }) => what === 'name')
    const byName = names.flatMap(({ of, value: name }) =>
      facts
        .filter((fact) => fact.of === of && ['dob', 'gender', 'masked', 'father'].includes(fact.what))
        .map((fact) => ({ ...fact, of: name })),
    )
    expect(contradictions(byName)).toEqual([])
  })
})

describe('an identifier that no fixture lists', () => {
  it.each([...PANS, ...OTHER_PANS])('PAN %s has one holder on every endpoint', async (pan) => {
    const { name, dob } = await details(pan)
    expect([name, dob]).not.toContain(undefined)
    await ask('verify-pan', { pan })
    await ask('pan-to-gst-search', { pan, consent: 'Y', state_code: '29' })
    const search = await ask('pan-to-gst-search', { pan, consent: 'Y' })
    const list = await ask('pan-to-gst', { pan_number: pan })
    for (const { of, what } of [...search.all, ...list.all]) {
      const gstin = of.slice('gstin '.length)
      if (!of.startsWith('gstin ') || what !== 'pan') continue
      expect(gstin.slice(2, 12)).toBe(pan)
      for (const endpoint of ['gst-details', 'verify-gst'])
        expect((await ask(endpoint, { gstin })).of(of, 'name')).toBe(name)
    }
    expect(search.of(`pan ${pan}`, 'name')).toBe(name)
    const link = await ask('pan-to-aadhaar', { pan_number: pan })
    expect((await ask('pan-to-aadhaar-search', { pan, consent: 'Y' })).of(`pan ${pan}`, 'masked')).toBe(
      link.of(`pan ${pan}`, 'masked'),
    )
    expect(link.status).toBe(OTHER_PANS.includes(pan) ? 400 : 200)
  })
  it.each(PANS)(
    'PAN %s is linked to an Aadhaar number of the same person, and that to a PAN of theirs',
    async (pan) => {
      const holder = await details(pan)
      const aadhaar = (await ask('pan-to-aadhaar', { pan_number: pan })).of(`pan ${pan}`, 'aadhaar') ?? ''
      expect(aadhaar).toMatch(/^[01][0-9]{11}$/)
      expect((await ask('npci-status', { aadhaar })).of(`aadhaar ${aadhaar}`, 'name')).toBe(holder.name)
      const back = (await ask('aadhaar-to-pan', { aadhaar_no: aadhaar })).of(`aadhaar ${aadhaar}`, 'pan') ?? ''
      expect(await details(back)).toEqual(holder)
    },
  )
  it.each(AADHAARS)('Aadhaar number %s is one person on every endpoint', async (aadhaar) => {
    const of = `aadhaar ${aadhaar}`
    const name = (await ask('npci-status', { aadhaar })).of(of, 'name')
    const pan = (await ask('aadhaar-to-pan', { aadhaar_no: aadhaar })).of(of, 'pan') ?? ''
    const farmer = await ask('agristack-farmer-pdf', { aadhaar_no: aadhaar })
    await ask('agristack-farmer-pdf', { aadhaar_no: aadhaar, state_code: 'MH' })
    expect(await details(pan)).toEqual({ name, dob: farmer.of(of, 'dob') })
    expect([farmer.of(of, 'name'), farmer.of(of, 'masked')]).toEqual([name, maskAadhaar(aadhaar)])
    const farmerId = farmer.all[0]?.of.slice('farmer '.length) ?? ''
    const again = await ask('agristack-farmer-pdf', { farmer_id: farmerId })
    expect(again.all.map(({ value }) => value)).toEqual([
      name,
      farmer.of(of, 'dob'),
      again.of(`farmer ${farmerId}`, 'gender'),
      maskAadhaar(aadhaar),
    ])
    const back = (await ask('pan-to-aadhaar', { pan_number: pan })).of(`pan ${pan}`, 'aadhaar') ?? ''
    expect((await ask('npci-status', { aadhaar: back })).of(`aadhaar ${back}`, 'name')).toBe(name)
  })
  it.each(VEHICLES)('vehicle %s has one owner on every endpoint', async (number) => {
    const owner = (await ask('rc-pdf', { rc_number: number })).of(`vehicle ${number}`, 'owner')
    expect((await ask('rc-print', { rc_number: number })).of(`vehicle ${number}`, 'owner')).toBe(owner)
    for (const more of [{}, { chassis_number: 'MA3EYD32S00123456' }] as const)
      expect((await ask('vehicle-challan', { vehicle_number: number, ...more })).status).toBe(200)
  })
  it('farmer ids and licences have one holder, whatever else is asked with them', async () => {
    for (const farmer_id of FARMERS)
      for (const state_code of ['UP', 'MH']) await ask('agristack-farmer-pdf', { farmer_id, state_code })
    for (const dl_number of LICENCES)
      for (const dob of ['1985-07-09', '1992-10-07'])
        for (const endpoint of ['dl-pdf', 'dl-print']) await ask(endpoint, { dl_number, dob })
  })
  it('a name that the table does not have is given a PAN that nobody else has', async () => {
    const names = ['John Smith', 'Mary Thomas', 'Iqbal Singh', 'Asha Rao', 'Nila Das', 'Hari Verma', 'Tara Bose']
    for (const name of names)
      for (const dob of ['1980-01-01', '1999-12-31']) {
        await ask('instant-pan-find', { name, dob })
        await ask('instant-pan-find', { name: name.toUpperCase(), dob, mobile: '9876543210' })
        await ask('mobile-to-pan', { Name: name, MobileNo: '9876543210' })
      }
    const asha = await ask('instant-pan-find', { name: 'ASHA  RAO', dob: '1990-01-15', mobile: '9876543210' })
    expect(asha.of('pan AAAPR0000A', 'name')).toBe('ASHA RAO')
  })
  it('is consistent, together with the catalogue', async () => {
    const listed = (await host.scenarios())
      .filter(({ status }) => status === 200)
      .flatMap(({ endpoint, request, example }) => factsOf(endpoint, request.query ?? request.body ?? {}, example))
    expect(heard.length).toBeGreaterThan(300)
    expect(contradictions([...listed, ...heard])).toEqual([])
  })
  it('is chosen by the identifier, so that not every one is the same person', () => {
    const names = (prefix: string, what: string) =>
      new Set(heard.filter(({ of, what: told }) => of.startsWith(prefix) && told === what).map(({ value }) => value))
    expect(names('aadhaar ', 'name').size).toBeGreaterThan(2)
    expect(names('vehicle ', 'owner').size).toBeGreaterThan(1)
  })
})
