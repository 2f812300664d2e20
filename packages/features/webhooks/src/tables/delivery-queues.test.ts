import { eventBody } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type WebhookWorld, webhookWorld } from '../../test/webhook-world.ts'
import { lockEndpoint } from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

const DAY_MS = 86_400_000

describe.each(ENGINES)('delivery queues of webhooks on %s', (engine) => {
  let world: WebhookWorld
  let clock: typeof world.clock
  let store: typeof world.store
  let outbox: typeof world.outbox
  let now: typeof world.now
  let actor: typeof world.actor
  let newAccount: typeof world.newAccount
  let newEndpoint: typeof world.newEndpoint
  let emit: typeof world.emit
  let mine: typeof world.mine
  let relay: typeof world.relay
  let claim: typeof world.claim
  let queueOf: typeof world.queueOf
  let due: typeof world.due
  let log: typeof world.log
  let result: typeof world.result
  let failure: typeof world.failure
  let rules: typeof world.rules
  let tables: typeof world.tables
  let opened: typeof world.opened
  beforeAll(async () => {
    world = await webhookWorld(engine)
    ;({
      clock,
      store,
      outbox,
      now,
      actor,
      newAccount,
      newEndpoint,
      emit,
      mine,
      relay,
      claim,
      queueOf,
      due,
      log,
      result,
      failure,
      rules,
      tables,
      opened,
    } = world)
  })
  afterAll(() => world.close())

  it('posts the same bytes at each attempt', async () => {
    const accountId = await newAccount()
    const endpoint = await newEndpoint(accountId)
    await emit(accountId)
    const [event] = await mine(accountId)
    await relay(accountId)
    await claim('one')
    const [first] = await due(endpoint.id)
    expect(Buffer.from(first?.body ?? []).toString()).toBe(event && eventBody(event))
    await store().record(
      [result({ id: first?.id ?? '', endpointId: endpoint.id }, { ...failure, nextAt: now() + 5_000 })],
      rules,
    )
    expect(await due(endpoint.id)).toEqual([])
    clock.advance(5_000)
    expect(await due(endpoint.id)).toMatchObject([{ attempt: 2, body: first?.body, eventId: event?.id }])
  })

  it('tells which attempt was made last: a retry too, whose id is older than a newer event', async () => {
    const accountId = await newAccount()
    const [endpoint, silent] = [
      await newEndpoint(accountId, { events: ['order.updated'] }),
      await newEndpoint(accountId, { events: ['key.created'] }),
    ]
    const last = () => store().lastAttempts([endpoint.id, silent.id])
    expect(await last()).toEqual([])
    const [retried = ''] = await emit(accountId)
    await relay(accountId)
    const end = async (more: Parameters<typeof result>[1]) => {
      const [attempt] = await due(endpoint.id)
      await store().record([result({ id: attempt?.id ?? '', endpointId: endpoint.id }, more)], rules)
    }
    await end({ ...failure, nextAt: now() + 5_000 })
    clock.advance(1_000)
    const [newer = ''] = await emit(accountId)
    await relay(accountId)
    await end({})
    expect(await last()).toMatchObject([{ endpointId: endpoint.id, eventId: newer, attempt: 1, httpStatus: 200 }])
    clock.advance(4_000)
    await end({ ...failure, httpStatus: 503, nextAt: now() + 60_000 })
    expect(await last()).toMatchObject([{ eventId: retried, attempt: 2, httpStatus: 503, attemptedAt: clock.now() }])
    // What waits, and what was kept for a replay, was not made.
    await store().setStatus({ id: endpoint.id, owner: null, actor }, 'disabled')
    expect(await last()).toMatchObject([{ eventId: retried, httpStatus: 503 }])
  })

  it('leases a queue to one owner at a time, until the lease ends', async () => {
    const accountId = await newAccount()
    const endpoint = await newEndpoint(accountId)
    await emit(accountId)
    await relay(accountId)
    const both = await Promise.all([claim('one'), claim('two')])
    expect(both.map((queues) => queueOf(queues, endpoint.id)).filter(Boolean)).toHaveLength(1)
    const [holder, other] = queueOf(both[0], endpoint.id) ? ['one', 'two'] : ['two', 'one']
    clock.advance(4_000)
    expect(queueOf(await claim(other ?? ''), endpoint.id)).toBeUndefined()
    expect(queueOf(await claim(holder ?? ''), endpoint.id)).toBeDefined()
    clock.advance(4_000)
    expect(queueOf(await claim(other ?? ''), endpoint.id)).toBeUndefined()
    clock.advance(1_001)
    expect(queueOf(await claim(other ?? ''), endpoint.id)).toBeDefined()
    await store().release(other ?? '')
    expect(queueOf(await claim(holder ?? ''), endpoint.id)).toBeDefined()
  })

  it('keeps the lease of a queue whose endpoint row is locked by another transaction', async () => {
    const accountId = await newAccount()
    const endpoint = await newEndpoint(accountId)
    await emit(accountId)
    await relay(accountId)
    await claim('one')
    clock.advance(3_000)
    // On SQLite nobody writes beside another one: it would wait for itself.
    let seen: Awaited<ReturnType<typeof claim>> | null = null
    if (engine === 'pg') {
      await tables.transaction(function* (tx) {
        yield* lockEndpoint(tx, { id: endpoint.id, owner: null })
        void claim('one').then((queues) => {
          seen = queues
        })
        while (!seen) yield* tx.first(statements.endpoint({ id: endpoint.id, account_id: null, environment: null }))
      })
      expect(queueOf(seen ?? [], endpoint.id)).toBeDefined()
    }
    expect(queueOf(await claim('one'), endpoint.id)).toBeDefined()
  })

  it('renews the lease of a queue with attempts in flight, and reports that its endpoint was disabled meanwhile', async () => {
    const accountId = await newAccount()
    const endpoint = await newEndpoint(accountId)
    await emit(accountId)
    await relay(accountId)
    await claim('one')
    const change = { id: endpoint.id, owner: null, actor }
    await store().setStatus(change, 'disabled')
    expect(queueOf(await claim('one', [endpoint.id]), endpoint.id)).toMatchObject({ enabled: false })
    expect(await due(endpoint.id)).toEqual([])
    expect(await log(endpoint.id)).toMatchObject([{ status: 'failed', error: 'ENDPOINT_DISABLED' }])
  })

  it('keeps for a replay what was handed on while its endpoint was being disabled', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    await emit(accountId)
    const events = await mine(accountId)
    // As it stands when the two meet: disabled, with an attempt that was written a moment later.
    await store().fanOut(events)
    await tables.transaction((tx) => tx.run(statements.disableEndpoint({ id, reason: 'REQUESTED' })))
    expect(queueOf(await claim('one'), id)).toMatchObject({ enabled: false })
    expect(await log(id)).toMatchObject([{ status: 'failed', error: 'ENDPOINT_DISABLED' }])
    expect(queueOf(await claim('one'), id)).toBeUndefined()
    const change = { id, owner: null, actor }
    await store().setStatus(change, 'enabled')
    expect(await due(id)).toEqual([])
    const range = { since: 0, until: now() + 1, status: 'failed', dryRun: true, cap: 10 } as const
    expect(await store().replayRange(change, range)).toMatchObject({ events: 1 })
  })

  it('writes down each attempt and the one that follows, once, also when two processes tell of it', async () => {
    const accountId = await newAccount()
    const endpoint = await newEndpoint(accountId)
    await emit(accountId)
    await relay(accountId)
    const [first] = await due(endpoint.id)
    const failed = result(
      { id: first?.id ?? '', endpointId: endpoint.id },
      { ...failure, nextAt: now() + 1, responseExcerpt: 'no' },
    )
    await Promise.all([store().record([failed], rules), store().record([failed], rules)])
    expect(await log(endpoint.id)).toMatchObject([
      { attempt: 2, status: 'pending', attemptedAt: null, scheduledAt: new Date(now() + 1) },
      { attempt: 1, status: 'failed', httpStatus: 500, latencyMs: 3, error: 'HTTP_STATUS', responseExcerpt: 'no' },
    ])
    clock.advance(1)
    const [second] = await due(endpoint.id)
    await store().record([result({ id: second?.id ?? '', endpointId: endpoint.id })], rules)
    expect((await log(endpoint.id)).map(({ status }) => status)).toEqual(['delivered', 'failed'])
  })

  it('disables an endpoint that is gone, or that failed for five days, and tells the others of it', async () => {
    const accountId = await newAccount()
    const [gone, failing, witness] = [
      await newEndpoint(accountId),
      await newEndpoint(accountId),
      await newEndpoint(accountId),
    ]
    await emit(accountId)
    await relay(accountId)
    const attemptOf = async (id: string) => ({ id: (await due(id))[0]?.id ?? '', endpointId: id })
    const next = { ...failure, nextAt: now() + 1_000 }
    await store().record(
      [
        result(await attemptOf(gone.id), { ...failure, httpStatus: 410, gone: true }),
        result(await attemptOf(failing.id), next),
      ],
      rules,
    )
    const get = (id: string) => store().get({ id, owner: null })
    expect(await get(gone.id)).toMatchObject({ status: 'disabled', disabledReason: 'GONE' })
    expect(await get(failing.id)).toMatchObject({ status: 'enabled', failingSince: clock.now() })
    clock.advance(5 * DAY_MS)
    await store().record([result(await attemptOf(failing.id), next)], rules)
    expect(await get(failing.id)).toMatchObject({ status: 'disabled', disabledReason: 'FAILING' })
    expect(await get(witness.id)).toMatchObject({ status: 'enabled', failingSince: null })
    const told = (await mine(accountId)).filter(({ type }) => type === 'webhook.disabled').map(({ data }) => data)
    expect(told).toEqual([
      { endpoint_id: gone.id, reason: 'GONE' },
      { endpoint_id: failing.id, reason: 'FAILING' },
    ])
    const entries = await opened.audit.list({
      ...{ accountIds: [accountId], action: 'webhook.disable', cursor: null, limit: 10 },
    })
    expect(entries.items.map((entry) => entry.actor)).toEqual(['system:webhooks', 'system:webhooks'])
  })

  it('forgets the failures of an endpoint that answers again', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    await emit(accountId, 'order.updated', 2)
    await relay(accountId)
    const [first, second] = await due(id)
    await store().record([result({ id: first?.id ?? '', endpointId: id }, failure)], rules)
    await store().record([result({ id: second?.id ?? '', endpointId: id })], rules)
    expect(await store().get({ id, owner: null })).toMatchObject({ failingSince: null })
  })

  it('tells what waits, for how long, and how endpoints stand', async () => {
    const before = await store().backlog()
    const accountId = await newAccount()
    const [, gone] = [await newEndpoint(accountId), await newEndpoint(accountId)]
    await emit(accountId, 'order.updated', 2)
    await relay(accountId)
    const [first] = await due(gone.id)
    await store().record(
      [result({ id: first?.id ?? '', endpointId: gone.id }, { ...failure, httpStatus: 410, gone: true })],
      rules,
    )
    clock.advance(30 * DAY_MS)
    const { pending, oldestDueMs, endpoints } = await store().backlog()
    expect(pending - before.pending).toBe(2)
    expect(oldestDueMs).toBeGreaterThanOrEqual(30 * DAY_MS)
    expect(endpoints.enabled - before.endpoints.enabled).toBe(1)
    expect(endpoints.GONE - before.endpoints.GONE).toBe(1)
    const pendingOf = async ({ id: of }: { readonly id: string }) =>
      (await store().deliveries({ id: of, owner: null }, { cursor: null, limit: 1_000, status: 'pending' })).items
    const waiting = (await Promise.all((await store().list(null)).map(pendingOf))).flat()
    await outbox().delivered((await outbox().read(5_000)).map((event) => event.id))
    const done = waiting.map((attempt) => result(attempt))
    await store().record(done, rules)
    expect(await store().backlog()).toMatchObject({ pending: 0, oldestDueMs: 0 })
  })

  it('forgets what is past its retention, but nothing that is still to come', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    await emit(accountId, 'order.updated', 2)
    await relay(accountId)
    const [first] = await due(id)
    await store().record([result({ id: first?.id ?? '', endpointId: id })], rules)
    clock.advance(DAY_MS)
    expect(await store().purge(now())).toBeGreaterThanOrEqual(1)
    expect(await log(id)).toMatchObject([{ status: 'pending' }])
    expect(await due(id)).toHaveLength(1)
  })
})
