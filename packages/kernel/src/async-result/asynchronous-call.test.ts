import { createHmac } from 'node:crypto'
import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it, vi } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

async function shipping() {
  const upstream = carrier()
  const made = await createTestHost({ plugins: [parcels({ live: upstream.source })], funds: inr('100') })
  const { host, keys, store, account } = made
  const balance = async () => await store.wallet.balance(account.id, 'production')
  const send = (requestId: string) =>
    host.call('send-parcels', { to: 'Delhi', count: 2 }, keys.production, { requestId })
  const list = async () =>
    (await host.call('list-parcels', {}, keys.production)).body as { parcels: { id: string; state: string }[] }
  const events = async () => (await store.outbox.read(100)).filter(({ type }) => type.startsWith('parcel'))
  return { ...made, upstream, balance, send, list, events }
}
const referenceOf = (reply: { body: unknown }) => (reply.body as { data: { parcel: string } }).data.parcel

/** Recovery asks the status of a write, charges it, and its retry is answered; it was sent once. */
async function expectAnsweredByStatus({ host, send, upstream, balance }: Awaited<ReturnType<typeof shipping>>) {
  await host.start()
  await vi.waitFor(async () => expect(await balance()).toMatchObject({ balance: inr('96'), held: 0 }), {
    timeout: 60_000,
  })
  expect(await send('one')).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
  expect(upstream.state.sent).toHaveLength(1)
  await host.stop()
}

describe('a call that is done later', () => {
  it('is charged on acceptance, and told of by a signed callback once', async () => {
    const { host, send, list, events, balance } = await shipping()
    const reference = referenceOf(await send('one'))
    expect((await balance()).balance).toBe(inr('96'))
    const body = new TextEncoder().encode(JSON.stringify({ reference, state: 'delivered' }))
    const signature = createHmac('sha256', 's3cret').update(body).digest('hex')
    expect(await host.callback('parcels', 'carrier', { headers: { 'x-signature': 'f00' }, body })).toBe('refused')
    expect(await host.callback('parcels', 'nobody', { headers: {}, body })).toBe('unknown')
    expect(await host.callback('parcels', 'carrier', { headers: { 'x-signature': signature }, body })).toBe('accepted')
    expect(await host.callback('parcels', 'carrier', { headers: { 'x-signature': signature }, body })).toBe('accepted')
    expect((await list()).parcels).toMatchObject([{ id: reference, state: 'delivered' }])
    expect((await events()).map(({ type, data }) => [type, data])).toEqual([
      ['parcel.updated', { parcel: reference, state: 'delivered' }],
    ])
    await host.stop()
  })

  it('is refunded once when the source says later that it failed, by whatever way the results come', async () => {
    const { host, send, balance, events, store } = await shipping()
    const reference = referenceOf(await send('one'))
    const move = host.commands.find(({ command }) => command.name === 'move')
    expect(await move?.run({ id: reference, to: 'moving' }, () => undefined)).toEqual({ ok: true })
    await move?.run({ id: reference, to: 'lost' }, () => undefined)
    await move?.run({ id: reference, to: 'lost' }, () => undefined)
    expect((await balance()).balance).toBe(inr('100'))
    expect((await events()).map(({ data }) => data['state'])).toEqual(['moving', 'lost'])
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('asks the provider for its result by a durable job', async () => {
    const { host, send, clock, upstream, list } = await shipping()
    await send('one')
    upstream.state.status = 'delivered'
    await host.start()
    clock.advance(61_000)
    await vi.waitFor(async () => expect((await list()).parcels[0]?.state).toBe('delivered'), { timeout: 60_000 })
    await host.stop()
  })

  it('tells nothing where the source says what is known already', async () => {
    const { host, send, clock, upstream, events, list } = await shipping()
    await send('one')
    await host.start()
    clock.advance(61_000)
    await vi.waitFor(() => expect(upstream.state.statusAsked).toBe(1), { timeout: 60_000 })
    await vi.waitFor(
      () => {
        clock.advance(61_000)
        expect(upstream.state.statusAsked).toBeGreaterThan(1)
      },
      { timeout: 60_000, interval: 500 },
    )
    expect((await events()).filter(({ type }) => type === 'parcel.updated')).toEqual([])
    expect((await list()).parcels[0]?.state).toBe('accepted')
    await host.stop()
  })

  it('asks the sandbox no more once its fixture has told all', async () => {
    const { host, keys, clock, store } = await shipping()
    await host.call('send-parcels', { to: 'Agra', count: 1 }, keys.sandbox)
    const polls = () => [...store.tables.jobs.values()].filter(({ job }) => job.name === 'kernel.poll')
    expect(polls()).toMatchObject([{ state: 'waiting' }])
    await host.start()
    clock.advance(3_000)
    await vi.waitFor(() => expect(polls()).toMatchObject([{ state: 'done' }]), { timeout: 60_000 })
    await host.stop()
  })

  it('keeps the hold of a write whose reply was lost, asks its status, and then answers the retry', async () => {
    const trial = await shipping()
    const { send, clock, upstream, balance } = trial
    upstream.state.behaviour = 'loses-the-reply'
    expect(await send('one')).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: inr('4') })
    clock.advance(31_000)
    expect(await send('one')).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    await expectAnsweredByStatus(trial)
  })

  it('keeps the hold of a write whose reply does not fit: it may have been accepted, and is never sent again', async () => {
    const trial = await shipping()
    const { send, clock, upstream, balance } = trial
    upstream.state.behaviour = 'answers-nonsense'
    expect(await send('one')).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: inr('4') })
    clock.advance(31_000)
    await expectAnsweredByStatus(trial)
  })

  it('keeps the hold of a write that the deadline cut off, or whose handler broke after it was accepted', async () => {
    const upstream = carrier()
    const plugins = [parcels({ live: upstream.source })]
    const { host, keys, store, account } = await createTestHost({
      plugins,
      funds: inr('100'),
      settings: { deadlineMs: 50 },
    })
    const send = (to: string) => host.call('send-parcels', { to, count: 1 }, keys.production, { requestId: to })
    upstream.state.behaviour = 'hangs'
    expect(await send('Delhi')).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    upstream.state.behaviour = 'accepts'
    expect(await send('Breakage')).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ held: inr('4') })
    expect(await store.billing.unresolved(Date.now() + 1e12, 10)).toHaveLength(2)
    await host.stop()
  })

  it('waits for a person, and says so at once, where a handler breaks each time that it runs with its accepted write', async () => {
    const upstream = carrier()
    const made = await createTestHost({ plugins: [parcels({ live: upstream.source })], funds: inr('100') })
    const { host, keys, store, clock, logger, account } = made
    const body = { to: 'Breakage', count: 1 }
    const send = () => host.call('send-parcels', body, keys.production, { requestId: 'one' })
    await send()
    await host.start()
    clock.advance(31_000)
    const told = () => logger.lines.filter(({ event }) => event === 'call.indeterminate')
    await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 60_000 })
    expect(await send()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN', headers: { 'retry-after': '5' } })
    clock.advance(60_000)
    expect(await store.billing.unresolved(clock.now().getTime(), 10)).toEqual([])
    expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ held: inr('2') })
    expect(upstream.state.sent).toHaveLength(1)
    await host.stop()
  })

  it('goes on asking for the result where the source is down for a while', async () => {
    const { host, send, clock, upstream, list } = await shipping()
    await send('one')
    upstream.state.behaviour = 'is-down'
    await host.start()
    clock.advance(61_000)
    await vi.waitFor(() => expect(upstream.state.statusAsked).toBeGreaterThan(0), { timeout: 60_000 })
    upstream.state.behaviour = 'accepts'
    upstream.state.status = 'delivered'
    await vi.waitFor(
      async () => {
        clock.advance(61_000)
        expect((await list()).parcels[0]?.state).toBe('delivered')
      },
      { timeout: 60_000, interval: 500 },
    )
    await host.stop()
  })

  it('takes results only from the provider that it was sent to', async () => {
    const [first, second] = [carrier('first'), carrier('second')]
    const { host, keys } = await createTestHost({ plugins: [parcels({ live: [first.source, second.source] })] })
    const sent = await host.call('send-parcels', { to: 'Delhi', count: 1 }, keys.production)
    const body = new TextEncoder().encode(JSON.stringify({ reference: referenceOf(sent), state: 'lost' }))
    const signature = createHmac('sha256', 's3cret').update(body).digest('hex')
    expect(await host.callback('parcels', 'second', { headers: { 'x-signature': signature }, body })).toBe('unknown')
    expect(await host.callback('parcels', 'first', { headers: { 'x-signature': signature }, body })).toBe('accepted')
    await host.stop()
  })

  it('releases the hold of a write that never arrived', async () => {
    const { host, send, clock, upstream, balance } = await shipping()
    upstream.state.behaviour = 'loses-the-reply'
    upstream.state.status = null
    await send('one')
    clock.advance(31_000)
    await host.start()
    await vi.waitFor(async () => expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 }), {
      timeout: 60_000,
    })
    upstream.state.behaviour = 'accepts'
    expect(await send('one')).toMatchObject({ status: 200, outcome: 'answer' })
    await host.stop()
  })

  it('may run again at once where no byte of a write left', async () => {
    const { host, send, upstream, balance } = await shipping()
    upstream.state.behaviour = 'cannot-be-reached'
    expect(await send('one')).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    expect(await balance()).toMatchObject({ held: 0 })
    upstream.state.behaviour = 'accepts'
    expect(await send('one')).toMatchObject({ status: 200 })
    await host.stop()
  })
})

describe('handles', () => {
  it('write with the answer: a job enqueued by a handler runs once, with records and events of that account', async () => {
    const { host, send, store, account, events } = await shipping()
    await send('one')
    await host.start()
    const noted = async () => (await events()).filter(({ type }) => type === 'parcel.noted')
    await vi.waitFor(async () => expect(await noted()).toMatchObject([{ data: { note: 'sent 2' } }]), {
      timeout: 60_000,
    })
    const found = await store.records.find('parcels.notes', { accountId: account.id, environment: 'production' }, [
      { name: 'text', value: 'sent 2' },
    ])
    expect(found).not.toBeNull()
    await host.stop()
  })

  it('count exactly where calls race for one record: the loser runs again', async () => {
    const { host, keys } = await shipping()
    const visit = () => host.call('count-visit', { text: 'door' }, keys.sandbox)
    const replies = await Promise.all(Array.from({ length: 6 }, visit))
    expect(replies.map(({ data }) => (data as { seen: number }).seen).sort()).toEqual([1, 2, 3, 4, 5, 6])
    await host.stop()
  })

  it('find earlier calls by reference and request id, of the own account only, and refund once', async () => {
    const { host, keys, send, balance, store } = await shipping()
    await send('mine')
    const refund = () => host.call('refund-parcel', { id: 'mine' }, keys.production)
    expect(await refund()).toMatchObject({ status: 200, body: { status: 'success', data: { was: 'pending' } } })
    await refund()
    expect((await balance()).balance).toBe(inr('100'))
    const other = await store.accounts.create({ name: 'Other', role: 'developer' })
    const theirs = await store.keys.create({ accountId: other.id, environment: 'sandbox' })
    const foreign = { apiKey: theirs.key.publicId, apiSecret: theirs.apiSecret }
    expect(await host.call('refund-parcel', { id: 'mine' }, foreign)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await host.stop()
  })

  it('withdraw a call that waits for an async result: refunded once, told of, and deaf to what its source says after', async () => {
    const { host, keys, send, balance, events, list, store } = await shipping()
    const reference = referenceOf(await send('one'))
    const withdraw = () => host.call('withdraw-parcel', { id: reference }, keys.production)
    expect(await withdraw()).toMatchObject({ status: 200, data: { withdrawn: true } })
    expect((await balance()).balance).toBe(inr('100'))
    const move = host.commands.find(({ command }) => command.name === 'move')
    await move?.run({ id: reference, to: 'delivered' }, () => undefined)
    expect((await list()).parcels).toMatchObject([{ id: reference, state: 'lost' }])
    expect((await events()).map(({ data }) => data['state'])).toEqual(['lost'])
    expect(await withdraw()).toMatchObject({ status: 409, code: 'UNDER_WAY' })
    expect((await balance()).balance).toBe(inr('100'))
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('withdraw a call or hear its source, one of the two, where both come at once', async () => {
    const { host, keys, send, balance, events, list, store } = await shipping()
    const move = host.commands.find(({ command }) => command.name === 'move')
    for (const to of ['moving', 'lost', 'delivered']) {
      const before = (await balance()).balance
      const reference = referenceOf(await send(`race-${to}`))
      const [withdrawn] = await Promise.all([
        host.call('withdraw-parcel', { id: reference }, keys.production),
        move?.run({ id: reference, to }, () => undefined),
      ])
      const won = withdrawn.status === 200
      expect(withdrawn).toMatchObject(won ? { data: { withdrawn: true } } : { code: 'UNDER_WAY' })
      expect((await list()).parcels[0]).toMatchObject({ id: reference, state: won ? 'lost' : to })
      const refunded = won || to === 'lost'
      expect((await balance()).balance).toBe(refunded ? before : before - inr('4'))
      expect((await events()).filter(({ data }) => data['parcel'] === reference)).toHaveLength(1)
    }
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('give the sandbox its later results and its given records', async () => {
    const { host, keys, clock } = await shipping()
    await host.start()
    const list = async () =>
      ((await host.call('list-parcels', {}, keys.sandbox)).body as { parcels: { state: string; to: string }[] }).parcels
    expect(await list()).toMatchObject([{ to: 'Goa', state: 'moving' }])
    await host.call('send-parcels', { to: 'Delhi', count: 1 }, keys.sandbox)
    clock.advance(3_000)
    await vi.waitFor(async () => expect((await list())[0]).toMatchObject({ to: 'Delhi', state: 'delivered' }), {
      timeout: 60_000,
    })
    await host.stop()
  })

  it('load shared records by a command, idempotently', async () => {
    const { host } = await shipping()
    const load = host.commands.find(({ command }) => command.name === 'load')
    expect(await load?.run({ cities: 'Pune,Goa' }, () => undefined)).toEqual({ added: 2, changed: 0, unchanged: 0 })
    expect(await load?.run({ cities: 'Pune,Delhi' }, () => undefined)).toEqual({ added: 1, changed: 0, unchanged: 1 })
    await host.stop()
  })
})
