import type { ProviderAttempt } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'
import type { SourceDay } from '../tables/cost-book.ts'
import { SourceDays } from './source-days.ts'

const CAP = 5
const NOON_IN_INDIA = new Date('2026-11-27T06:30:00Z')
const DAY = '2026-11-27'

/** What processes share, and processes. */
function open() {
  const rows = new Map<string, number>()
  const state = { reads: 0, away: false }
  const clock = manualClock()
  clock.set(NOON_IN_INDIA)
  const logger = collectingLogger()
  const book = {
    async sourceDays(day: string) {
      state.reads += 1
      if (state.away) throw new Error('away')
      const requests = rows.get(day)
      return requests === undefined ? [] : [{ source: 'pan/acme', day, requests }]
    },
  }
  const process = () => {
    const days = new SourceDays({ book, clock, logger, caps: new Map([['pan/acme', CAP]]) })
    const attempt = (outcome: ProviderAttempt['outcome'] = 'answer') => ({
      ...{ provider: 'pan/acme', outcome, at: clock.now().getTime() },
    })
    /** A call: false where the cap stops it. */
    const ask = async (outcome?: ProviderAttempt['outcome']) => {
      if (!(await days.enter('pan/acme'))) return false
      days.asked(attempt(outcome))
      days.leave('pan/acme')
      return true
    }
    const write = (requests: number, day = DAY) => {
      const counts: readonly SourceDay[] = [{ source: 'pan/acme', day, requests }]
      rows.set(day, (rows.get(day) ?? 0) + requests)
      days.written(counts, [{ source: 'pan/acme', day, requests: rows.get(day) ?? 0 }])
    }
    return { days, ask, write }
  }
  const taken = async (ask: () => Promise<boolean>, times: number) => {
    let count = 0
    for (let asked = 0; asked < times; asked += 1) if (await ask()) count += 1
    return count
  }
  return { rows, state, clock, logger, process, taken }
}

it('lets a source be asked as often as its cap says, whether written yet or not, and logs once that it is reached', async () => {
  const { process, taken, logger } = open()
  const one = process()
  expect(await taken(one.ask, 3)).toBe(3)
  one.write(3)
  expect(await taken(one.ask, 9)).toBe(2)
  one.write(2)
  expect(await taken(one.ask, 3)).toBe(0)
  expect(logger.of('upstream.cap_reached')).toMatchObject([
    { level: 'warn', facts: { provider: 'pan/acme', cap: CAP, day: DAY } },
  ])
})

it('counts what is being asked, so that many at once stay below the cap too', async () => {
  const { process } = open()
  const { days } = process()
  const entered = await Promise.all(Array.from({ length: 20 }, async () => await days.enter('pan/acme')))
  expect(entered.filter(Boolean)).toHaveLength(CAP)
  days.leave('pan/acme')
  expect(await days.enter('pan/acme')).toBe(true)
})

it('counts no attempt of which nothing was sent, and no source without a cap', async () => {
  const { process, taken, state } = open()
  const { ask, days } = process()
  expect(days.enter('pan/globex')).toBe(true)
  expect(state.reads).toBe(0)
  expect(await taken(() => ask('unsent'), 20)).toBe(20)
  expect(days.countOf({ provider: 'pan/globex', outcome: 'answer', at: 0 })).toBeNull()
})

it('knows what another process has written within a second', async () => {
  const { process, taken, clock } = open()
  const [one, other] = [process(), process()]
  expect(await taken(one.ask, 4)).toBe(4)
  expect(await taken(other.ask, 1)).toBe(1)
  one.write(4)
  clock.advance(1_000)
  expect(await taken(other.ask, 9)).toBe(0)
})

it('begins again at midnight in India, whatever yesterday still writes', async () => {
  const { process, taken, clock } = open()
  const one = process()
  expect(await taken(one.ask, 9)).toBe(CAP)
  clock.advance(13 * 3_600_000)
  expect(await taken(one.ask, 2)).toBe(2)
  one.write(CAP)
  expect(await taken(one.ask, 9)).toBe(3)
})

it('goes by what it knows where the counts cannot be read', async () => {
  const { process, taken, state, clock } = open()
  const one = process()
  expect(await taken(one.ask, 2)).toBe(2)
  state.away = true
  clock.advance(60_000)
  expect(await taken(one.ask, 9)).toBe(3)
})
