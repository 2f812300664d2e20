import { inr, type ProviderAttempt } from '@parakh/core'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { ENGINES, openTables } from '../../../../../test/databases.ts'
import { openResale } from '../../test/open-resale.ts'
import { createCostBook } from '../tables/create-cost-book.ts'
import { createAttemptLog } from './create-attempt-log.ts'
import { SourceDays } from './source-days.ts'

const AT = Date.parse('2026-11-10T00:00:00Z')
const MONTH = { from: AT - 1_000, until: AT + 1_000 }
const attempt = (reference: string): ProviderAttempt => ({
  reference,
  accountId: 'acme',
  environment: 'production',
  endpoint: 'lookup',
  plugin: 'pan',
  provider: 'pan/capped',
  operation: 'find',
  outcome: 'answer',
  at: AT,
})

describe.each(ENGINES)('costs that cannot be booked on %s', (_, makeDatabase) => {
  async function open() {
    const place = await makeDatabase()
    const { store, tables } = await openResale(place, { clock: manualClock() })
    const book = createCostBook({ tables, ids: sequentialIds(9) })
    const rows = openTables(place)
    const logger = collectingLogger()
    /** A process of its own: nothing is in its memory. */
    const start = () => {
      const days = new SourceDays({ book, clock: manualClock(), logger, caps: new Map([['pan/capped', 9]]) })
      return createAttemptLog({ book, logger, configured: () => inr('0.20'), days })
    }
    const end = async () => {
      await rows.destroy()
      await store.close()
      await place.drop()
    }
    return { book, rows, logger, start, end }
  }
  const references = async (book: ReturnType<typeof createCostBook>) =>
    (await book.booked({ ...MONTH, provider: 'pan' })).map(({ reference }) => reference).sort()

  it('are kept across a restart and booked once, as soon as the table takes them', async () => {
    const { book, rows, logger, start, end } = await open()
    await rows.raw('alter table parakh_resale_attempt rename to broken')
    const first = start()
    for (const reference of ['a', 'b']) first.record(attempt(reference))
    await first[Symbol.asyncDispose]()
    expect(logger.of('costs.not_booked')).toMatchObject([{ facts: { waiting: 2, lost: 0 } }])

    const [second, third] = [start(), start()]
    expect(await second.waitingSince()).toBe(AT)
    await expect(second.bookWaiting()).rejects.toThrow()
    expect(await second.waitingSince()).toBe(AT)
    await rows.raw('alter table broken rename to parakh_resale_attempt')
    await Promise.all([second.bookWaiting(), third.bookWaiting()])
    await second.bookWaiting()
    expect(await second.waitingSince()).toBeNull()
    expect(await references(book)).toEqual(['a', 'b'])
    expect(await book.sourceDays('2026-11-10')).toMatchObject([{ source: 'pan/capped', requests: 2 }])
    await end()
  })
})
