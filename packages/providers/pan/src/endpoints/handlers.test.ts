import { type Endpoint, Identifier } from '@parakh/core'
import { COMPANIES, PERSONS } from '@parakh/core/sandbox-people'
import { describe, expect, it } from 'vitest'
import { detailsOf, linkOf, PAN_OF } from '../fixtures.ts'
import { aadhaarToPan } from './aadhaar-to-pan.ts'
import { instantPanFind } from './instant-pan-find.ts'
import { mobileToPan } from './mobile-to-pan.ts'
import { panDetails } from './pan-details.ts'
import { panToAadhaar } from './pan-to-aadhaar.ts'
import { panToAadhaarSearch } from './pan-to-aadhaar-search.ts'
import { verifyPan } from './verify-pan.ts'

const ASHA = PERSONS.asha
const COMPANY = COMPANIES.trading
const [LINKED, UNLINKED] = [linkOf(ASHA.pan), linkOf(PERSONS.meera.pan)]
const aadhaar = new Identifier(ASHA.aadhaar, 'XXXX XXXX 0001')

/** Runs a handler against one record of its provider; gives its data, checked, or the code of its refusal. */
async function run(endpoint: Endpoint, request: object, record: object | null): Promise<unknown> {
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
    reveal: (id: Identifier) => id.masked,
  }
  return endpoint.handle(context as never)
}

describe('instant-pan-find', () => {
  const match = { pan: ASHA.pan, name: ASHA.name, dob: ASHA.dob, match_score: 90, status: 'ACTIVE' }
  const find = (record: object | null) => run(instantPanFind as Endpoint, { name: ASHA.name, dob: ASHA.dob }, record)

  it('answers a match of 90 and refuses one of 89', async () => {
    expect(await find(match)).toEqual({ ...match, category: 'person' })
    expect(await find({ ...match, match_score: 89 })).toBe('LOW_CONFIDENCE_MATCH')
  })
  it("prefers the source's category to that of the PAN's letter", async () => {
    expect(await find({ ...match, category: 'huf' })).toMatchObject({ category: 'huf' })
    expect(await find({ ...match, pan: COMPANY.pan })).toMatchObject({ category: 'company' })
  })
  it('says that there is no such record', async () => {
    expect(await find(null)).toBe('PAN_NOT_FOUND')
  })
})

describe('the legacy endpoints', () => {
  it('aadhaar-to-pan answers the number revealed and the PAN', async () => {
    const ask = (record: object | null) => run(aadhaarToPan as Endpoint, { aadhaar_no: aadhaar }, record)
    expect(await ask({ pan: ASHA.pan })).toEqual({ aadhaar: 'XXXX XXXX 0001', pan_no: ASHA.pan })
    expect(await ask(null)).toBe('NOT_LINKED')
    expect(aadhaarToPan.errors['NOT_LINKED']?.message).toBe('The given UID is not linked to any PAN')
  })
  it('pan-details answers the holder, a father without a name included', async () => {
    const { pan, name, dob, gender } = detailsOf(PERSONS.kabir.pan)
    const ask = (record: object | null) => run(panDetails as Endpoint, { panno: pan }, record)
    expect(await ask({ pan, name, father: '', dob, gender })).toEqual({
      pan_no: pan,
      name,
      father: '',
      dob,
      gender: 'M',
    })
    expect(await ask(null)).toBe('NO_DATA_FOUND')
    expect(panDetails.errors['NO_DATA_FOUND']?.message).toBe('no data found')
  })
  it('mobile-to-pan answers under its own names', async () => {
    const { pan, name, mobile } = ASHA
    const ask = (record: object | null) => run(mobileToPan as Endpoint, { Name: name, MobileNo: mobile }, record)
    expect(await ask({ pan, name, mobile })).toEqual({ name, mobile_no: mobile, pan_number: pan })
    expect(await ask(null)).toBe('RECORD_NOT_FOUND')
    expect(mobileToPan.errors['RECORD_NOT_FOUND']?.message).toBe('record not found')
  })
  it('pan-to-aadhaar answers the identifier revealed, and fails where none is linked', async () => {
    const ask = (record: object | null) => run(panToAadhaar as Endpoint, { pan_number: ASHA.pan }, record)
    expect(await ask({ ...LINKED, aadhaar })).toEqual({
      pan_number: ASHA.pan,
      data: { pan_number: ASHA.pan, aadhaar_number: 'XXXX XXXX 0001', dob: ASHA.dob, name: ASHA.name, Gender: 'F' },
    })
    expect(await ask(UNLINKED)).toBe('REQUEST_FAILED')
    expect(await ask(null)).toBe('REQUEST_FAILED')
    expect(panToAadhaar.errors['REQUEST_FAILED']?.message).toBe('request failed')
  })
})

describe('pan-to-aadhaar-search', () => {
  const search = (record: object | null) => run(panToAadhaarSearch as Endpoint, { pan: ASHA.pan, consent: 'Y' }, record)

  it('answers the masked identifier and never the whole', async () => {
    const data = await search({ ...LINKED, aadhaar })
    expect(data).toEqual({
      pan: ASHA.pan,
      linked: true,
      id_masked: 'XXXX XXXX 0001',
      seeded_on: '2020-06-01',
      name: ASHA.name,
    })
    expect(JSON.stringify(data)).not.toContain(ASHA.aadhaar)
  })
  it('says that nothing is linked', async () => {
    expect(await search(UNLINKED)).toBe('NOT_LINKED')
    expect(await search(null)).toBe('NOT_LINKED')
  })
})

describe('verify/pan', () => {
  const check = (record: object | null) => run(verifyPan as Endpoint, { pan: PAN_OF.notFound }, record)

  it('answers who holds the PAN and whether it is seeded', async () => {
    expect(await check({ pan: COMPANY.pan, name: COMPANY.name, aadhaar_seeded: false })).toEqual({
      pan: COMPANY.pan,
      name: COMPANY.name,
      category: 'company',
      aadhaar_seeded: false,
    })
    expect(await check(null)).toBe('NOT_FOUND')
  })
})
