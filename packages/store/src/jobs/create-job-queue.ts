import type { Clock, Ids, JobQueue } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import type { Vault } from '../vault/create-vault.ts'
import { claimRows, jobOf } from './claim-jobs.ts'
import { pageFailed } from './page-failed.ts'
import { readBacklog } from './read-backlog.ts'

/** Runs of a scheduled job before it is given up until its next time. */
const SCHEDULED_ATTEMPTS = 5

/** What a job queue is made from. */
interface JobQueueOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
}

/**
 * Durable jobs on a database. A job that is done is gone; one that was given up stays with its error. Of scheduled jobs
 * the last run stays, so that a process that comes late does not run it once more.
 *
 * @example
 * const jobs = createJobQueue({ database, clock, ids, vault })
 * for (const job of await jobs.claim(owner, Date.now(), { limit: 10, leaseMs: 60_000 })) await run(job)
 */
export function createJobQueue({ database, clock, ids, vault }: JobQueueOptions): JobQueue {
  const table = database.table('job')
  return {
    async claim(owner, at, { limit, leaseMs, kind }) {
      const rows = await claimRows(database, { owner, at, limit, leaseMs, kind: kind ?? null })
      const sealer = await vault.sealer(rows.flatMap(({ account_id: accountId }) => accountId ?? []))
      return rows.map((row) => {
        const { id, account_id: accountId, payload } = row
        if (!payload || accountId === null) return jobOf(row, null)
        return jobOf(row, sealer.open({ table: 'job', accountId, row: id }, payload).toString())
      })
    },
    backlog: (at) => readBacklog(database, at),
    failed: (page) => pageFailed(database, page),
    async renew({ id, attempt }, leaseUntil) {
      const renewed: number = await database.write((transaction) =>
        transaction(table).where({ id, attempt, state: 'running' }).update({ lease_until: leaseUntil }),
      )
      return renewed === 1
    },
    complete: ({ id, attempt }) =>
      database.write(async (transaction) => {
        const mine = () => transaction(table).where({ id, attempt, state: 'running' })
        await mine().whereNull('slot').delete()
        await mine().update({ state: 'done', owner: null, lease_until: null, error: null })
      }),
    async retry({ id, attempt }, runAt, error) {
      const next = runAt === null ? { state: 'failed' } : { state: 'waiting', run_at: runAt }
      await database.write((transaction) =>
        transaction(table)
          .where({ id, attempt, state: 'running' })
          .update({ ...next, error, owner: null, lease_until: null }),
      )
    },
    schedule: (name, runAt) =>
      database.write(async (transaction) => {
        const runs = () => transaction(table).where({ name }).whereNotNull('slot')
        const standing: unknown = await runs().where('run_at', '>=', runAt).first('id')
        if (standing !== undefined) return
        await runs().whereIn('state', ['done', 'failed']).delete()
        const row = {
          id: ids.next(),
          name,
          run_at: runAt,
          attempts: SCHEDULED_ATTEMPTS,
          created_at: clock.now().getTime(),
        }
        // Two processes that come at once meet in this slot.
        await transaction(table)
          .insert({ ...row, slot: `${name}@${runAt}` })
          .onConflict('slot')
          .ignore()
      }),
  }
}
