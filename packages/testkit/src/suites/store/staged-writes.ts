import { inr, type RecordWrite, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { Payer, StoreTrial } from './store-trial.ts'

const order = (facts: Partial<RecordWrite> = {}): RecordWrite => ({
  ...{ collection: 'print.orders', id: 'order-1', expected: null, state: 'created', value: '{"quantity":1}' },
  ...{ keys: [], keepUntil: null },
  ...facts,
})

/** What a handler staged: written with its call, or not at all. */
export function stagedWriteTests(trial: () => StoreTrial): void {
  const recordOf = ({ accountId, environment }: Payer) =>
    trial().store.records.get('print.orders', { accountId, environment }, 'order-1')
  const eventsOf = async ({ accountId, environment }: Payer) =>
    (await trial().store.outbox.read(5_000)).filter(
      (event) => event.accountId === accountId && event.environment === environment,
    )
  const event = (id: string) => ({ id, type: 'order.updated', data: { order_id: 'order-1' } })

  it('writes records, events and jobs together with the settled call', async () => {
    const payer = await trial().payer(inr('10'))
    const [eventId, jobId] = [trial().ids.next(), trial().ids.next()]
    const job = { id: jobId, name: 'print.remind', payload: '{"order":"order-1"}', runAt: trial().at, attempts: 3 }
    const call = await trial().hold(payer, { price: inr('4') })
    const writes = { records: [order()], events: [event(eventId)], jobs: [job] }
    expect(await trial().settle(call, { charged: inr('4'), writes })).toEqual({ kind: 'done' })
    expect(await recordOf(payer)).toMatchObject({
      id: 'order-1',
      state: 'created',
      version: 1,
      value: '{"quantity":1}',
    })
    expect((await eventsOf(payer)).at(-1)).toMatchObject({
      id: eventId,
      type: 'order.updated',
      data: { order_id: 'order-1' },
    })
    const claimed = await trial().store.jobs.claim('worker', trial().at, { limit: 1_000, leaseMs: 60_000 })
    expect(claimed.filter(({ id }) => id === jobId)).toMatchObject([{ payload: '{"order":"order-1"}', attempts: 3 }])
  })

  it('changes a record that is as it was read', async () => {
    const payer = await trial().payer(inr('10'))
    await trial().commit(payer, { records: [order()] })
    const changed = order({ expected: 1, state: 'cancelled', value: '{"quantity":2}' })
    expect(await trial().commit(payer, { records: [changed] })).toEqual({ kind: 'done' })
    expect(await recordOf(payer)).toMatchObject({ state: 'cancelled', version: 2, value: '{"quantity":2}' })
  })

  it.each([
    ['was changed by another', order({ expected: 1, state: 'cancelled' })],
    ['exists already', order({ expected: null })],
    ['does not exist', order({ id: 'order-2', expected: 1 })],
  ])('changes nothing at all when a record %s', async (_why, stale) => {
    const payer = await trial().payer(inr('10'))
    await trial().commit(payer, { records: [order()] })
    await trial().commit(payer, { records: [order({ expected: 1, state: 'printed' })] })
    const call = await trial().hold(payer, { price: inr('4') })
    const before = {
      record: await recordOf(payer),
      events: await eventsOf(payer),
      balance: await trial().balance(payer),
    }
    const writes = { records: [stale], events: [event(trial().ids.next())] }
    expect(await trial().settle(call, { charged: inr('4'), writes })).toEqual({ kind: 'conflict' })
    const after = {
      record: await recordOf(payer),
      events: await eventsOf(payer),
      balance: await trial().balance(payer),
    }
    expect(after).toEqual(before)
    // The call is still open: the handler runs again and settles.
    expect(await trial().settle(call, { charged: inr('4') })).toEqual({ kind: 'done' })
  })

  it('writes what the audit log says of it in the same commit, or neither', async () => {
    const payer = await trial().payer(inr('10'))
    const { accountId } = payer
    const entry = (actor: string) => ({
      ...{ id: trial().ids.next(), at: new Date(trial().at), actor, action: 'order.create', subject: 'order/order-1' },
      ...{ accountId, before: null, after: { state: 'created' } },
    })
    const audited = async () =>
      (await trial().store.audit.list({ accountIds: [accountId], action: 'order.create', cursor: null, limit: 10 }))
        .items
    const first = entry('asha')
    expect(await trial().commit(payer, { records: [order()], audit: [first] })).toEqual({ kind: 'done' })
    expect(await trial().commit(payer, { records: [order()], audit: [entry('ravi')] })).toEqual({ kind: 'conflict' })
    expect(await audited()).toEqual([first])
  })

  it('lets one of 10 concurrent calls change a record', async () => {
    const payer = await trial().payer(inr('10'))
    await trial().commit(payer, { records: [order()] })
    const changed = { records: [order({ expected: 1, state: 'cancelled' })] }
    const results = await Promise.all(Array.from({ length: 10 }, () => trial().commit(payer, changed)))
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1)
    expect(results.filter(({ kind }) => kind === 'conflict')).toHaveLength(9)
    expect((await recordOf(payer))?.version).toBe(2)
  })

  it('numbers the events of a wallet without a gap', async () => {
    const payer = await trial().payer(inr('10'))
    await Promise.all(Array.from({ length: 20 }, () => trial().commit(payer, { events: [event(trial().ids.next())] })))
    const sequences = (await eventsOf(payer)).map(({ sequence }) => sequence)
    const [first = 0] = sequences
    expect(sequences.length).toBeGreaterThanOrEqual(20)
    expect(sequences).toEqual(sequences.map((_, place) => first + place))
  })

  it('refunds a call once, under repetition', async () => {
    const payer = await trial().payer(inr('10'))
    const { reference } = await trial().pay(payer, inr('4'))
    const refunds = [{ reference, reason: 'failed later' }]
    expect(await trial().commit(payer, { refunds })).toEqual({ kind: 'done' })
    await Promise.all(Array.from({ length: 5 }, () => trial().commit(payer, { refunds })))
    expect((await trial().balance(payer)).balance).toBe(inr('10'))
    expect((await trial().store.billing.findByReference(reference))?.call).toMatchObject({ refunded: inr('4') })
    const kept = await trial().pay(payer, inr('4'))
    const asked = [kept.reference, reference, 'of-no-call']
    expect([...(await trial().store.billing.refunds(asked))]).toEqual([[reference, inr('4')]])
    expect([...(await trial().store.billing.refunds([]))]).toEqual([])
  })

  it('gives back once what operators ask for at the same time, and says so to one of them', async () => {
    const payer = await trial().payer(inr('10'))
    const { reference } = await trial().pay(payer, inr('4'))
    const ask = (actor: string) => trial().commit(payer, { refunds: [{ reference, reason: 'asked twice', actor }] })
    const results = await Promise.all(['person:one', 'person:two', 'person:three'].map(ask))
    expect(results.map(({ kind }) => kind).sort()).toEqual(['done', 'lost', 'lost'])
    expect((await trial().balance(payer)).balance).toBe(inr('10'))
    expect((await trial().store.billing.findByReference(reference))?.call).toMatchObject({ refunded: inr('4') })
  })

  it('gives nothing back of a call that cost nothing, is still open, or is of another account', async () => {
    const [payer, other] = [await trial().payer(inr('10')), await trial().payer(inr('10'))]
    const free = await trial().pay(payer, zero)
    const open = await trial().hold(payer, { price: inr('4') })
    const paid = await trial().pay(other, inr('4'))
    for (const { reference } of [free, open, paid])
      await trial().commit(payer, { refunds: [{ reference, reason: 'no reason' }] })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('10'), held: inr('4') })
    expect((await trial().balance(other)).balance).toBe(inr('6'))
  })

  it('applies an async result once', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, { price: inr('4') })
    const { reference } = call
    await trial().settle(call, {
      charged: inr('4'),
      writes: { asyncState: { reference, from: 'none', to: 'pending' } },
    })
    const result = () =>
      trial().commit(payer, {
        asyncState: { reference, from: 'pending', to: 'failed' },
        refunds: [{ reference, reason: 'failed later' }],
        events: [event(trial().ids.next())],
      })
    const before = await eventsOf(payer)
    const results = await Promise.all([result(), result(), result()])
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1)
    expect((await trial().store.billing.findByReference(reference))?.call.asyncState).toBe('failed')
    expect(await eventsOf(payer)).toHaveLength(before.length + 1)
    expect((await trial().balance(payer)).balance).toBe(inr('10'))
  })
}
