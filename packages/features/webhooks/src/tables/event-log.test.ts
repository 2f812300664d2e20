import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type WebhookWorld, webhookWorld } from '../../test/webhook-world.ts'

describe.each(ENGINES)('the log of events on %s', (engine) => {
  let world: WebhookWorld
  beforeAll(async () => {
    world = await webhookWorld(engine)
  })
  afterAll(() => world.close())

  const walletOf = (accountId: string) => ({ accountId, environment: 'sandbox' }) as const
  const FIRST = { cursor: null, limit: 100 } as const
  const events = async (accountId: string, query: object = {}) =>
    await world.store().events(walletOf(accountId), { ...FIRST, ...query })
  const idsOf = async (accountId: string, query: object = {}) =>
    (await events(accountId, query)).items.map(({ id }) => id)
  /** Claims what is due of an endpoint, and records a result for each attempt. */
  const answer = async (endpointId: string, more: object) => {
    const { queue = '' } = world.queueOf(await world.claim('worker'), endpointId) ?? {}
    const due = await world.due(queue)
    await world.store().record(
      due.map((one) => world.result(one, more)),
      world.rules,
    )
  }

  it('lists events newest first with what became of each at each endpoint', async () => {
    const accountId = await world.newAccount()
    const all = await world.newEndpoint(accountId)
    const orders = await world.newEndpoint(accountId, { events: ['order.*'] })
    const [order = ''] = await world.emit(accountId, 'order.updated')
    const [key = ''] = await world.emit(accountId, 'key.created')
    await world.relay(accountId)
    await answer(all.id, {})
    await answer(orders.id, { ...world.failure, nextAt: world.now() + 5_000 })
    const { items, next } = await events(accountId)
    expect(next).toBeNull()
    expect(items.map(({ id, type }) => [id, type])).toEqual([
      [key, 'key.created'],
      [order, 'order.updated'],
    ])
    const delivered = { endpointId: all.id, status: 'delivered', attempts: 1, httpStatus: 200, nextAt: null }
    expect(items[0]?.deliveries).toMatchObject([delivered])
    expect(items[1]?.deliveries.find(({ endpointId }) => endpointId === orders.id)).toMatchObject({
      ...{ status: 'retrying', attempts: 1, httpStatus: 500, error: 'HTTP_STATUS' },
      nextAt: new Date(world.now() + 5_000),
    })
  })

  it('finds events by type, state, endpoint and time', async () => {
    const accountId = await world.newAccount()
    const one = await world.newEndpoint(accountId, { events: ['order.*'] })
    const other = await world.newEndpoint(accountId, { events: ['key.*'] })
    const [order = ''] = await world.emit(accountId, 'order.updated')
    await world.relay(accountId)
    await answer(one.id, { ...world.failure, status: 'exhausted' })
    world.clock.advance(60_000)
    const between = world.clock.now()
    const [key = ''] = await world.emit(accountId, 'key.created')
    await world.relay(accountId)
    expect(await idsOf(accountId, { type: 'order.updated' })).toEqual([order])
    expect(await idsOf(accountId, { status: 'failed' })).toEqual([order])
    expect(await idsOf(accountId, { status: 'pending' })).toEqual([key])
    expect(await idsOf(accountId, { status: 'delivered' })).toEqual([])
    expect(await idsOf(accountId, { endpointId: other.id })).toEqual([key])
    expect(await idsOf(accountId, { endpointId: other.id, status: 'failed' })).toEqual([])
    expect(await idsOf(accountId, { since: between })).toEqual([key])
    expect(await idsOf(accountId, { until: between })).toEqual([order])
    await answer(other.id, {})
    expect(await idsOf(accountId, { status: 'delivered' })).toEqual([key])
  })

  it('is delivered once an attempt was taken, though a retry of before is still to come', async () => {
    const accountId = await world.newAccount()
    const { id: endpointId } = await world.newEndpoint(accountId)
    const [id = ''] = await world.emit(accountId)
    await world.relay(accountId)
    await answer(endpointId, { ...world.failure, nextAt: world.now() + 60_000 })
    expect(await idsOf(accountId, { status: 'retrying' })).toEqual([id])
    await world.store().replayEvent({ id, owner: null, actor: 'test' }, { asNew: false })
    const { queue = '' } = world.queueOf(await world.claim('worker'), endpointId, true) ?? {}
    const due = await world.due(queue)
    await world.store().record(
      due.map((one) => world.result(one)),
      world.rules,
    )
    expect(await idsOf(accountId, { status: 'delivered' })).toEqual([id])
    expect(await idsOf(accountId, { status: 'retrying' })).toEqual([])
    expect((await events(accountId)).items[0]?.deliveries).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  it('pages through all of them, none twice', async () => {
    const accountId = await world.newAccount()
    const made = await world.emit(accountId, 'order.updated', 7)
    const found: string[] = []
    for (let cursor: string | null = null, first = true; first || cursor; first = false) {
      const { items, next } = await events(accountId, { cursor, limit: 3 })
      found.push(...items.map(({ id }) => id))
      cursor = next
    }
    expect(found).toEqual(made.toReversed())
  })

  it('looks at 2,000 events and hands on where it is, so that a filter that matches little costs little', async () => {
    const accountId = await world.newAccount()
    const [key = ''] = await world.emit(accountId, 'key.created')
    await world.emit(accountId, 'order.updated', 2_000)
    const first = await events(accountId, { type: 'key.created' })
    expect(first).toMatchObject({ items: [], next: expect.any(String) })
    const second = await events(accountId, { type: 'key.created', cursor: first.next })
    expect(second.items.map(({ id }) => id)).toEqual([key])
    expect(second.next).toBeNull()
    const since = world.clock.now()
    world.clock.advance(120_000)
    await world.emit(accountId, 'order.updated', 2_000)
    world.clock.advance(120_000)
    expect(await events(accountId, { type: 'key.created', since: world.clock.now() })).toEqual({
      items: [],
      next: null,
    })
    expect((await events(accountId, { type: 'key.created', since })).next).not.toBeNull()
  })

  it('shows what is posted of an event byte by byte, also where nothing was posted yet, to its account alone', async () => {
    const accountId = await world.newAccount()
    const { id: endpointId } = await world.newEndpoint(accountId)
    const [id = ''] = await world.emit(accountId)
    const before = await world.store().event(walletOf(accountId), id)
    await world.relay(accountId)
    const { queue = '' } = world.queueOf(await world.claim('worker'), endpointId) ?? {}
    const [due] = await world.due(queue)
    await answer(endpointId, { ...world.failure, nextAt: world.now() })
    const event = await world.store().event(walletOf(accountId), id)
    expect(event.body).toBe(Buffer.from(due?.body ?? []).toString())
    expect(before.body).toBe(event.body)
    expect(event.attempts.map(({ status, responseExcerpt }) => [status, responseExcerpt])).toEqual([
      ['pending', null],
      ['failed', 'ok'],
    ])
    const other = await world.newAccount()
    await expect(world.store().event(walletOf(other), id)).rejects.toMatchObject({ code: 'WEBHOOK_EVENT_NOT_FOUND' })
    await expect(world.store().event({ accountId, environment: 'production' }, id)).rejects.toMatchObject({
      code: 'WEBHOOK_EVENT_NOT_FOUND',
    })
  })
})
