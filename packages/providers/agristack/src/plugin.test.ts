import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { AgristackProvider, FarmerRecord } from './contract.ts'
import { AADHAAR_OF, HARI, RAMKALI } from './fixtures.ts'
import agristack from './index.ts'

testPlugin(agristack)

const ENDPOINT = 'agristack-farmer-pdf'

describe('the agristack plugin on a host', async () => {
  const { host, keys } = await createTestHost({ plugins: [agristack()] })
  afterAll(() => host.stop())
  const ask = (input: object) => host.call(ENDPOINT, { ...input }, keys.sandbox)

  it('answers the record and its sheet in the legacy way, and no other fields', async () => {
    const reply = await ask({ farmer_id: RAMKALI.farmer_id })
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    expect(Object.keys(Object(reply.body)).sort()).toEqual(
      [
        ...['status', 'application_no', 'message', 'amount', 'balance_left'],
        ...['pdf_url', 'pdf_expires_in', 'file_name', 'pages'],
        ...Object.keys(FarmerRecord.shape),
      ].sort(),
    )
    expect(reply.body).toMatchObject({
      ...{ status: '200', message: 'Record found', amount: '10.00', file_name: 'farmer-record-0011.pdf' },
      ...{ farmer_name: 'RAMKALI DEVI', name_local: 'रामकली देवी', total_area_hectare: 1.0116 },
    })
  })

  it.each([
    [{ aadhaar_no: AADHAAR_OF.ramkali }, RAMKALI, 'XXXX XXXX 0035'],
    [{ aadhaar_no: AADHAAR_OF.hari }, HARI, 'XXXX XXXX 0043'],
  ])('finds by %j whose number it is, and masks it', async (input, { farmer_id }, aadhaar_masked) => {
    expect((await ask(input)).body).toMatchObject({ farmer_id, aadhaar_masked })
  })

  it('never answers a whole Aadhaar number, in any branch', async () => {
    const text = JSON.stringify((await host.scenarios()).map(({ example }) => example))
    expect(text).toContain('XXXX XXXX 0035')
    for (const number of Object.values(AADHAAR_OF)) expect(text).not.toContain(number)
  })

  it('answers a number that it does not list as that farmer', async () => {
    const byId = await ask({ farmer_id: '12345678901', state_code: 'BR' })
    expect(byId.body).toMatchObject({ status: '200', farmer_id: '12345678901', state_code: 'BR' })
    const byAadhaar = await ask({ aadhaar_no: '234123412346' })
    expect(byAadhaar.body).toMatchObject({ status: '200', aadhaar_masked: 'XXXX XXXX 2346' })
  })

  it.each([
    [{}, 'farmer_id'],
    [{ state_code: 'UP' }, 'farmer_id'],
    [{ farmer_id: '12345678901', aadhaar_no: '234123412346' }, 'aadhaar_no'],
  ])('refuses %j by a field: exactly one number is needed', async (input, field) => {
    const reply = await ask(input)
    expect(reply).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', outcome: 'refused' })
    expect(reply.body).toMatchObject({ status: '422', errors: { [field]: [expect.any(String)] } })
    expect(JSON.stringify(reply.body)).not.toContain('234123412346')
  })

  it.each([{ farmer_id: '00000000055' }, { aadhaar_no: '000000000002' }])(
    'says no to %j in the legacy way',
    async (input) => {
      const reply = await ask(input)
      expect(reply).toMatchObject({
        ...{ status: 400, code: 'RECORD_NOT_FOUND', outcome: 'none' },
        body: { status: '404', message: 'record not found' },
      })
    },
  )
})

describe('the agristack plugin in production', async () => {
  const shown: { aadhaar: string | null } = { aadhaar: '234123412346' }
  const register = AgristackProvider.implement({
    id: 'register',
    options: z.strictObject({}),
    // It knows one farmer, whoever is asked for.
    make: () => ({ farmer: async () => ({ ...RAMKALI, farmer_id: '12345678901', ...shown }) }),
  })
  const licence = { authority: 'UIDAI', number: 'KUA-0001', validUntil: '2099-03-31', fullIdentifiers: true }
  const live = { ...register({}), authorised: true }
  const { host, keys, store } = await createTestHost({
    plugins: [agristack({ live, licence, consent: { notice: '2026-01' } })],
  })
  afterAll(() => host.stop())
  const ask = (input: object, consentRef?: string) =>
    host.call(ENDPOINT, { ...input }, keys.production, consentRef === undefined ? {} : { consentRef })

  it('is locked without a licence', async () => {
    const unlicensed = await createTestHost({ plugins: [agristack({ live })] })
    const reply = await unlicensed.host.call(ENDPOINT, { farmer_id: '12345678901' }, unlicensed.keys.production)
    expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED', outcome: 'refused' })
    await unlicensed.host.stop()
  })

  it('needs the consent of the farmer, and records it under a keyed hash', async () => {
    expect(await ask({ aadhaar_no: '234123412346' })).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect(store.tables.consents).toEqual([])
    expect(await ask({ aadhaar_no: '234123412346' }, 'artefact-1')).toMatchObject({ status: 200 })
    expect(store.tables.consents).toMatchObject([{ purpose: ENDPOINT, artefact: 'artefact-1', notice: '2026-01' }])
    expect(JSON.stringify(store.tables.consents)).not.toContain('234123412346')
  })

  it('masks the number although the source gives it whole and the licence would allow it', async () => {
    shown.aadhaar = '234123412346'
    for (const input of [{ farmer_id: '12345678901' }, { aadhaar_no: '234123412346' }]) {
      const { body } = await ask(input, 'artefact-2')
      expect(body).toMatchObject({ aadhaar_masked: 'XXXX XXXX 2346' })
      expect(JSON.stringify(body)).not.toContain('234123412346')
    }
  })

  it.each([
    { farmer_id: '12345678902' },
    { farmer_id: '12345678901', state_code: 'MH' },
    { aadhaar_no: '999941057058' },
  ])('never answers another farmer than the one of %j', async (input) => {
    shown.aadhaar = '234123412346'
    const reply = await ask(input, 'artefact-3')
    expect(reply).toMatchObject({ status: 400, code: 'UPSTREAM_UNPROCESSABLE', outcome: 'failed' })
  })

  it.each([
    ['another number with the same last digits', '300000052346'],
    ['other last digits', 'XXXX XXXX 7058'],
    ['nothing of the number', null],
  ])('charges nothing where the source was asked by a number and shows %s', async (_, aadhaar) => {
    shown.aadhaar = aadhaar
    const reply = await ask({ aadhaar_no: '234123412346' }, 'artefact-4')
    expect(reply).toMatchObject({ status: 400, code: 'UPSTREAM_UNPROCESSABLE', outcome: 'failed' })
    expect(reply.body).not.toHaveProperty('amount')
    expect(JSON.stringify(reply.body)).not.toMatch(/RAMKALI|2346/)
  })

  it('answers a source that masks, by the digits that it shows', async () => {
    shown.aadhaar = 'xxxxxxxx2346'
    const reply = await ask({ aadhaar_no: '234123412346' }, 'artefact-5')
    expect(reply).toMatchObject({ status: 200, body: { aadhaar_masked: 'XXXX XXXX 2346' } })
    expect(reply.body).not.toHaveProperty('aadhaar')
  })
})
