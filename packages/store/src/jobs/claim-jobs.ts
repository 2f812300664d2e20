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
  /** Null: of all kinds. */
  readonly kind: string | null
}

/** Leases due jobs: those that wait, then those whose owner's lease ended. */
export async function claimRows(database: Database, claim: Claim): Promise<readonly Row[]> {
  const { at, limit, kind } = claim
  const of = (jobs: Knex.QueryBuilder): Knex.QueryBuilder => (kind === null ? jobs : jobs.where({ name: kind }))
  // A look without a lock: an idle server that polls writes nothing.
  const found = await Promise.all([
    of(waitingJobs(database.knex, database, at)).first(),
    of(lostJobs(database.knex, database, at)).first(),
  ])
  if (found.every((one: unknown) => one === undefined)) return []
  const rows: unknown = await database.write(async (transaction) => {
    await giveUpLost(transaction, database, at)
    const pick = async (jobs: Knex.QueryBuilder, most: number): Promise<readonly string[]> => {
      if (most <= 0) return []
      const picked = of(jobs).orderBy(['run_at', 'id']).limit(most)
      // Two processes never wait for each other's rows. SQLite has one writer at a time.
      if (database.dialect === 'pg') picked.forUpdate().skipLocked()
      return z
        .array(z.object({ id: z.string() }))
        .parse(await picked)
        .map(({ id }) => id)
    }
    const waiting = await pick(waitingJobs(transaction, database, at), limit)
    const lost = await pick(lostJobs(transaction, database, at), limit - waiting.length)
    return await transaction(database.table('job'))
      .whereIn('id', [...waiting, ...lost])
      .update({ state: 'running', owner: claim.owner, lease_until: at + claim.leaseMs })
      .increment('attempt', 1)
      .returning('*')
  })
  return z
    .array(Row)
    .parse(rows)
    .sort((a, b) => a.run_at - b.run_at || (a.id < b.id ? -1 : 1))
}

const waitingJobs = (knex: Knex, database: Database, at: number): Knex.QueryBuilder =>
  knex(database.table('job')).select('id').where({ state: 'waiting' }).where('run_at', '<=', at)

const lostJobs = (knex: Knex, database: Database, at: number): Knex.QueryBuilder =>
  knex(database.table('job')).select('id').where({ state: 'running' }).where('lease_until', '<=', at)

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
