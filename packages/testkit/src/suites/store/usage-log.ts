import { newestUsage, type UsageEntry, type UsageQuery, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { expect, it } from 'vitest'
import type { Payer, StoreTrial } from './store-trial.ts'

const DAY_MS = 86_400_000

/** What every usage log keeps, gives and drops. */
export function usageLogTests(trial: () => StoreTrial): void {
  const write = async (payer: Payer, at: number, facts: Partial<UsageEntry> = {}): Promise<string> => {
    const { accountId, environment } = payer
    const usage = trial().usage(payer, { at, day: indianDay(new Date(at)), ...facts })
    await trial().store.billing.log({ kind: 'log', accountId, environment, at, usage })
    return usage.reference
  }
  const list = (payer: Payer, query: Partial<UsageQuery> = {}) =>
    newestUsage(trial().store.usageLog, payer, { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 100, ...query })
  const references = async (...given: Parameters<typeof list>): Promise<readonly string[]> =>
    (await list(...given)).map(({ reference }) => reference)

  it('lists the rows of one wallet in a time, newest first, whole', async () => {
    const [payer, other] = [await trial().payer(zero), await trial().payer(zero)]
    const { at } = trial()
    const [first, second, third] = [
      await write(payer, at - 2_000),
      await write(payer, at - 1_000, { code: 'RATE_LIMIT_EXCEEDED', status: 429, outcome: 'refused' }),
      await write(payer, at - 1_000),
    ]
    await write(other, at - 1_000)
    expect(await references(payer)).toEqual([third, second, first])
    expect(await references(payer, { from: at - 1_000 })).toEqual([third, second])
    expect(await references(payer, { until: at - 1_000 })).toEqual([first])
    expect(await references(payer, { until: at, limit: 1 })).toEqual([third])
    const [, refused] = await list(payer)
    const { day: _day, counted: _counted, ...row } = trial().usage(payer, { at: at - 1_000, reference: second })
    expect(refused).toEqual({ ...row, requestId: second, code: 'RATE_LIMIT_EXCEEDED', status: 429, outcome: 'refused' })
  })

  it('finds the rows of a request id in all wallets, newest first, from a time on', async () => {
    const [one, other] = [await trial().payer(zero), await trial().payer(zero)]
    const { at } = trial()
    const requestId = trial().ids.next()
    const old = await write(one, at - 3_000, { requestId })
    const [mine, theirs] = [await write(one, at - 2_000, { requestId }), await write(other, at - 1_000, { requestId })]
    await write(one, at - 1_000)
    const find = async (from: number, limit = 10) =>
      (await trial().store.usageLog.ofRequestId(requestId, { from, limit })).map(({ reference }) => reference)
    expect(await find(0)).toEqual([theirs, mine, old])
    expect(await find(at - 2_000)).toEqual([theirs, mine])
    expect(await find(0, 1)).toEqual([theirs])
    const [row] = await trial().store.usageLog.ofRequestId(requestId, { from: 0, limit: 1 })
    expect(row).toMatchObject({ accountId: other.accountId, environment: other.environment, requestId })
  })

  it('writes a row of any time, with or without its partition', async () => {
    const payer = await trial().payer(zero)
    const { store, at } = trial()
    const times = [at - 4_000 * DAY_MS, at, at + 4_000 * DAY_MS]
    const written: string[] = []
    for (const time of times) written.unshift(await write(payer, time))
    await Promise.all(times.flatMap((time) => [store.usageLog.prepare(time), store.usageLog.prepare(time)]))
    expect(await references(payer)).toEqual(written)
    for (const time of times) written.push(await write(payer, time))
    expect(new Set(await references(payer))).toEqual(new Set(written))
  })

  it('drops what is older than its retention, and nothing else', async () => {
    const payer = await trial().payer(zero)
    const { store, at } = trial()
    await store.usageLog.prepare(at - 500 * DAY_MS)
    // Whole months go at once on some databases, so these stand a month and more apart from the limit.
    const old = [await write(payer, at - 500 * DAY_MS), await write(payer, at - 420 * DAY_MS)]
    const kept = [await write(payer, at - 364 * DAY_MS), await write(payer, at)]
    const before = at - 365 * DAY_MS
    const dropped = await store.usageLog.purge(before)
    expect(dropped.rows + dropped.partitions.length).toBeGreaterThan(0)
    expect(new Set(await references(payer))).toEqual(new Set(kept))
    expect(old).toHaveLength(2)
    expect(await store.usageLog.purge(before)).toEqual({ rows: 0, partitions: [] })
  })

  it('reads only the times of a filter that may have a match', async () => {
    const payer = await trial().payer(zero)
    const { at } = trial()
    const times = [at - 3 * DAY_MS, at - 2 * DAY_MS, at - DAY_MS]
    const [early, , late] = [
      await write(payer, at - 3 * DAY_MS),
      await write(payer, at - 2 * DAY_MS),
      await write(payer, at - DAY_MS),
    ]
    const spans = [times[2] ?? 0, times[0] ?? 0].map((from) => ({ from, until: from + 1 }))
    expect(await references(payer, { status: 200, spans })).toEqual([late, early])
    expect(await references(payer, { status: 200, spans: [] })).toEqual([])
    expect(await references(payer, { status: 200, spans, from: at - DAY_MS })).toEqual([late])
  })

  it('gives rows ascending ids, and says up to which of them all are there', async () => {
    const payer = await trial().payer(zero)
    const { usageSequence } = trial().store
    const before = await usageSequence.newest()
    await write(payer, trial().at)
    await write(payer, trial().at)
    const newest = await usageSequence.newest()
    expect(newest).toBeGreaterThanOrEqual(before + 2)
    // Tests beside this one keep transactions of the shared cluster open.
    await expect.poll(() => usageSequence.settled(), { timeout: 60_000 }).toBeGreaterThanOrEqual(newest)
  })
}
