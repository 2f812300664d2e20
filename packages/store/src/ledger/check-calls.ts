import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'
import { emptyTallies, type Tallies, type Tally } from './tally.ts'

/** Calls looked at in one statement. */
const RANGE = 20_000
/** Calls or credits whose amounts are read in one statement. */
const PAGE = 2_000
/** A read hold that outlives its lease by more was forgotten by the sweep, in milliseconds. */
const GRACE_MS = 60_000
const MOST_LISTED = 100

/** What calls are checked against. */
export interface CallCheck {
  readonly findings: Findings
  /** Milliseconds since 1970. */
  readonly at: number
  readonly lastId: number
  /** What is posted, archives included. */
  readonly posted: Tallies
}

/**
 * Looks through all calls, range by range, for what must not be: forgotten holds (I7), charged answers without their stored
 * response (I11); then whether exactly what is charged, refunded and credited is posted (I11). A marked write may stay open: its
 * outcome is asked for, or a person decides.
 *
 * @param progress Called with the id up to which calls were checked.
 */
export async function checkCalls(snapshot: Snapshot, check: CallCheck, progress: (id: number) => void): Promise<void> {
  const { findings, at, lastId, posted } = check
  const found = emptyTallies()
  for (let from = 0; from < lastId; from += RANGE) {
    await checkPhases(snapshot, findings, { from, at })
    await tallyCalls(snapshot, found, from)
    progress(Math.min(from + RANGE, lastId))
  }
  await tallyCredits(snapshot, found.funds)
  const same = (name: keyof Tallies, what: string): void =>
    findings.check(
      'I11',
      found[name].equals(posted[name]),
      () => `${found[name].count} ${what} are not the ${posted[name].count} that are posted, or not of their amounts`,
    )
  same('charge', 'charged calls')
  same('refund', 'refunded calls')
  same('funds', 'credits and adjustments')
}

interface CallRange {
  readonly from: number
  readonly at: number
}

async function checkPhases(
  { transaction, table }: Snapshot,
  findings: Findings,
  { from, at }: CallRange,
): Promise<void> {
  const calls = (): Knex.QueryBuilder =>
    transaction({ c: table('call') })
      .where('c.id', '>', from)
      .where('c.id', '<=', from + RANGE)
      .limit(MOST_LISTED)
  const report = async (invariant: string, query: Knex.QueryBuilder, what: string): Promise<void> => {
    const rows: readonly { reference: string }[] = await query.select('c.reference as reference')
    for (const { reference } of rows) findings.check(invariant, false, () => `${reference}: ${what}`)
  }
  const forgotten = calls()
    .where('c.phase', 'held')
    .where('c.lease_until', '<', at - GRACE_MS)
  await report('I7', forgotten, 'held past its lease')
  const halfEnded = calls().whereRaw(`(c.phase in ('held', 'dispatched')) <> (c.settled_at is null)`)
  await report('I7', halfEnded, 'its phase and the time of its end do not fit')
  const withoutResponse = calls()
    .leftJoin({ r: table('response') }, 'r.call_id', 'c.id')
    .where('c.phase', 'answered')
    .where('c.charged', '>', 0)
    .whereNull('r.call_id')
  await report('I11', withoutResponse, 'charged without a stored response')
}

const Charged = z.object({ id: Counted, reference: z.string(), charged: Counted, refunded: Counted })

async function tallyCalls({ transaction, table }: Snapshot, found: Tallies, from: number): Promise<void> {
  for (let after = from; ; ) {
    const rows: unknown = await transaction(table('call'))
      .where('id', '>', after)
      .where('id', '<=', from + RANGE)
      .whereRaw('(charged <> 0 or refunded <> 0)')
      .orderBy('id')
      .limit(PAGE)
      .select('id', 'reference', 'charged', 'refunded')
    const page = z.array(Charged).parse(rows)
    for (const { reference, charged, refunded } of page) {
      if (charged !== 0) found.charge.add(reference, charged)
      if (refunded !== 0) found.refund.add(reference, refunded)
    }
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

const Credited = z.object({ id: z.string(), amount: Counted })

async function tallyCredits({ transaction, table }: Snapshot, funds: Tally): Promise<void> {
  for (let after = ''; ; ) {
    const rows: unknown = await transaction(table('credit'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .select('id', 'amount')
    const page = z.array(Credited).parse(rows)
    for (const { id, amount } of page) funds.add(id, amount)
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}
