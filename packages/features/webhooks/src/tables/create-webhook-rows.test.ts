import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type WebhookWorld, webhookWorld } from '../../test/webhook-world.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

describe.each(ENGINES)('webhooks on %s', (engine) => {
  let world: WebhookWorld
  let clock: typeof world.clock
  let store: typeof world.store
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
  let tables: typeof world.tables
  beforeAll(async () => {
    world = await webhookWorld(engine)
    ;({ clock, store, now, actor, newAccount, newEndpoint, emit, mine, relay, claim, queueOf, due, log, tables } =
      world)
  })
  afterAll(() => world.close())

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

  it('refuses the secret of another endpoint in the place of its own', async () => {
    const accountId = await newAccount()
    for (const secret of ['whsec_one', 'whsec_other']) await newEndpoint(accountId, { secret })
    const [one, other] = await store().list({ accountId, environment: 'sandbox' })
    await world.swapSecrets(`${one?.id}`, `${other?.id}`)
    await expect(claim('worker', [`${one?.id}`])).rejects.toMatchObject({ code: 'SEALED_DATA_DAMAGED' })
    await world.swapSecrets(`${one?.id}`, `${other?.id}`)
  })

  it('gets no event that was committed before it was made, though that waits still', async () => {
    const accountId = await newAccount()
    await emit(accountId)
    clock.advance(1_000)
    const { id } = await newEndpoint(accountId)
    // A process whose clock is slow.
    clock.advance(-3_000)
    const [later = ''] = await emit(accountId)
    clock.advance(2_000)
    await relay(accountId)
    expect((await log(id)).map(({ eventId }) => eventId)).toEqual([later])
  })

  it('gets an event that was under way when it was made, and committed after', async () => {
    const accountId = await newAccount()
    let made: Promise<{ readonly id: string }> | null = null
    const emitted = await tables.transaction(function* (tx) {
      const told = yield* tx.emit({
        type: 'order.updated',
        accountId,
        environment: 'sandbox',
        data: { state: 'printed' },
      })
      let isMade = engine === 'sqlite3'
      made = newEndpoint(accountId)
      made.finally(() => {
        isMade = true
      })
      // On SQLite it waits for this one: there nothing is under way beside another write.
      while (!isMade) yield* tx.first(statements.newestEvent({ account_id: accountId, environment: 'sandbox' }))
      return told
    })
    const { id } = (await made) ?? { id: '' }
    await relay(accountId)
    expect((await log(id)).map(({ eventId }) => eventId)).toEqual(engine === 'pg' ? [emitted] : [])
  })

  it('keeps the events of a disabled endpoint, and replays them through a delivery queue of their own', async () => {
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
    expect(queueOf(await claim('one'), id, true)).toMatchObject({ queue: `${id}/replay` })
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
      const queue = queueOf(await claim('one', [id]), id)
      return [queue?.secret, queue?.nextSecret]
    }
    expect(await secrets()).toEqual(['whsec_old', null])
    const change = { id, owner: null, actor }
    await store().rotate(change, { secret: 'whsec_new', overlapMs: 60_000 })
    expect(await secrets()).toEqual(['whsec_old', 'whsec_new'])
    clock.advance(60_000)
    expect(await secrets()).toEqual(['whsec_new', null])
    await store().rotate(change, { secret: 'whsec_newest', overlapMs: 60_000 })
    expect(await secrets()).toEqual(['whsec_new', 'whsec_newest'])
    const row = await tables.first(statements.endpoint({ id, account_id: null, environment: null }))
    const kept = [row?.secret, row?.next_secret].map((sealed) => Buffer.from(sealed ?? []).toString('latin1'))
    expect(kept.join()).not.toContain('whsec_')
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

  it('looks at 2,000 attempts and hands on where it is, so that a state which no attempt has costs little', async () => {
    const accountId = await newAccount()
    const { id } = await newEndpoint(accountId)
    await emit(accountId, 'order.updated', 2_001)
    await relay(accountId)
    const page = async (cursor: string | null, status: 'delivered' | 'pending' = 'delivered') =>
      await store().deliveries({ id, owner: null }, { cursor, limit: 2, status })
    const first = await page(null)
    expect(first).toMatchObject({ items: [], next: expect.any(String) })
    expect(await page(first.next)).toEqual({ items: [], next: null })
    expect((await page(first.next, 'pending')).items).toHaveLength(1)
  })
})
