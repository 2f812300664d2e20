import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import pan from './index.ts'

testPlugin(pan)

describe('the PAN plugin on a host', async () => {
  const test = await createTestHost({ plugins: [pan()] })
  const { host, keys } = test
  afterAll(() => host.stop())

  it.each([undefined, 'N', 'y'])('asks for the consent of the holder when it is %s', async (consent) => {
    const input = { pan: 'ABCPE1234F', ...(consent === undefined ? {} : { consent }) }
    const reply = await host.call('pan-to-aadhaar-search', input, keys.sandbox)
    expect(reply).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED', outcome: 'refused' })
    expect(reply.body).toMatchObject({ success: false, error: { code: 'CONSENT_REQUIRED' }, meta: { charged: 0 } })
  })

  it('refuses a match that is not certain, and charges nothing', async () => {
    const input = { name: 'A. Rao', dob: '1990-01-16' }
    const reply = await host.call('instant-pan-find', input, keys.sandbox)
    expect(reply).toMatchObject({ status: 422, code: 'LOW_CONFIDENCE_MATCH', outcome: 'none' })
    expect(reply.body).toMatchObject({ error: { code: 'LOW_CONFIDENCE_MATCH' }, meta: { charged: 0 } })
  })

  it.each([
    ['aadhaar-to-pan', { aadhaar_no: '000000000002' }, 'The given UID is not linked to any PAN'],
    ['pan-details', { panno: 'AAAPN0000N' }, 'no data found'],
    ['mobile-to-pan', { Name: 'ASHA RAO', MobileNo: '0000000003' }, 'record not found'],
    ['pan-to-aadhaar', { pan_number: 'AAAPN0000N' }, 'request failed'],
  ])('%s says no in the legacy way', async (endpoint, input, message) => {
    const reply = await host.call(endpoint, input, keys.sandbox)
    expect(reply).toMatchObject({ status: 400, outcome: 'none', body: { status: '404', message } })
  })

  it('answers the legacy fields of each endpoint and no others', async () => {
    const fields = async (endpoint: string, input: object) => {
      const reply = await host.call(endpoint, input, keys.sandbox)
      expect(reply.status).toBe(200)
      return Object.keys(Object(reply.body)).sort()
    }
    expect(await fields('aadhaar-to-pan', { aadhaar_no: '000000000001' })).toEqual([
      'aadhaar',
      'application_no',
      'message',
      'pan_no',
      'status',
    ])
    expect(await fields('pan-details', { panno: 'AAAPR0000A' })).toEqual([
      'application_no',
      'dob',
      'father',
      'gender',
      'name',
      'pan_no',
      'status',
    ])
    expect(await fields('mobile-to-pan', { Name: 'ASHA RAO', MobileNo: '0000000001' })).toEqual([
      'amount',
      'application_no',
      'balance_left',
      'message',
      'mobile_no',
      'name',
      'pan_number',
      'status',
    ])
    expect(await fields('pan-to-aadhaar', { pan_number: 'AAAPR0000A' })).toEqual([
      'amount',
      'application_no',
      'balance_left',
      'data',
      'message',
      'pan_number',
      'status',
    ])
  })

  it('answers gender and father of a company as empty text, never as null', async () => {
    const reply = await host.call('pan-details', { panno: 'AAACN0000C' }, keys.sandbox)
    expect(reply).toMatchObject({ status: 200, body: { gender: '', father: '' } })
  })

  it.each([
    ['instant-pan-find', { name: '   ', dob: '1990-01-15' }, 'name'],
    ['instant-pan-find', { name: ' . . ', dob: '1990-01-15' }, 'name'],
    ['mobile-to-pan', { Name: '    ', MobileNo: '9876543210' }, 'Name'],
    ['mobile-to-pan', { Name: '....', MobileNo: '9876543210' }, 'Name'],
  ])('%s refuses a name without a letter and charges nothing: %j', async (endpoint, input, field) => {
    const { store, account } = test
    const { balance } = await store.wallet.balance(account.id, 'sandbox')
    const reply = await host.call(endpoint, input, keys.sandbox)
    expect(reply).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', outcome: 'refused' })
    expect(Object.keys(Object(reply.body).errors)).toEqual([field])
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(balance)
  })

  it('answers verify/pan in its own envelope, the category by the letter of the PAN', async () => {
    const reply = await host.call('verify-pan', { pan: 'ABCCE1234F' }, keys.sandbox)
    expect(reply).toMatchObject({ status: 200, body: { status: 'success', charged: 2 } })
    expect(reply.data).toMatchObject({ pan: 'ABCCE1234F', category: 'company' })
  })

  it('serves the sandbox alone without a live provider', async () => {
    const reply = await host.call('pan-details', { panno: 'ABCPE1234F' }, keys.production)
    expect(reply).toMatchObject({ status: 403, outcome: 'refused' })
  })
})
