import {
  defineEndpoint,
  defineEnvelope,
  definePlugin,
  type Envelope,
  Envelopes,
  legacy,
  modern,
  verify,
  zero,
} from '@parakh/core'
import { checkEnvelope, createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const mine = defineEnvelope({
  name: 'mine',
  data: 'nested',
  success: z.object({ fine: z.literal(true) }),
  failure: z.object({ fine: z.literal(false), why: z.string(), fields: z.unknown() }),
  wrap: (_, body) => body({ fine: true }),
  fault: (fault, reply) => reply(fault.status, { fine: false, why: fault.code, fields: fault.fields }),
})
const echo = (id: string, envelope: Envelope | 'host') =>
  defineEndpoint({
    ...{ id, method: 'GET', path: `/${id}`, group: 'Echo', summary: 'Says it again', envelope, price: zero },
    request: z.object({ status: z.string() }),
    data: z.object({ status: z.string() }),
    handle: async ({ request, answer }) => answer(request),
    fixtures: [{ scenario: 'success', request: { status: 'a' } }],
  })
/** A plugin with an envelope, an endpoint that leaves its envelope to the host, and one that names its own. */
const plugin = definePlugin({
  id: 'echo',
  contract: 1,
  endpoints: [echo('of-the-host', 'host'), echo('of-its-own', verify)],
  contributes: [Envelopes.driver({ id: 'mine', options: z.object({}), needs: {}, make: () => mine })],
})
const beside = definePlugin({
  id: 'beside',
  contract: 1,
  endpoints: [
    defineEndpoint({
      ...{
        id: 'beside',
        method: 'GET',
        path: '/beside',
        group: 'Echo',
        summary: 'Says a word again',
        envelope: 'host',
      },
      price: zero,
      request: z.object({ word: z.string() }),
      data: z.object({ word: z.string() }),
      handle: async ({ request, answer }) => answer(request),
      fixtures: [{ scenario: 'success', request: { word: 'a' } }],
    }),
  ],
})
const hostWith = (envelope?: object) =>
  createTestHost({ plugins: [plugin()], ...(envelope === undefined ? {} : { envelope }) })
const bodies = async (envelope?: object) => {
  const { host, keys } = await hostWith(envelope)
  const call = async (id: string, input: object) => (await host.call(id, input, keys.sandbox)).body
  const made = {
    chosen: await call('of-the-host', { status: 'a' }),
    wrong: await call('of-the-host', {}),
    own: await call('of-its-own', { status: 'a' }),
    unknown: await call('nothing', {}),
  }
  await host.stop()
  return made
}

describe('the envelope that a configuration chooses', () => {
  it('is that of endpoints that leave it to the host, and of what belongs to no endpoint', async () => {
    const { chosen, wrong, own, unknown } = await bodies({ use: 'mine' })
    expect(chosen).toEqual({ fine: true, data: { status: 'a' } })
    expect(wrong).toMatchObject({ fine: false, why: 'VALIDATION_FAILED' })
    expect(unknown).toEqual({ fine: false, why: 'UNKNOWN_ENDPOINT' })
    expect(own).toMatchObject({ status: 'success', data: { status: 'a' } })
  })

  it('is modern where it chooses none', async () => {
    const { chosen, unknown } = await bodies()
    expect(chosen).toMatchObject({ success: true, data: { status: 'a' } })
    expect(unknown).toMatchObject({ success: false, error: { code: 'UNKNOWN_ENDPOINT' } })
  })

  it('may be one of the published ones, with options', async () => {
    expect(await bodies({ use: 'verify' })).toMatchObject({ chosen: { status: 'success', data: { status: 'a' } } })
    const { host } = await createTestHost({ plugins: [], envelope: { use: 'legacy', message: 'Found' } })
    expect(host.envelope.success.shape).toHaveProperty('message')
    await host.stop()
  })

  it('is refused where no plugin brings it, with those that there are', async () => {
    await expect(hostWith({ use: 'mien' })).rejects.toMatchObject({
      faults: [
        {
          code: 'DRIVER_UNKNOWN',
          path: 'envelope.use',
          message: expect.stringContaining('Allowed: modern, legacy, verify, mine'),
        },
      ],
    })
    await expect(hostWith({ use: 'mine', colour: 'red' })).rejects.toMatchObject({
      faults: [{ path: 'envelope.colour' }],
    })
  })

  it('spreads data where it spreads them, and nests those that would hide a field of its own', async () => {
    const { host, keys } = await createTestHost({ plugins: [plugin(), beside()], envelope: { use: 'legacy' } })
    const call = async (id: string, input: object) => await host.call(id, input, keys.sandbox)
    expect(await call('beside', { word: 'a' })).toMatchObject({
      body: { status: '200', word: 'a' },
      data: { word: 'a' },
    })
    expect(await call('of-the-host', { status: 'a' })).toMatchObject({
      ...{ body: { status: '200', data: { status: 'a' } }, data: { status: 'a' } },
    })
    await host.stop()
  })

  it('never says who may call: an endpoint that leaves it to the host needs the secret as ever', async () => {
    const auth = { accepts: ['key'], secret: 'optional' } as const
    const keyAlone = Envelopes.driver({
      ...{ id: 'key-alone', options: z.object({}), needs: {}, make: () => ({ ...mine, auth }) },
    })
    const mounted = definePlugin({ id: 'mounted', contract: 1, contributes: [keyAlone] })
    const { host, keys } = await createTestHost({ plugins: [plugin(), mounted()], envelope: keyAlone.use({}) })
    expect(await host.call('of-the-host', { status: 'a' }, { apiKey: keys.sandbox.apiKey })).toMatchObject({
      ...{ status: 401, body: { fine: false, why: 'INVALID_API_KEY' } },
    })
    await host.stop()
  })
})

describe('the published envelopes', () => {
  it.each([modern, verify, legacy(), legacy({ message: 'Found', money: false, upstreamStatus: 503 })])(
    '$name passes the suite of envelopes',
    (envelope) => expect(checkEnvelope(envelope)).toEqual([]),
  )
})
