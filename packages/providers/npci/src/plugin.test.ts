import { inr, type Licence } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import npci, { NpciProvider } from './index.ts'

testPlugin(npci)

const AADHAAR = '234123412346'
const licence: Licence = { authority: 'NPCI', number: 'LIC-0001', validUntil: '2027-03-31' }

/** A source that knows one person, and answers what it is told to beside that. */
const register = (answers: object) =>
  NpciProvider.implement({
    id: 'register',
    options: z.object({}),
    make: () => ({
      mapping: async () => ({
        aadhaar: AADHAAR,
        bank: 'CANARA BANK',
        status: 'ACTIVE',
        updated: '2024-03-09T11:42:07',
        name: 'ASHA RAO',
        local_name: 'ಆಶಾ ರಾವ್',
        mobile: '9876543210',
        ...answers,
      }),
    }),
  })({})

async function licensed(given: Licence, answers: object = {}) {
  const live = { ...register(answers), authorised: true }
  const made = await createTestHost({ plugins: [npci({ live, licence: given, consent: { notice: '2026-01' } })] })
  const ask = (consentRef?: string) =>
    made.host.call('npci-status', { aadhaar: AADHAAR }, made.keys.production, consentRef ? { consentRef } : {})
  return { ...made, ask }
}

describe('the NPCI plugin in its sandbox', async () => {
  const { host, keys } = await createTestHost({ plugins: [npci()] })
  afterAll(() => host.stop())
  const ask = (aadhaar: string) => host.call('npci-status', { aadhaar }, keys.sandbox)

  it('answers the legacy fields and no others, for 9 INR', async () => {
    const reply = await ask('000000000001')
    expect(reply).toMatchObject({ status: 200, body: { amount: '9.00', message: 'Record found' } })
    expect(Object.keys(Object(reply.body)).sort()).toEqual([
      'aadhaar',
      'amount',
      'application_no',
      'balance_left',
      'message',
      'npcidata',
      'status',
      'uidaidata',
    ])
  })
  it('answers the number asked about to an input that nobody listed', async () => {
    expect((await ask(AADHAAR)).body).toMatchObject({ aadhaar: AADHAAR, uidaidata: { uid: AADHAAR } })
  })
  it('says no in the legacy way, for nothing', async () => {
    const body = { status: '404', message: 'record not found' }
    expect(await ask('000000000002')).toMatchObject({ status: 400, outcome: 'none', body })
  })
  it('is locked in production without a live provider', async () => {
    const reply = await host.call('npci-status', { aadhaar: AADHAAR }, keys.production)
    expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED' })
  })
})

describe('the NPCI plugin in production', () => {
  it('asks for the consent of the holder', async () => {
    const { host, ask } = await licensed(licence)
    expect(await ask()).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    await host.stop()
  })
  it.each([
    ['masked', {}, 'XXXX XXXX 2346'],
    ['whole where the licence allows it', { fullIdentifiers: true }, AADHAAR],
  ])('answers the number %s, and the mobile number masked', async (_, allowed, shown) => {
    const { host, ask } = await licensed({ ...licence, ...allowed })
    const reply = await ask('artefact-1')
    expect(reply.body).toMatchObject({ aadhaar: shown, uidaidata: { uid: shown, mobile: 'XXXXXX3210' } })
    expect(JSON.stringify(reply.body)).not.toContain('9876543210')
    await host.stop()
  })
  it("never answers another person's mapping", async () => {
    const { host, ask } = await licensed(licence, { aadhaar: '345634563457' })
    expect(await ask('artefact-1')).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_UNPROCESSABLE' })
    await host.stop()
  })
  it.each([
    ['of nobody', { bank: '', status: '', name: '' }],
    ['whose number is masked', { aadhaar: 'XXXX XXXX 2346' }],
  ])('neither answers nor charges a record %s', async (_, answers) => {
    const { host, ask, store, account } = await licensed(licence, answers)
    expect(await ask('artefact-1')).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_UNPROCESSABLE' })
    expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ balance: inr('10000'), held: 0 })
    await host.stop()
  })
})
