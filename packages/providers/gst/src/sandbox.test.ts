import { Gstin } from '@parakh/core/formats'
import { createTestHost } from '@parakh/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import gst from './index.ts'
import { StateCode } from './states.ts'

const Answer = z.object({
  gstins: z.array(
    z.object({ gstin: Gstin, state_code: z.string(), status: z.string(), legal_name: z.string().nullable() }),
  ),
})
const PANS = [
  'ABCPE1234F',
  'AAPFU0939F',
  'AAACR5055K',
  'AAAFZ4321L',
  'AABCT9876M',
  'ZZZPZ9999Z',
  'BBBHQ1111A',
  'CCCTK2222B',
]

describe('input that the sandbox does not list', async () => {
  const { host, keys } = await createTestHost({ plugins: [gst()] })
  afterAll(() => host.stop())
  const search = async (input: object) => {
    const reply = await host.call('pan-to-gst-search', { consent: 'Y', ...input }, keys.sandbox)
    expect(reply.status).toBe(200)
    return Answer.parse(reply.data).gstins
  }

  it.each(PANS)('answers GSTINs that hold the PAN %s, each of its state and with its check character', async (pan) => {
    for (const { gstin, state_code } of await search({ pan })) expect(gstin.slice(0, 12)).toBe(`${state_code}${pan}`)
  })

  it('answers different businesses', async () => {
    const names = await Promise.all(PANS.map(async (pan) => (await search({ pan }))[0]?.legal_name))
    expect(new Set(names).size).toBeGreaterThan(2)
  })

  it('knows each GSTIN that it lists, by the same name and status', async () => {
    for (const pan of PANS)
      for (const { gstin, legal_name, status } of await search({ pan })) {
        const reply = await host.call('verify-gst', { gstin }, keys.sandbox)
        expect(reply.data).toMatchObject({ gstin, pan, legal_name, status })
      }
  })

  it('answers one registration in whatever state is asked for', async () => {
    for (const state_code of [...StateCode.values].slice(30))
      expect(await search({ pan: 'AAPFU0939F', state_code })).toEqual([expect.objectContaining({ state_code })])
  })

  it('answers a business where the header names success, for a PAN that has none', async () => {
    const input = { pan_number: 'AAAPN0000N' }
    const reply = await host.call('pan-to-gst', input, keys.sandbox, { scenario: 'success' })
    expect(reply).toMatchObject({ status: 200, body: { pan_number: 'AAAPN0000N' } })
  })

  it('says no where the header names not-found, for a PAN that has some', async () => {
    for (const pan_number of ['AAACN0000C', 'AAPFU0939F']) {
      const reply = await host.call('pan-to-gst', { pan_number }, keys.sandbox, { scenario: 'not-found' })
      expect(reply).toMatchObject({ status: 400, outcome: 'none' })
    }
  })

  it('says that a business is not registered in the state where the header names none-in-state', async () => {
    for (const more of [{}, { state_code: '33' }]) {
      const input = { pan: 'AAPFU0939F', consent: 'Y', ...more }
      const reply = await host.call('pan-to-gst-search', input, keys.sandbox, { scenario: 'none-in-state' })
      expect(reply).toMatchObject({ status: 404, code: 'GSTIN_NOT_FOUND', outcome: 'none' })
    }
  })
})
