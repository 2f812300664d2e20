import { inr, type ProviderAttempt, priceOf } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OperationCost } from '../contract/costs.ts'
import type { BookedAttempt, SourceDay } from '../tables/cost-book.ts'
import type { CostKey } from './cost-table.ts'
import { createAttemptLog } from './create-attempt-log.ts'
import { SourceDays } from './source-days.ts'

const attempt = (reference: string, operation = 'find'): ProviderAttempt => ({
  ...{ reference, accountId: 'acme', environment: 'production', endpoint: 'lookup', plugin: 'pan' },
  ...{ provider: 'pan/http#0', operation, outcome: 'answer', at: 1 },
})

const cost = (operation: string, paise: number, validFrom: number, source: string | null = null): OperationCost => ({
  ...{ id: `${operation} ${paise}`, plugin: 'pan', operation, source, cost: priceOf(paise * 10_000) },
  ...{ validFrom: new Date(validFrom), createdAt: new Date(0), actor: 'asha' },
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function open() {
  const batches: string[][] = []
  const counted: SourceDay[] = []
  const logger = collectingLogger()
  const state = { away: false }
  const append = async (rows: readonly BookedAttempt[], days: readonly SourceDay[] = []) => {
    if (state.away) throw new Error('away')
    counted.push(...days)
    if (rows.length === 0) return days
    batches.push(rows.map(({ reference, cost }) => `${reference} ${cost / inr('1')}`))
    return days
  }
  const configured = ({ plugin, operation, source }: CostKey) =>
    plugin === 'pan' && operation === 'find' && source === null ? inr('1.20') : undefined
  const set: OperationCost[] = []
  const book = {
    append,
    costs: async () => set,
    setAside: async () => {
      throw new Error('away')
    },
    waiting: async () => [],
    waitingSince: async () => null,
    bookWaiting: async () => [],
  }
  const caps = new Map([['pan/capped', 100]])
  const days = new SourceDays({ book: { sourceDays: async () => [] }, clock: manualClock(), logger, caps })
  return { log: createAttemptLog({ book, logger, configured, days }), batches, counted, logger, state, set }
}

it('books what has a known cost, in one batch a second', async () => {
  const { log, batches } = open()
  for (const reference of ['a', 'b']) log.record(attempt(reference))
  log.record(attempt('c', 'lose'))
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([['a 1.2', 'b 1.2']])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(batches).toHaveLength(1)
})

it('books an attempt at the cost in force at that time, which overrides the configuration', async () => {
  const { log, batches, set } = open()
  set.push(cost('find', 300, 20), cost('find', 200, 10), cost('find', 250, 10), cost('lose', 0, 0))
  for (const at of [9, 10, 19, 20]) log.record({ ...attempt(`at-${at}`), at })
  log.record(attempt('free', 'lose'))
  log.record(attempt('unknown', 'find.status'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([['at-9 1.2', 'at-10 2.5', 'at-19 2.5', 'at-20 3', 'free 0']])
})

it('books an attempt at the cost of the source that was asked, and at that of all where it has none of its own', async () => {
  const { log, batches, set } = open()
  set.push(cost('find', 90, 0, 'acme'), cost('find', 80, 20, 'acme'), cost('find', 200, 30))
  const asked = (source: string, at: number) =>
    log.record({ ...attempt(`${source} ${at}`), provider: `pan/${source}`, at })
  for (const at of [10, 20, 30]) for (const source of ['acme', 'globex']) asked(source, at)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([
    ['acme 10 0.9', 'globex 10 1.2', 'acme 20 0.8', 'globex 20 1.2', 'acme 30 0.8', 'globex 30 2'],
  ])
})

it('counts what capped sources were asked, by day in India, whether it costs anything or not', async () => {
  const { log, counted, batches } = open()
  const at = Date.parse('2026-11-27T18:29:59.999Z')
  const asked = { ...attempt('a', 'lose'), provider: 'pan/capped', at }
  for (const one of [asked, asked, { ...asked, at: at + 1 }]) log.record(one)
  for (const one of [
    { ...asked, provider: 'pan/acme' },
    { ...asked, outcome: 'unsent' as const },
  ])
    log.record(one)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counted).toEqual([
    { source: 'pan/capped', day: '2026-11-27', requests: 2 },
    { source: 'pan/capped', day: '2026-11-28', requests: 1 },
  ])
  expect(batches).toEqual([])
})

it('writes sooner when much waits, and what waits when it is ended', async () => {
  const { log, batches } = open()
  for (let n = 0; n < 500; n += 1) log.record(attempt(`${n}`))
  await vi.advanceTimersByTimeAsync(0)
  expect(batches.map(({ length }) => length)).toEqual([500])
  log.record(attempt('last'))
  await log[Symbol.asyncDispose]()
  expect(batches.map(({ length }) => length)).toEqual([500, 1])
})

it('keeps attempts that could not be written, logs it, and writes them later', async () => {
  const { log, batches, logger, state } = open()
  state.away = true
  log.record(attempt('a'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(logger.of('costs.not_booked')).toHaveLength(1)
  state.away = false
  log.record(attempt('b'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([['a 1.2', 'b 1.2']])
})

it('writes what has waited long in short transactions, and asks a database that is away once a second', async () => {
  const { log, batches, logger, state } = open()
  state.away = true
  for (let n = 0; n < 1_200; n += 1) {
    log.record(attempt(`${n}`))
    await vi.advanceTimersByTimeAsync(0)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(logger.of('costs.not_booked').length).toBeLessThanOrEqual(2)
  state.away = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(new Set(batches.flat()).size).toBe(1_200)
})
