import type { BatchChanges } from '@parakh/core'
import type { Sealer } from '../vault/create-vault.ts'

/** A job as a row of `job`, its payload sealed. */
export function jobRow(job: BatchChanges['jobs'][number], sealer: Pick<Sealer, 'seal'>) {
  const { id, name, accountId, environment, runAt, attempts, at } = job
  return {
    ...{ id, name, environment, attempts },
    account_id: accountId,
    payload: sealer.seal(accountId, job.payload),
    run_at: runAt,
    created_at: at,
  }
}
