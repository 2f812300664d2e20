import { randomBytes } from 'node:crypto'
import { eventBody, type WebhookLane, type WebhookResult, zero } from '@parakh/core'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from '../accounts/create-accounts.ts'
import { createAuditLog } from '../audit/create-audit-log.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { createOutbox } from '../outbox/create-outbox.ts'
import { createVault } from '../vault/create-vault.ts'
import { createWebhookStore } from './create-webhooks.ts'

const DAY_MS = 86_400_000
const RULES = { disableAfterMs: 5 * DAY_MS }

eachEngine('webhooks', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const masterKeys = [{ id: '1', value: randomBytes(32).toString('base64') }]
  const parts = () => ({
    database: database(),
    clock,
    ids,
    vault: createVault({ database: database(), clock, masterKeys }),
    now: async () => now(),
  })
  const store = () => createWebhookStore(parts())
  const outbox = () => createOutbox({ database: database(), clock })
  const now = (): number => clock.now().getTime()
  const actor = 'test'

  const newAccount = async (): Promise<string> =>
    (
      await createAccounts({ database: database(), clock, ids, sandboxCredit: zero }).create({
        name: 'A',
        role: 'developer',
      })
    ).id
  const newEndpoint = async (accountId: string, more: { events?: string[]; secret?: string; most?: number } = {}) =>
    await store().create({
      ...{ accountId, environment: 'sandbox', url: 'https://hooks.example.in/in', description: '', actor },
      ...{ events: more.events ?? null, secret: more.secret ?? 'whsec_one', most: more.most ?? 10 },
    })
  const emit = async (accountId: string, type = 'order.updated', count = 1): Promise<string[]> => {
    const events = Array.from({ length: count }, () => ids.next())
    await database().write(async (transaction) => {
      for (const id of events)
        await appendEvent(transaction, database(), {
          ...{ id, type, accountId, environment: 'sandbox', data: { state: 'printed' }, at: now() },
        })
    })
    return events
  }
  const mine = async (accountId: string) => (await outbox().read(5_000)).filter((one) => one.accountId === accountId)
  /** Hands the account's events on, as the relay does. */
  const relay = async (accountId: string): Promise<void> => {
    const events = await mine(accountId)
    await store().fanOut(events)
    await outbox().delivered(events.map(({ id }) => id))
  }
  const claim = (owner: string, keep: readonly string[] = []) =>
    store().lanes({ owner, at: now(), leaseMs: 5_000, keep, most: 1_000 })
  const laneOf = (lanes: readonly WebhookLane[], id: string, replays = false) =>
    lanes.find((lane) => lane.endpointId === id && lane.replays === replays)
  const due = async (lane: string, limit = 100, except: readonly string[] = []) =>
    await store().due([{ lane, limit, except }], now())
  const log = async (id: string) =>
    (await store().deliveries({ id, owner: null }, { cursor: null, limit: 1_000 })).items
  const result = (of: { id: string; endpointId: string }, more: Partial<WebhookResult> = {}): WebhookResult => ({
    ...{ id: of.id, endpointId: of.endpointId, status: 'delivered', httpStatus: 200, latencyMs: 3, error: null },
    ...{ responseExcerpt: 'ok', attemptedAt: now(), nextAt: null, gone: false, ...more },
  })
  const failure = { status: 'failed', httpStatus: 500, error: 'HTTP_STATUS' } as const

  it('makes one first attempt an event and endpoint, however often and from how many sides it is handed over', async () => {
    const accountId = await newAccount()
    const all = await newEndpoint(accountId)
    const orders = await newEndpoint(accountId, { events: ['order.*'] })
    const keys = await newEndpoint(accountId, { events: ['key.created'] })
    const [first = '', second = ''] = await emit(accountId, 'order.updated', 2)
    const [third = ''] = await emit(accountId, 'key.created')
    const events = await mine(accountId)
    await Promise.all([store().fanOut(events), store().fanOut(events), store().fanOut(events.slice(1))])
    await store().fanOut(events)
    const got = async (id: string) => (await log(id)).map(({ eventId }) => eventId).sort()
    expect(await got(all.id)).toEqual([first, second, third].sort())
    expect(await got(orders.id)).toEqual([first, second].sort())
    expect(await got(keys.id)).toEqual([third])
  })

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
      RULES,
    )
    expect(await due(endpoint.id)).toEqual([])
    clock.advance(5_000)
    expect(await due(endpoint.id)).toMatchObject([{ attempt: 2, body: first?.body, eventId: event?.id }])
  })

  it('gives a lane to one owner at a time, until its lease ends', async () => {
    const accountId = await newAccount()
    const endpoint = await newEndpoint(accountId)
    await emit(accountId)
    await relay(accountId)
    const both = await Promise.all([claim('one'), claim('two')])
    expect(both.map((lanes) => laneOf(lanes, endpoint.id)).filter(Boolean)).toHaveLength(1)
    const [holder, other] = laneOf(both[0], endpoint.id) ? ['one', 'two'] : ['two', 'one']
    clock.advance(4_000)
    expect(laneOf(await claim(other ?? ''), endpoint.id)).toBeUndefined()
    expect(laneOf(await claim(holder ?? ''), endpoint.id)).toBeDefined()
    clock.advance(4_000)
    expect(laneOf(await claim(other ?? ''), endpoint.id)).toBeUndefined()
    clock.advance(1_001)
    expect(laneOf(await claim(other ?? ''), endpoint.id)).toBeDefined()
    await store().release(other ?? '')
    expect(laneOf(await claim(holder ?? ''), endpoint.id)).toBeDefined()
  })

  it('keeps a lane that is worked on, and says when its endpoint is disabled meanwhile', async () => {
    const accountId = await newAccount()
    const endpoint = await newEndpoint(accountId)
    await emit(accountId)
    await relay(accountId)
    await claim('one')
    const change = { id: endpoint.id, owner: null, actor }
    await store().setStatus(change, 'disabled')
    expect(laneOf(await claim('one', [endpoint.id]), endpoint.id)).toMatchObject({ enabled: false })
    expect(await due(endpoint.id)).toEqual([])
    expect(await log(endpoint.id)).toMatchObject([{ status: 'failed', error: 'ENDPOINT_DISABLED' }])
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
    await Promise.all([store().record([failed], RULES), store().record([failed], RULES)])
    expect(await log(endpoint.id)).toMatchObject([
      { attempt: 2, status: 'pending', attemptedAt: null, scheduledAt: new Date(now() + 1) },
      { attempt: 1, status: 'failed', httpStatus: 500, latencyMs: 3, error: 'HTTP_STATUS', responseExcerpt: 'no' },
    ])
    clock.advance(1)
    const [second] = await due(endpoint.id)
    await store().record([result({ id: second?.id ?? '', endpointId: endpoint.id })], RULES)
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
      RULES,
    )
    const get = (id: string) => store().get({ id, owner: null })
    expect(await get(gone.id)).toMatchObject({ status: 'disabled', disabledReason: 'GONE' })
    expect(await get(failing.id)).toMatchObject({ status: 'enabled', failingSince: clock.now() })
    clock.advance(5 * DAY_MS)
    await store().record([result(await attemptOf(failing.id), next)], RULES)
    expect(await get(failing.id)).toMatchObject({ status: 'disabled', disabledReason: 'FAILING' })
    expect(await get(witness.id)).toMatchObject({ status: 'enabled', failingSince: null })
    const told = (await mine(accountId)).filter(({ type }) => type === 'webhook.disabled').map(({ data }) => data)
    expect(told).toEqual([
      { endpoint_id: gone.id, reason: 'GONE' },
      { endpoint_id: failing.id, reason: 'FAILING' },
    ])
    const entries = await createAuditLog({ database: database(), clock, ids }).list({
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
    await store().record([result({ id: first?.id ?? '', endpointId: id }, failure)], RULES)
    await store().record([result({ id: second?.id ?? '', endpointId: id })], RULES)
    expect(await store().get({ id, owner: null })).toMatchObject({ failingSince: null })
  })

  it('keeps what came while an endpoint was disabled, and replays it in a lane of its own', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    const change = { id, owner: null, actor }
    const since = now()
    await store().setStatus(change, 'disabled')
    const missed = await emit(accountId, 'order.updated', 3)
    await relay(accountId)
    const range = { since, until: now() + 1, status: 'failed', dryRun: false, cap: 10 } as const
    await expect(store().replayRange(change, range)).rejects.toMatchObject({ code: 'WEBHOOK_DISABLED' })
    await store().setStatus(change, 'enabled')
    expect(await store().replayRange(change, { ...range, dryRun: true })).toEqual({ events: 3, cap: 10 })
    expect(await due(`${id}/replay`)).toEqual([])
    await expect(store().replayRange(change, { ...range, cap: 2 })).rejects.toMatchObject({
      code: 'WEBHOOK_REPLAY_TOO_LARGE',
    })
    expect(await store().replayRange(change, range)).toEqual({ events: 3, cap: 10 })
    // What is under way already is not sent a third time.
    expect(await store().replayRange(change, range)).toEqual({ events: 0, cap: 10 })
    expect(laneOf(await claim('one'), id, true)).toMatchObject({ lane: `${id}/replay` })
    expect((await due(`${id}/replay`)).map(({ eventId }) => eventId).sort()).toEqual([...missed].sort())
    expect((await log(id)).filter(({ replayOf }) => replayOf !== null)).toHaveLength(3)
  })

  it('replays a range as a whole, through the filter of the endpoint', async () => {
    const accountId = await newAccount()
    const since = now()
    await emit(accountId, 'order.updated', 2)
    await emit(accountId, 'key.created')
    clock.advance(10)
    await emit(accountId, 'order.updated')
    const { id } = await newEndpoint(accountId, { events: ['order.updated'] })
    const range = { since, until: since + 10, dryRun: false, cap: 10 }
    expect(await store().replayRange({ id, owner: null, actor }, range)).toEqual({ events: 2, cap: 10 })
    expect(await due(`${id}/replay`)).toHaveLength(2)
  })

  it('replays one event with its id and bytes, or as a new one that names it', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    const [event = ''] = await emit(accountId)
    await relay(accountId)
    const [first] = await due(id)
    const change = { id: event, owner: { accountId, environment: 'sandbox' }, actor } as const
    expect(await store().replayEvent(change, { asNew: false })).toEqual({ eventId: event, endpoints: 1 })
    expect(await due(`${id}/replay`)).toMatchObject([{ eventId: event, body: first?.body }])
    const again = await store().replayEvent(change, { asNew: true })
    expect(again).toMatchObject({ endpoints: 1 })
    await relay(accountId)
    const anew = (await due(id)).find(({ eventId }) => eventId === again.eventId)
    expect(JSON.parse(Buffer.from(anew?.body ?? []).toString())).toMatchObject({ id: again.eventId, replay_of: event })
    const stranger = { ...change, owner: { accountId: await newAccount(), environment: 'sandbox' } as const }
    await expect(store().replayEvent(stranger, { asNew: false })).rejects.toMatchObject({
      code: 'WEBHOOK_EVENT_NOT_FOUND',
    })
  })

  it('sends a test to its endpoint alone', async () => {
    const accountId = await newAccount()
    const [tested, other] = [await newEndpoint(accountId, { events: ['order.updated'] }), await newEndpoint(accountId)]
    const event = await store().test({ id: tested.id, owner: null, actor })
    await relay(accountId)
    expect(await due(tested.id)).toMatchObject([{ eventId: event }])
    expect(await due(other.id)).toEqual([])
  })

  it('signs with both secrets while they overlap, and with the new one after', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId, { secret: 'whsec_old' })
    await emit(accountId)
    await relay(accountId)
    const secrets = async () => {
      const lane = laneOf(await claim('one', [id]), id)
      return [lane?.secret, lane?.nextSecret]
    }
    expect(await secrets()).toEqual(['whsec_old', null])
    const change = { id, owner: null, actor }
    await store().rotate(change, { secret: 'whsec_new', overlapMs: 60_000 })
    expect(await secrets()).toEqual(['whsec_old', 'whsec_new'])
    clock.advance(60_000)
    expect(await secrets()).toEqual(['whsec_new', null])
    await store().rotate(change, { secret: 'whsec_newest', overlapMs: 60_000 })
    expect(await secrets()).toEqual(['whsec_new', 'whsec_newest'])
    const rows: readonly object[] = await database().knex(database().table('webhook_endpoint')).where({ id })
    expect(JSON.stringify(rows)).not.toContain('whsec_')
  })

  it('finds no endpoint of another account or environment', async () => {
    const [accountId, stranger] = [await newAccount(), await newAccount()]
    const { id } = await newEndpoint(accountId)
    const notFound = { code: 'WEBHOOK_NOT_FOUND' }
    for (const owner of [
      { accountId: stranger, environment: 'sandbox' },
      { accountId, environment: 'production' },
    ] as const) {
      await expect(store().get({ id, owner })).rejects.toMatchObject(notFound)
      await expect(store().remove({ id, owner, actor })).rejects.toMatchObject(notFound)
      await expect(store().deliveries({ id, owner }, { cursor: null, limit: 1 })).rejects.toMatchObject(notFound)
      expect(await store().list(owner)).toEqual([])
    }
    await store().remove({ id, owner: { accountId, environment: 'sandbox' }, actor })
    await expect(store().get({ id, owner: null })).rejects.toMatchObject(notFound)
  })

  it('has no more endpoints than are allowed', async () => {
    const accountId = await newAccount()
    await newEndpoint(accountId, { most: 1 })
    await expect(newEndpoint(accountId, { most: 1 })).rejects.toMatchObject({ code: 'WEBHOOK_TOO_MANY' })
    await expect(newEndpoint('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('gives the log page by page, newest first', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    await emit(accountId, 'order.updated', 3)
    await relay(accountId)
    const page = async (cursor: string | null) => await store().deliveries({ id, owner: null }, { cursor, limit: 2 })
    const first = await page(null)
    const second = await page(first.next)
    expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null])
    expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(3)
  })

  it('forgets what is past its retention, but nothing that is still to come', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    await emit(accountId, 'order.updated', 2)
    await relay(accountId)
    const [first] = await due(id)
    await store().record([result({ id: first?.id ?? '', endpointId: id })], RULES)
    clock.advance(DAY_MS)
    expect(await store().purge(now())).toBeGreaterThanOrEqual(1)
    expect(await log(id)).toMatchObject([{ status: 'pending' }])
    expect(await due(id)).toHaveLength(1)
  })
})
