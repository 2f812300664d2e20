import type { Clock } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { checkRange } from './check-range.ts'
import { readLines } from './entry-lines.ts'
import { ContentsHash, GENESIS, hashOf, lastPeriod, type Period, periodRow } from './period.ts'
import { cutAt, stableId } from './stable-id.ts'

/** Entries of one period at most: what the guard reads again in one round. */
const MOST_ENTRIES = 10_000
const PAGE = 2_000

/**
 * Closes all that is stable since the last period, in periods of at most 10,000 entries. Entries are read and hashed outside any
 * transaction, since none of them can change rightfully; the period's number, which is unique, lets one of two processes win.
 *
 * @returns How many periods were closed here.
 * @throws `LEDGER_CLOSE_DELAYED` where a transaction of the cluster does not end. `LEDGER_BROKEN` where the entries contradict themselves: a chain must not make that look right.
 */
export async function closePeriods(database: Database, clock: Clock): Promise<number> {
  const stable = await stableId(database)
  if (stable === null) throw storeErrors.error('LEDGER_CLOSE_DELAYED')
  for (let closed = 0; ; closed += 1) {
    const last = (await lastPeriod(database.knex, database.table('ledger_period'))) ?? GENESIS
    const throughId = await endOfNext(database, last.throughId, stable)
    if (throughId === null) return closed
    const period = await makePeriod(database, { last, throughId, at: clock.now().getTime() })
    if (!(await keep(database, period))) return closed
  }
}

/** The id that the next period ends with; null where there is nothing to close. */
async function endOfNext(database: Database, after: number, stable: number): Promise<number | null> {
  const { knex, table } = database
  const far: unknown = await knex(table('ledger_entry'))
    .where('id', '>', after)
    .where('id', '<=', stable)
    .orderBy('id')
    .offset(MOST_ENTRIES - 1)
    .first('id')
  const { id = stable } = z.object({ id: Counted.optional() }).parse(far ?? {})
  const cut = id <= after ? null : await cutAt(database, id)
  return cut === null || cut <= after ? null : cut
}

interface NextPeriod {
  readonly last: Pick<Period, 'number' | 'throughId' | 'hash'>
  readonly throughId: number
  /** Milliseconds since 1970. */
  readonly at: number
}

async function makePeriod(database: Database, { last, throughId, at }: NextPeriod): Promise<Period> {
  const broken = await checkRange(database.knex, database, { after: last.throughId, through: throughId })
  const [first] = broken
  if (first)
    throw storeErrors.error('LEDGER_BROKEN', { count: broken.length, invariant: first.invariant, detail: first.detail })
  const contents = new ContentsHash()
  for (let after: number | null = last.throughId; after !== null; ) {
    const page = await readLines(database.knex, database, { after, through: throughId, limit: PAGE })
    const strangers = contents.add(page)
    if (strangers > 0)
      throw storeErrors.error('LEDGER_BROKEN', {
        count: strangers,
        invariant: 'I10',
        detail: 'entries of no environment',
      })
    after = page.lastId
  }
  const period = {
    number: last.number + 1,
    afterId: last.throughId,
    throughId,
    contents: contents.contents(),
    previousHash: last.hash,
    closedAt: at,
  }
  return { ...period, hash: hashOf(period) }
}

/** @returns False where another process has closed this period: its row has this number, and at the same moment this hash too. */
async function keep(database: Database, period: Period): Promise<boolean> {
  const name = database.table('ledger_period')
  const kept = await database.write(async (transaction) => {
    const added: unknown = await transaction(name).insert(periodRow(period)).onConflict().ignore().returning('hash')
    return z.array(z.object({ hash: z.string() })).parse(added)
  })
  return kept.some(({ hash }) => hash === period.hash)
}
