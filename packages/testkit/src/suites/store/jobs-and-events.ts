import {
  type FailedJob,
  inr,
  LISTENER_PREFIX,
  type OutboxConsumer,
  type OutboxEvent,
  type Page,
  zero,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

const LEASE_MS = 60_000

/** Durable work, the outbox, and counted requests. */
export function jobAndEventTests(trial: () => StoreTrial): void {
  const claim = (at = trial().at, owner = 'worker-1', store = trial().store) =>
    store.jobs.claim(owner, at, { limit: 1_000, leaseMs: LEASE_MS })
  const enqueue = async (count: number, runAt = trial().at): Promise<string[]> => {
    const payer = await trial().payer(zero)
    const jobs = Array.from({ length: count }, () => ({
      ...{ id: trial().ids.next(), name: 'print.remind', payload: '{}', runAt, attempts: 3 },
    }))
    await trial().commit(payer, { jobs })
    return jobs.map(({ id }) => id)
  }
  const among = <T extends { id: string }>(ids: readonly string[], found: readonly T[]): T[] =>
    found.filter(({ id }) => ids.includes(id))

  it('gives each due job to one of two workers', async () => {
    const ids = await enqueue(20)
    const [first, second] = await Promise.all([claim(trial().at, 'worker-1'), claim(trial().at, 'worker-2')])
    const claimed = among(ids, [...first, ...second]).map(({ id }) => id)
    expect(claimed.sort()).toEqual([...ids].sort())
  })

  it('gives a job not before it is due', async () => {
    const ids = await enqueue(1, trial().at + 10_000)
    expect(among(ids, await claim(trial().at + 9_999))).toEqual([])
    expect(among(ids, await claim(trial().at + 10_000))).toMatchObject([
      { name: 'print.remind', attempt: 1, attempts: 3 },
    ])
  })

  it('leases a job again after its lease has expired', async () => {
    const ids = await enqueue(1)
    await claim()
    expect(among(ids, await claim(trial().at + LEASE_MS - 1))).toEqual([])
    expect(among(ids, await claim(trial().at + LEASE_MS))).toMatchObject([{ attempt: 2 }])
  })

  it('never leases a job again that is complete or given up', async () => {
    const [complete = '', givenUp = ''] = await enqueue(2)
    await claim()
    await trial().store.jobs.complete({ id: complete, attempt: 1 })
    await trial().store.jobs.retry({ id: givenUp, attempt: 1 }, null, 'TypeError')
    expect(among([complete, givenUp], await claim(trial().at + 10 * LEASE_MS))).toEqual([])
  })

  it('lists jobs that were given up, with why, the one that was due first first, by page', async () => {
    const { jobs } = trial().store
    const [late = ''] = await enqueue(1, trial().at)
    const [early = '', retried = ''] = await enqueue(2, trial().at - 1_000)
    await claim()
    for (const id of [late, early]) await jobs.retry({ id, attempt: 1 }, null, 'TypeError')
    await jobs.retry({ id: retried, attempt: 1 }, trial().at + 5_000, 'TypeError')
    const found: FailedJob[] = []
    let cursor: string | null = null
    do {
      const page: Page<FailedJob> = await jobs.failed({ cursor, limit: 1 })
      found.push(...page.items)
      cursor = page.next
    } while (cursor !== null)
    expect(among([late, early, retried], found)).toEqual([
      expect.objectContaining({ id: early, name: 'print.remind', runAt: trial().at - 1_000 }),
      expect.objectContaining({ id: late, attempts: 1, error: 'TypeError', accountId: expect.any(String) }),
    ])
  })

  it('gives a job again when it is to be retried, and not before', async () => {
    const ids = await enqueue(1)
    await claim()
    await trial().store.jobs.retry({ id: ids[0] ?? '', attempt: 1 }, trial().at + 5_000, 'TypeError')
    expect(among(ids, await claim(trial().at + 4_999))).toEqual([])
    expect(among(ids, await claim(trial().at + 5_000))).toMatchObject([{ attempt: 2 }])
  })

  it('leases jobs of one kind on request, and reports due jobs by kind', async () => {
    const kinds: readonly [string, string] = [`kind.${trial().ids.next()}`, `kind.${trial().ids.next()}`]
    const payer = await trial().payer(zero)
    const { at, store } = trial()
    const job = (name: string, early: number) => ({
      ...{ id: trial().ids.next(), name, payload: '{}', runAt: at - early, attempts: 3 },
    })
    await trial().commit(payer, { jobs: [job(kinds[0], 9), job(kinds[0], 5), job(kinds[1], 7), job(kinds[1], -1)] })
    const backlog = async () => {
      const due = (await store.jobs.backlog(at)).filter(({ kind }) => kinds.includes(kind))
      return [...due].sort((one, other) => (one.kind < other.kind ? -1 : 1))
    }
    const [first, second] = [...kinds].sort()
    const told = { [kinds[0]]: { due: 2, oldestAt: at - 9 }, [kinds[1]]: { due: 1, oldestAt: at - 7 } }
    expect(await backlog()).toEqual([first, second].map((kind = '') => ({ kind, ...told[kind] })))
    const claimed = await store.jobs.claim('worker', at, { limit: 10, leaseMs: LEASE_MS, kind: kinds[1] })
    expect(claimed.map(({ name }) => name)).toEqual([kinds[1]])
    expect(await backlog()).toEqual([{ kind: kinds[0], due: 2, oldestAt: at - 9 }])
  })

  it('refuses changes of a job by a previous lease holder', async () => {
    const ids = await enqueue(1)
    const [id = ''] = ids
    await claim()
    expect(await trial().store.jobs.renew({ id, attempt: 1 }, trial().at + 2 * LEASE_MS)).toBe(true)
    expect(among(ids, await claim(trial().at + LEASE_MS))).toEqual([])
    expect(among(ids, await claim(trial().at + 2 * LEASE_MS))).toMatchObject([{ attempt: 2 }])
    expect(await trial().store.jobs.renew({ id, attempt: 1 }, trial().at + 9 * LEASE_MS)).toBe(false)
    await trial().store.jobs.complete({ id, attempt: 1 })
    await trial().store.jobs.retry({ id, attempt: 1 }, null, 'TypeError')
    expect(among(ids, await claim(trial().at + 4 * LEASE_MS))).toMatchObject([{ attempt: 3 }])
  })

  it('schedules one run, however many processes ask for it', async () => {
    const name = `sweep.${trial().ids.next()}`
    const runAt = trial().at + 1_000
    await Promise.all(Array.from({ length: 4 }, () => trial().store.jobs.schedule(name, runAt)))
    await trial().store.jobs.schedule(name, runAt)
    const due = (await claim(runAt)).filter((job) => job.name === name)
    expect(due).toMatchObject([{ name, accountId: null, environment: null, attempt: 1 }])
    await trial().store.jobs.complete({ id: due[0]?.id ?? '', attempt: 1 })
    await trial().store.jobs.schedule(name, runAt + 60_000)
    expect((await claim(runAt + 60_000)).filter((job) => job.name === name)).toHaveLength(1)
  })

  it('keeps events until they are delivered, the oldest first', async () => {
    const payer = await trial().payer(zero)
    const { outbox } = trial().store
    const ids = [trial().ids.next(), trial().ids.next(), trial().ids.next()]
    for (const id of ids) await trial().commit(payer, { events: [{ id, type: 'order.updated', data: { id } }] })
    const mine = async () => among(ids, await outbox.read(5_000)).map(({ id }) => id)
    expect(await mine()).toEqual(ids)
    await outbox.delivered(ids.slice(0, 2))
    expect(await mine()).toEqual(ids.slice(2))
    await outbox.delivered(ids)
    expect(await mine()).toEqual([])
    await outbox.delivered([])
  })

  it('keeps events for a durable listener from its first lease on, in every process, until it has them or is forgotten', async () => {
    const payer = await trial().payer(zero)
    const { outbox } = trial().store
    const listener = `${LISTENER_PREFIX}${trial().ids.next().toLowerCase()}`
    const sinks = { of: ['endpoints'] }
    const ids = [trial().ids.next(), trial().ids.next()]
    const mine = async (consumer?: OutboxConsumer) => among(ids, await outbox.read(5_000, consumer)).map(({ id }) => id)
    expect(await outbox.lease({ sink: listener, owner: 'first', at: trial().at, leaseMs: 1_000 })).toBe(true)
    await outbox.release('first')
    for (const id of ids) await trial().commit(payer, { events: [{ id, type: 'order.updated', data: {} }] })
    await outbox.delivered(ids, { sink: 'endpoints', ...sinks })
    expect([await mine({ sink: 'endpoints', ...sinks }), await mine({ sink: listener, ...sinks })]).toEqual([[], ids])
    await outbox.delivered(ids.slice(0, 1), { sink: listener, ...sinks })
    expect(await mine()).toEqual(ids.slice(1))
    // Nobody has leased it for so long: whoever waits for it waits no more.
    expect(await outbox.forget(trial().at + 1_000_000, sinks.of)).toContain(listener.slice(LISTENER_PREFIX.length))
    expect(await mine()).toEqual([])
  })

  it('tells who watches the events of this process once they are committed, and nobody after that', async () => {
    const payer = await trial().payer(zero)
    const { outbox, wallet } = trial().store
    const seen: OutboxEvent[] = []
    const end = outbox.watch((events) => seen.push(...events.filter(({ accountId }) => accountId === payer.accountId)))
    const [id, unseen] = [trial().ids.next(), trial().ids.next()]
    await trial().commit(payer, { events: [{ id, type: 'order.updated', data: { id } }] })
    const { accountId, environment } = payer
    await wallet.credit({ accountId, environment, amount: inr('5'), reference: id, actor: 'test' })
    expect(seen.map(({ type, data }) => [type, data])).toEqual([
      ['order.updated', { id }],
      ['wallet.credited', { reference: id, amount: 5 }],
    ])
    expect(among([id], await outbox.read(5_000))).toEqual(among([id], seen))
    end()
    await trial().commit(payer, { events: [{ id: unseen, type: 'order.updated', data: {} }] })
    expect(seen).toHaveLength(2)
  })

  it('reads at most the requested number of events', async () => {
    const payer = await trial().payer(zero)
    for (let count = 0; count < 3; count += 1)
      await trial().commit(payer, { events: [{ id: trial().ids.next(), type: 'order.updated', data: {} }] })
    expect(await trial().store.outbox.read(2)).toHaveLength(2)
  })

  it('counts requests of today, by the Indian day, and in all', async () => {
    const payer = await trial().payer(zero)
    const { accountId, environment } = payer
    const counts = (at: string) => trial().store.usage.counts(accountId, environment, new Date(at))
    const log = async (at: string, counted = true): Promise<void> => {
      const time = Date.parse(at)
      const usage = trial().usage(payer, { at: time, day: indianDay(new Date(time)), counted })
      await trial().store.billing.log({ kind: 'log', accountId, environment, at: time, usage })
    }
    expect(await counts('2026-03-01T12:00:00Z')).toEqual({ today: 0, total: 0 })
    await log('2026-03-01T18:00:00Z')
    await log('2026-03-01T18:29:59Z')
    await log('2026-03-01T18:29:59Z', false)
    expect(await counts('2026-03-01T18:29:59Z')).toEqual({ today: 2, total: 2 })
    expect(await counts('2026-03-01T18:30:00Z')).toEqual({ today: 0, total: 2 })
    await log('2026-03-01T18:30:00Z')
    expect(await counts('2026-03-02T10:00:00Z')).toEqual({ today: 1, total: 3 })
  })

  it('counts a settled call', async () => {
    const payer = await trial().payer(zero)
    await trial().pay(payer, zero)
    const { accountId, environment } = payer
    expect(await trial().store.usage.counts(accountId, environment, trial().clock.now())).toEqual({
      today: 1,
      total: 1,
    })
  })
}
