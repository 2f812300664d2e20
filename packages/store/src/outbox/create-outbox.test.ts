import { type Environment, inr, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from '../accounts/create-accounts.ts'
import { createLedgerCheck } from '../ledger/create-ledger-check.ts'
import { appendEvent } from './append-event.ts'
import { createOutbox } from './create-outbox.ts'

eachEngine('outbox', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const outbox = () => createOutbox({ database: database(), clock })
  const newAccount = async () =>
    (
      await createAccounts({ database: database(), decide, clock, ids, sandboxCredit: zero }).create({
        name: 'A',
        role: 'developer',
      })
    ).id
  const append = async (accountId: string, environment: Environment, count = 1): Promise<void> => {
    const event = {
      type: 'order.updated',
      accountId,
      environment,
      data: { state: 'printed' },
      at: clock.now().getTime(),
    }
    await database().write(async (transaction) => {
      for (let n = 0; n < count; n++) await appendEvent(transaction, database(), { id: ids.next(), ...event })
    })
  }
  const mine = async (accountId: string, limit = 5000) =>
    (await outbox().read(limit)).filter((event) => event.accountId === accountId)

  it('numbers the events of each wallet without a gap, also when they meet', async () => {
    const accountId = await newAccount()
    await Promise.all(Array.from({ length: 10 }, () => append(accountId, 'sandbox')))
    await append(accountId, 'production', 2)
    const sequences = (environment: Environment) => async () =>
      (await mine(accountId)).filter((event) => event.environment === environment).map(({ sequence }) => sequence)
    expect(await sequences('sandbox')()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await sequences('production')()).toEqual([1, 2])
  })

  it('gives back what was committed, the oldest first and no more than asked for', async () => {
    const accountId = await newAccount()
    await append(accountId, 'sandbox', 3)
    const [first] = await mine(accountId)
    expect(first).toEqual({
      ...{ id: first?.id, type: 'order.updated', accountId, environment: 'sandbox', sequence: 1 },
      ...{ createdAt: clock.now(), data: { state: 'printed' } },
    })
    expect(await outbox().read(2)).toHaveLength(2)
  })

  it('gives an event again until it is delivered', async () => {
    const accountId = await newAccount()
    await append(accountId, 'sandbox', 600)
    const events = await mine(accountId)
    await outbox().delivered(events.slice(0, 550).map(({ id }) => id))
    expect((await mine(accountId)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 50 }, (_, n) => 551 + n),
    )
    await outbox().delivered([])
    await outbox().delivered(['nobody'])
    await outbox().delivered(events.map(({ id }) => id))
    expect(await mine(accountId)).toEqual([])
  })

  it('tells since when the oldest event waits, and that none does', async () => {
    const all = async () => (await outbox().read(5_000)).map(({ id }) => id)
    await outbox().delivered(await all())
    expect(await outbox().oldestAt()).toBeNull()
    const accountId = await newAccount()
    await outbox().delivered(await all())
    const at = clock.now().getTime()
    await append(accountId, 'sandbox')
    clock.advance(60_000)
    await append(accountId, 'sandbox')
    expect(await outbox().oldestAt()).toBe(at)
    await outbox().delivered((await mine(accountId)).slice(0, 1).map(({ id }) => id))
    expect(await outbox().oldestAt()).toBe(at + 60_000)
    await outbox().delivered(await all())
  })

  it('writes no event of a transaction that fails', async () => {
    const accountId = await newAccount()
    const event = { type: 'x', accountId, environment: 'sandbox', data: {}, at: 0 } as const
    const failed = database().write(async (transaction) => {
      await appendEvent(transaction, database(), { id: ids.next(), ...event })
      throw new Error('after the event')
    })
    await expect(failed).rejects.toThrow('after the event')
    await append(accountId, 'sandbox')
    expect(await mine(accountId)).toMatchObject([{ sequence: 1, type: 'order.updated' }])
  })

  it('hands events to each of two sinks at its own pace', async () => {
    const accountId = await newAccount()
    await append(accountId, 'sandbox', 3)
    const of = ['broker', 'endpoints']
    const read = async (sink: string) =>
      (await outbox().read(5_000, { sink, of })).filter((event) => event.accountId === accountId).map(({ id }) => id)
    const [first = '', second = '', third = ''] = await read('endpoints')
    await outbox().delivered([first, second], { sink: 'endpoints', of })
    await outbox().delivered([first, second], { sink: 'endpoints', of })
    expect(await read('endpoints')).toEqual([third])
    expect(await read('broker')).toEqual([first, second, third])
    await outbox().delivered([first], { sink: 'broker', of })
    expect((await mine(accountId)).map(({ id }) => id)).toEqual([second, third])
  })

  it('drops what was delivered and is old, from the front, but never the newest event of a wallet', async () => {
    const accountId = await newAccount()
    const left = async (environment: Environment) =>
      await database()
        .knex(database().table('outbox'))
        .where({ account_id: accountId, environment })
        .orderBy('sequence')
        .pluck('sequence')
    await append(accountId, 'sandbox', 4)
    await append(accountId, 'production', 2)
    const events = await mine(accountId)
    // The third waits still: what stands after it stays, so that the numbers have no gap.
    await outbox().delivered(
      events.filter(({ sequence, environment }) => sequence !== 3 || environment !== 'sandbox').map(({ id }) => id),
    )
    const later = clock.now().getTime() + 1
    await outbox().purge(later)
    expect([(await left('sandbox')).map(Number), (await left('production')).map(Number)]).toEqual([[3, 4], [2]])
    await outbox().delivered(events.map(({ id }) => id))
    await outbox().purge(later)
    expect((await left('sandbox')).map(Number)).toEqual([4])
    expect(await outbox().purge(later)).toBe(0)
  })

  it('leaves a ledger that verifies, though the events of old credits are gone', async () => {
    const credited = createAccounts({ database: database(), decide, clock, ids, sandboxCredit: inr('100') })
    const { id: accountId } = await credited.create({ name: 'A', role: 'developer' })
    clock.advance(7_200_000)
    await append(accountId, 'sandbox', 2)
    await outbox().delivered((await outbox().read(5_000)).map(({ id }) => id))
    const broken = async () =>
      (await createLedgerCheck({ database: database(), clock }).verify()).broken.filter(({ detail }) =>
        detail.includes(accountId),
      )
    expect(await outbox().purge(clock.now().getTime() + 1)).toBeGreaterThanOrEqual(2)
    expect(await broken()).toEqual([])
    await database().knex(database().table('outbox')).where({ account_id: accountId }).delete()
    expect(await broken()).toMatchObject([{ invariant: 'I13' }])
  })

  it('tells nobody of a transaction that fails', async () => {
    const accountId = await newAccount()
    const seen: string[] = []
    const end = outbox().watch((events) => seen.push(...events.map(({ type }) => type)))
    const event = { type: 'undone', accountId, environment: 'sandbox', data: {}, at: 0 } as const
    const failed = database().write(async (transaction) => {
      await appendEvent(transaction, database(), { id: ids.next(), ...event })
      throw new Error('after the event')
    })
    await expect(failed).rejects.toThrow('after the event')
    await append(accountId, 'sandbox')
    end()
    expect(seen).toEqual(['order.updated'])
  })

  it('marks as delivered what all sinks of today have, after one was removed', async () => {
    const accountId = await newAccount()
    await append(accountId, 'sandbox', 2)
    const [first = '', second = ''] = (await mine(accountId)).map(({ id }) => id)
    await outbox().delivered([first], { sink: 'endpoints', of: ['broker', 'endpoints'] })
    expect((await mine(accountId)).map(({ id }) => id)).toEqual([first, second])
    await outbox().forget(0, ['endpoints'])
    expect((await mine(accountId)).map(({ id }) => id)).toEqual([second])
  })

  it('keeps events that no sink takes until they are old, and then drops them', async () => {
    const accountId = await newAccount()
    await append(accountId, 'sandbox', 3)
    const kept = async () =>
      await database()
        .knex(database().table('outbox'))
        .where({ account_id: accountId })
        .orderBy('sequence')
        .pluck('sequence')
    await outbox().forget(0, [])
    await outbox().purge(clock.now().getTime())
    expect((await kept()).map(Number)).toEqual([1, 2, 3])
    clock.advance(1)
    await outbox().purge(clock.now().getTime())
    expect((await kept()).map(Number)).toEqual([3])
  })

  it('lets one process at a time hand events to a sink, until its lease ends', async () => {
    const ask = (owner: string, sink = 'endpoints') =>
      outbox().lease({ sink, owner, at: clock.now().getTime(), leaseMs: 10_000 })
    expect((await Promise.all([ask('one'), ask('two'), ask('three')])).filter(Boolean)).toHaveLength(1)
    await Promise.all(['one', 'two', 'three'].map((owner) => outbox().release(owner)))
    expect(await ask('one')).toBe(true)
    expect(await ask('two', 'broker')).toBe(true)
    clock.advance(6_000)
    expect([await ask('two'), await ask('one')]).toEqual([false, true])
    clock.advance(9_999)
    expect(await ask('two')).toBe(false)
    clock.advance(1)
    expect([await ask('two'), await ask('one')]).toEqual([true, false])
    await outbox().release('two')
    expect(await ask('one')).toBe(true)
  })
})
