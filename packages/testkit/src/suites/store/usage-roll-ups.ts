import { type AnalyticsQuery, latencyBucket, micro, type UsageEntry, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { expect, it } from 'vitest'
import type { Payer, StoreTrial } from './store-trial.ts'

const HOUR_MS = 3_600_000

/** What every store counts of its usage log, rolled up or not. */
export function usageRollUpTests(trial: () => StoreTrial): void {
  const write = async (payer: Payer, at: number, facts: Partial<UsageEntry> = {}): Promise<void> => {
    const { accountId, environment } = payer
    const usage = trial().usage(payer, { at, day: indianDay(new Date(at)), ...facts })
    await trial().store.billing.log({ kind: 'log', accountId, environment, at, usage })
  }
  const read = async (payer: Payer, query: Partial<AnalyticsQuery> = {}): Promise<readonly string[]> => {
    const { accountId, environment } = payer
    const { counts, latencies } = await trial().store.rollUps.read({
      ...{ accountId, environment, from: '2000-01-01', until: '2099-12-31', by: 'day', ...query },
    })
    const sums = new Map<string, number>()
    const add = (key: string, by: number): unknown => sums.set(key, (sums.get(key) ?? 0) + by)
    for (const { group, outcome, code, calls, charged } of counts) {
      add(`${group} ${outcome} ${code}`, calls)
      add(`${group} charged`, charged)
    }
    for (const { group, bucket, calls } of latencies) add(`${group} bucket ${bucket}`, calls)
    return [...sums].map(([key, sum]) => `${key}: ${sum}`).sort()
  }

  it('count each row once, by the day in India, before and after a roll-up and between two', async () => {
    const [payer, other] = [await trial().payer(zero), await trial().payer(zero)]
    // Half an hour before midnight in India, and half an hour after it.
    const [late, early] = [Date.parse('2026-01-10T18:00:00Z'), Date.parse('2026-01-10T19:00:00Z')]
    const failed = { outcome: 'failed', code: 'UPSTREAM_UNAVAILABLE', latencyMs: 700, charged: zero } as const
    const given = { outcome: 'answer', code: null, latencyMs: 3, charged: micro(500_000) } as const
    await write(payer, late, given)
    await write(payer, early, given)
    await write(payer, early, failed)
    await write(other, early, given)
    const tenth = ['2026-01-10 answer null: 1', '2026-01-10 bucket 3: 1', '2026-01-10 charged: 500000']
    const eleventh = (calls: number): readonly string[] => [
      ...[`2026-01-11 answer null: ${calls}`, `2026-01-11 bucket 3: ${calls}`],
      ...[`2026-01-11 bucket ${latencyBucket(700)}: 1`, `2026-01-11 charged: ${calls * 500_000}`],
      '2026-01-11 failed UPSTREAM_UNAVAILABLE: 1',
    ]
    const first = [...tenth, ...eleventh(1)]
    const { rollUps } = trial().store
    expect(await read(payer)).toEqual(first)
    expect(await rollUps.advance()).toMatchObject({ caughtUp: true })
    expect(await read(payer)).toEqual(first)
    await write(payer, early + HOUR_MS, given)
    const second = [...tenth, ...eleventh(2)]
    expect(await read(payer)).toEqual(second)
    await Promise.all([rollUps.advance(), rollUps.advance()])
    expect(await read(payer)).toEqual(second)
    expect(await read(payer, { from: '2026-01-10', until: '2026-01-10' })).toEqual(tenth)
    expect(await read(payer, { by: 'total', endpoint: 'none such' })).toEqual([])
  })
}
