import { CONTRACT, definePlugin, inr, type SourceRouter, SourceRouters, UpstreamError } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

/** A router of which each test says what it does. */
const told: { order: SourceRouter['order'] } = { order: (sources) => sources.map(({ name }) => name) }
const toldRouter = definePlugin({
  ...{ id: 'told-router', contract: CONTRACT },
  contributes: [
    SourceRouters.driver({
      ...{ id: 'told', options: z.object({ first: z.string().optional() }), needs: {} },
      names: ({ first }) => (first === undefined ? [] : [first]),
      make: () => ({ order: (sources, question) => told.order(sources, question) }),
    }),
  ],
})
const TOLD = { use: 'told', options: {} }

async function open(routing: object, costs: Readonly<Record<string, string>> = {}) {
  const sources = ['acme', 'globex', 'initech'].map((name) => ({ name, ...carrier(name) }))
  const live = sources.map(({ name, source }) => ({
    ...{ ...source, name },
    ...(costs[name] === undefined ? {} : { costs: { find: costs[name] } }),
  }))
  const plugins = [parcels({ live, routing } as Parameters<typeof parcels>[0]), toldRouter()]
  const made = await createTestHost({ plugins, funds: inr('100') })
  const asked = () => sources.filter(({ state }) => state.asked > 0).map(({ name }) => name)
  const find = async (requestId: string) =>
    (await made.host.call('find-parcel', { id: 'p-1' }, made.keys.production, { requestId })).status
  return { ...made, sources, asked, find }
}
const faultsOf = async (routing: object, live?: readonly object[]): Promise<readonly string[]> => {
  const given = live ?? [{ ...carrier('first').source, name: 'acme' }]
  const made = createTestHost({ plugins: [parcels({ live: given, routing } as never), toldRouter()] })
  const refused: unknown = await made.then(
    ({ host }) => host.stop(),
    (error: unknown) => error,
  )
  if (typeof refused !== 'object' || refused === null || !('faults' in refused)) return []
  return (refused.faults as readonly { path: string; message: string }[]).map(
    ({ path, message }) => `${path} ${message}`,
  )
}

it('asks sources in the order of the router, which is told what each costs, and the next one where one fails', async () => {
  const { host, sources, asked, find } = await open({ use: 'cheapest' }, { acme: '0.30', initech: '0.10' })
  expect(await find('one')).toBe(200)
  expect(asked()).toEqual(['initech'])
  for (const { name, state } of sources) if (name === 'initech') state.behaviour = 'is-down'
  expect(await find('two')).toBe(200)
  expect(asked()).toEqual(['acme', 'initech'])
  await host.stop()
})

it('tells a router the sources that serve the operation and whose call it is, and routes the operations that are named', async () => {
  const { host, account, keys, find } = await open({ find: TOLD }, { acme: '0.30' })
  const questions: unknown[] = []
  told.order = (sources, question) => {
    questions.push(sources, question)
    return sources.map(({ name }) => name)
  }
  await find('one')
  await host.call('send-parcels', { to: 'Delhi', count: 1 }, keys.production, { requestId: 'two' })
  await host.call('find-parcel', { id: 'p-1' }, keys.sandbox, { requestId: 'three' })
  const closed = { circuit: 'closed' }
  expect(questions).toEqual([
    [
      { name: 'acme', cost: inr('0.30'), ...closed },
      { name: 'globex', cost: null, ...closed },
      { name: 'initech', cost: null, ...closed },
    ],
    { accountId: account.id, operation: 'find', reference: expect.any(String) },
  ])
  await host.stop()
})

it.each<readonly [string, SourceRouter['order'], object]>([
  ['gives no list', () => [].at(0) as never, { reason: expect.stringContaining('order') }],
  [
    'throws an error',
    () => {
      throw new UpstreamError('denied', 'no')
    },
    { reason: 'it threw' },
  ],
  ['leaves a source out', (sources) => sources.slice(1).map(({ name }) => name), {}],
  ['invents one', () => ['acme', 'globex', 'hooli'], {}],
  ['has one twice', () => ['acme', 'globex', 'globex'], {}],
])('asks in the order of the configuration where a router %s, and logs it', async (_, order, facts) => {
  const { host, asked, find, logger } = await open({ use: 'told' })
  told.order = order
  expect(await find('one')).toBe(200)
  expect(asked()).toEqual(['acme'])
  const of = { plugin: 'parcels', operation: 'find', reference: expect.any(String), ...facts }
  expect(logger.of('upstream.not_routed')).toMatchObject([{ level: 'error', facts: of }])
  await host.stop()
})

it('sends a write on only where no byte left, and asks its status where it was sent', async () => {
  const { host, sources, keys, store, clock } = await open({ send: TOLD })
  told.order = () => ['initech', 'globex', 'acme']
  const [acme, globex, initech] = sources.map(({ state }) => state)
  if (!acme || !globex || !initech) throw new Error('there are three')
  initech.behaviour = 'cannot-be-reached'
  globex.behaviour = 'loses-the-reply'
  const sent = await host.call('send-parcels', { to: 'Delhi', count: 1 }, keys.production, { requestId: 'one' })
  expect(sent).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
  expect([acme.sent.length, globex.sent.length]).toEqual([0, 1])
  const [call] = await store.billing.unresolved(clock.now().getTime() + 1e9, 1)
  expect(call?.provider).toBe('parcels/globex')
  await host.stop()
})

it('costs one source and the order of the configuration nothing', async () => {
  const { host, find } = await open({ use: 'ordered' })
  const source = { ...carrier('first').source, name: 'acme' }
  const alone = await createTestHost({ plugins: [parcels({ live: source, routing: TOLD }), toldRouter()] })
  let routed = 0
  told.order = (sources) => {
    routed += 1
    return sources.map(({ name }) => name)
  }
  await find('one')
  await alone.host.call('find-parcel', { id: 'p-1' }, alone.keys.production)
  expect(routed).toBe(0)
  await host.stop()
  await alone.host.stop()
})

it('refuses what is no router, an unknown operation or source, and sources without a name', async () => {
  expect(await faultsOf({ find: { use: 'weighted', weights: { acme: 1 } } })).toEqual([])
  expect(await faultsOf({ use: 'cheapst' })).toEqual([expect.stringMatching(/^plugins.parcels.routing.use .*cheapest/)])
  expect(await faultsOf({ fnd: { use: 'cheapest' } })).toEqual([
    expect.stringMatching(/^plugins.parcels.routing.fnd .*find, send/),
  ])
  expect(await faultsOf({ find: 'cheapest' })).toEqual([expect.stringContaining('plugins.parcels.routing.find.use')])
  expect(await faultsOf({ use: 'weighted', weights: { acne: 1 } })).toEqual([
    expect.stringMatching(/^plugins.parcels.routing names "acne", which is no entry of live.*acme/),
  ])
  expect(await faultsOf({ find: { use: 'by-account', accounts: { 'a-1': 'globex' } } })).toEqual([
    expect.stringContaining('plugins.parcels.routing.find names "globex"'),
  ])
  expect(await faultsOf({ use: 'weighted', wieghts: {} })).toEqual(
    expect.arrayContaining([expect.stringContaining('plugins.parcels.routing.wieghts')]),
  )
  expect(await faultsOf({ use: 'cheapest' }, [{ ...carrier('first').source, name: 'acme', dailyCap: 0 }])).toEqual([
    expect.stringContaining('plugins.parcels.live.0.dailyCap must be at least 1'),
  ])
  expect(await faultsOf({ use: 'cheapest' }, [carrier('first').source])).toEqual([
    expect.stringContaining('plugins.parcels.live.0.name is required beside routing'),
  ])
})
