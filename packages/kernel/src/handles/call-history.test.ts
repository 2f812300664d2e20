import { AsyncResults, Calls, defineEndpoint, definePlugin, inr, modern, zero } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { carrier } from '../../test/carrier.ts'
import { ParcelProvider, parcels } from '../../test/parcels.ts'

/** Answers what the `Calls` handle says, as it is. */
const lookUp = defineEndpoint({
  ...{ id: 'look-up', method: 'GET', path: '/look-up', group: 'Test', summary: 'An earlier call' },
  ...{ envelope: modern, price: zero, replay: false, request: z.object({ of: z.string() }) },
  data: z.object({ found: z.unknown() }),
  needs: { calls: Calls },
  handle: async ({ request, calls, answer }) => answer({ found: await calls.find(request.of) }),
  fixtures: [],
})
const spyglass = definePlugin({ id: 'spyglass', contract: 1, endpoints: [lookUp] })
const DAY_MS = 86_400_000

async function shipping() {
  const upstream = carrier()
  const plugins = [parcels({ live: upstream.source }), spyglass()]
  const made = await createTestHost({ plugins, funds: inr('100') })
  const { host, keys } = made
  const send = (requestId: string) =>
    host.call('send-parcels', { to: 'Delhi', count: 2 }, keys.production, { requestId })
  const deliver = (reference: string, state: 'moving' | 'delivered' | 'lost') =>
    host.get(AsyncResults).deliver(ParcelProvider.operations.send, reference, { state })
  const find = async (of: string, key = keys.production) =>
    ((await host.call('look-up', { of }, key)).data as { found: Record<string, unknown> | null }).found
  return { ...made, upstream, send, deliver, find }
}
const referenceOf = (reply: { body: unknown }) => (reply.body as { data: { parcel: string } }).data.parcel

it('tells of a call that is done later what was last told of it, when, and what it cost', async () => {
  const { host, clock, send, deliver, find } = await shipping()
  const accepted = clock.now().toISOString()
  const reference = referenceOf(await send('one'))
  const call = { reference, endpoint: 'send-parcels', at: accepted, charged: inr('4'), refunded: 0 }
  expect(await find(reference)).toMatchObject({ ...call, state: 'pending', updatedAt: accepted, asyncResult: null })
  clock.advance(60_000)
  await deliver(reference, 'moving')
  const moved = clock.now().toISOString()
  const asyncResult = { parcel: reference, state: 'moving' }
  expect(await find('one')).toMatchObject({ ...call, state: 'pending', updatedAt: moved, asyncResult })
  await deliver(reference, 'lost')
  expect(await find('one')).toMatchObject({ state: 'failed', refunded: inr('4'), asyncResult: { state: 'lost' } })
  await host.stop()
})

it('knows how a call ended whose answer is no longer kept', async () => {
  const { host, store, clock, keys, upstream, find } = await shipping()
  const ask = async (requestId: string) => {
    await host.call('find-parcel', { id: 'p-1' }, keys.production, { requestId })
    return (await find(requestId))?.['reference'] as string
  }
  const yes = await ask('yes')
  upstream.state.behaviour = 'refuses'
  const no = await ask('no')
  expect(await find(yes)).toMatchObject({
    state: 'completed',
    charged: inr('0.50'),
    data: { id: 'p-1' },
    asyncResult: null,
  })
  expect(await find(no)).toMatchObject({ state: 'failed', charged: 0 })
  clock.advance(8 * DAY_MS)
  await store.billing.purge(clock.now().getTime() - 7 * DAY_MS)
  expect(await find(yes)).toMatchObject({ state: 'completed', data: null })
  expect(await find(no)).toMatchObject({ state: 'failed' })
  await host.stop()
})

it('finds nothing of an endpoint that the key may not call', async () => {
  const { host, store, account, send, find } = await shipping()
  const reference = referenceOf(await send('one'))
  const keyFor = async (...endpoints: string[]) => {
    const made = await store.keys.create({ accountId: account.id, environment: 'production', endpoints })
    return { id: made.key.id, apiKey: made.key.publicId, apiSecret: made.apiSecret }
  }
  const narrow = await keyFor('look-up')
  expect(await find(reference, narrow)).toBeNull()
  expect(await find('one', narrow)).toBeNull()
  expect(await find(reference, await keyFor('look-up', 'send-parcels'))).toMatchObject({ reference })
  await host.stop()
})

it('finds nothing of the other environment', async () => {
  const { host, keys, send, find } = await shipping()
  const reference = referenceOf(await send('one'))
  expect(await find(reference, keys.sandbox)).toBeNull()
  expect(await find('one', keys.sandbox)).toBeNull()
  expect(await find('no such thing!')).toBeNull()
  await host.stop()
})
