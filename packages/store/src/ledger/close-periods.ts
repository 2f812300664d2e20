import type { Clock } from '@parakh/core'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { inCheckSnapshot } from '../connection/snapshot.ts'
import { storeErrors } from '../error-codes.ts'
import { checksOfEntries } from './invariants/checks-of-entries.ts'
import { findAllBroken } from './invariants/find-broken.ts'
import { GENESIS, hashOf, lastPeriod, type Period, periodRow } from './period.ts'
import { readContents } from './read-contents.ts'
import { nextCut, stableId } from './stable-id.ts'

/** Ids of one period: what the guard reads again in one round. */
const IDS = 10_000

/**
 * Closes all that is stable since the last period, in periods of about 10,000 entries at most. Entries are read and hashed outside any
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
    const throughId = await nextCut(database, { after: last.throughId, last: stable, ids: IDS })
    if (throughId === null) return closed
    const period = await makePeriod(database, { last, throughId, at: clock.now().getTime() })
    if (!(await keep(database, period))) return closed
  }
}

interface NextPeriod {
  readonly last: Pick<Period, 'number' | 'throughId' | 'hash'>
  readonly throughId: number
  /** Milliseconds since 1970. */
  readonly at: number
}

async function makePeriod(database: Database, { last, throughId, at }: NextPeriod): Promise<Period> {
  const broken = await inCheckSnapshot(database, async (snapshot) =>
    findAllBroken(snapshot.transaction, checksOfEntries(snapshot, { after: last.throughId, through: throughId }, at)),
  )
  const [first] = broken
  if (first)
    throw storeErrors.error('LEDGER_BROKEN', { count: broken.length, invariant: first.invariant, detail: first.detail })
  const period = {
    number: last.number + 1,
    afterId: last.throughId,
    throughId,
    contents: await readContents(database.knex, database, { afterId: last.throughId, throughId }),
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
