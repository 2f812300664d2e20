import type { ClaimedJob } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Bytes, Counted, EnvironmentColumn } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** A scheduled job brings nothing along. */
const NO_PAYLOAD = 'null'

const Row = z.object({
  id: z.string(),
  name: z.string(),
  payload: Bytes.nullable(),
  account_id: z.string().nullable(),
  environment: EnvironmentColumn.nullable(),
  run_at: Counted,
  attempt: Counted,
  attempts: Counted,
})
type Row = z.output<typeof Row>

/** What is asked of a claim. */
interface Claim {
  readonly owner: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly limit: number
  readonly leaseMs: number
}

/** Leases due jobs: those that wait, and those whose owner's lease ended. */
export async function claimRows(database: Database, claim: Claim): Promise<readonly Row[]> {
  // A look without a lock: an idle server that polls writes nothing.
  const due: unknown = await dueJobs(database.knex, database, claim.at).first()
  if (due === undefined) return []
  const rows: unknown = await database.write(async (transaction) => {
    await giveUpLost(transaction, database, claim.at)
    const picked = dueJobs(transaction, database, claim.at).orderBy(['run_at', 'id']).limit(claim.limit)
    // Two processes never wait for each other's rows. SQLite has one writer at a time.
    if (database.dialect === 'pg') picked.forUpdate().skipLocked()
    const ids = z.array(z.object({ id: z.string() })).parse(await picked)
    return await transaction(database.table('job'))
      .whereIn(
        'id',
        ids.map(({ id }) => id),
      )
      .update({ state: 'running', owner: claim.owner, lease_until: claim.at + claim.leaseMs })
      .increment('attempt', 1)
      .returning('*')
  })
  return z
    .array(Row)
    .parse(rows)
    .sort((a, b) => a.run_at - b.run_at || (a.id < b.id ? -1 : 1))
}

const dueJobs = (knex: Knex, database: Database, at: number): Knex.QueryBuilder =>
  knex(database.table('job'))
    .select('id')
    .where((either) =>
      either
        .where((waiting) => waiting.where({ state: 'waiting' }).where('run_at', '<=', at))
        .orWhere((lost) => lost.where({ state: 'running' }).where('lease_until', '<=', at)),
    )

/** A job that ended its process in every run is not handed out for ever. */
async function giveUpLost(transaction: Knex.Transaction, database: Database, at: number): Promise<void> {
  await transaction(database.table('job'))
    .where({ state: 'running' })
    .where('lease_until', '<=', at)
    .whereRaw('attempt >= attempts')
    .update({ state: 'failed', error: 'LEASE_LOST', owner: null, lease_until: null })
}

/** A claimed row as a job. @param payload Opened; null where there is none. */
export const jobOf = (row: Row, payload: string | null): ClaimedJob => ({
  id: row.id,
  name: row.name,
  payload: payload ?? NO_PAYLOAD,
  accountId: row.account_id,
  environment: row.environment,
  attempt: row.attempt,
  attempts: row.attempts,
})
