import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import gst, { GstProvider } from './index.ts'

testPlugin(gst)

/** A live provider that lists what it is told to, and knows nothing of a GSTIN. */
const told = (answers: { registrations: object[] | null }) =>
  GstProvider.implement({
    id: 'told',
    options: z.strictObject({}),
    make: () => ({
      byPan: async ({ pan }) => (answers.registrations ? { pan, registrations: answers.registrations as never } : null),
    }),
  })({})

describe('the GST plugin on a host', async () => {
  const answers: { registrations: object[] | null } = { registrations: null }
  const { host, keys } = await createTestHost({ plugins: [gst({ live: told(answers) })] })
  afterAll(() => host.stop())

  it.each([undefined, 'N', 'y'])('asks for the consent of the holder when it is %s', async (consent) => {
    const input = { pan: 'AAPFU0939F', ...(consent === undefined ? {} : { consent }) }
    for (const key of [keys.sandbox, keys.production]) {
      const reply = await host.call('pan-to-gst-search', input, key)
      expect(reply).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED', outcome: 'refused' })
    }
  })

  it('answers the legacy fields of each endpoint and no others', async () => {
    const fields = async (endpoint: string, input: object) => {
      const reply = await host.call(endpoint, input, keys.sandbox)
      expect(reply.status).toBe(200)
      return Object.keys(Object(reply.body)).sort()
    }
    const envelope = ['amount', 'application_no', 'balance_left', 'message', 'status']
    expect(await fields('gst-details', { gstin: '00AAACN0000C1ZX' })).toEqual([...envelope, 'data', 'gstin'].sort())
    expect(await fields('pan-to-gst', { pan_number: 'AAACN0000C' })).toEqual(
      [...envelope, 'gstin_count', 'gstin_list', 'pan_number'].sort(),
    )
  })

  it('answers verify/gst in its own envelope', async () => {
    const reply = await host.call('verify-gst', { gstin: '00AAAFL0000D1ZR' }, keys.sandbox)
    expect(reply).toMatchObject({ status: 200, body: { status: 'success', charged: 2 } })
    expect(reply.data).toMatchObject({ legal_name: 'LOTUS AND SONS', status: 'Suspended', pan: 'AAAFL0000D' })
  })

  it.each([
    ['gst-details', { gstin: '00AAAPN0000N1ZJ' }],
    ['pan-to-gst', { pan_number: 'AAAPN0000N' }],
    ['pan-to-gst', { pan_number: 'AAAPL0000L' }],
  ])('%s says no in the legacy way', async (endpoint, input) => {
    const reply = await host.call(endpoint, input, keys.sandbox)
    expect(reply).toMatchObject({ status: 400, outcome: 'none', body: { status: '404', message: 'record not found' } })
  })

  it('says no in envelopes A and C, and charges nothing', async () => {
    const nowhere = { pan: 'AAACN0000C', consent: 'Y', state_code: '33' }
    expect(await host.call('pan-to-gst-search', nowhere, keys.sandbox)).toMatchObject({
      status: 404,
      outcome: 'none',
      body: { success: false, error: { code: 'GSTIN_NOT_FOUND' }, meta: { charged: 0 } },
    })
    expect(await host.call('verify-gst', { gstin: '00AAAPN0000N1ZJ' }, keys.sandbox)).toMatchObject({
      status: 404,
      outcome: 'none',
      body: { status: 'error', error: { code: 'NOT_FOUND' }, charged: 0 },
    })
  })

  it.each([
    ['the source says so', null],
    ['the source lists none', []],
  ])('charges nothing in production for a PAN without a registration: %s', async (_, registrations) => {
    answers.registrations = registrations
    const reply = await host.call('pan-to-gst', { pan_number: 'AAPFU0939F' }, keys.production)
    expect(reply).toMatchObject({ status: 400, code: 'GSTIN_NOT_FOUND', outcome: 'none', body: { status: '404' } })
  })

  it.each([' ', '', null])('charges nothing for a registration whose status is %j', async (status) => {
    answers.registrations = [{ gstin: '27AAPFU0939F1ZV', status }]
    const reply = await host.call('pan-to-gst', { pan_number: 'AAPFU0939F' }, keys.production)
    expect(reply).toMatchObject({ status: 400, code: 'UPSTREAM_UNPROCESSABLE', outcome: 'failed' })
  })

  it.each([
    ['a GSTIN of another PAN', { gstin: '27AAAPL1234C1Z5', status: 'Active' }],
    ['a state that its GSTIN does not say', { gstin: '27AAPFU0939F1ZV', status: 'Active', state_code: '29' }],
  ])('never answers %s', async (_, wrong) => {
    answers.registrations = [{ gstin: '27AAPFU0939F1ZV', status: 'Active' }, wrong]
    const reply = await host.call('pan-to-gst-search', { pan: 'AAPFU0939F', consent: 'Y' }, keys.production)
    expect(reply).toMatchObject({ status: 422, code: 'UPSTREAM_UNPROCESSABLE', outcome: 'failed' })
  })

  it('locks in production what no live provider serves', async () => {
    for (const endpoint of ['gst-details', 'verify-gst']) {
      const reply = await host.call(endpoint, { gstin: '27AAPFU0939F1ZV' }, keys.production)
      expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED', outcome: 'refused' })
    }
  })
})
