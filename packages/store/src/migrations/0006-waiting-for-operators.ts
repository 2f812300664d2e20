import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/** Indexes of what waits for operators: submissions of KYC without a decision, and jobs that were given up. */
export const waitingForOperators0006 = {
  name: '0006-waiting-for-operators',
  async up(target: SchemaTarget): Promise<void> {
    await partialIndex(target, 'kyc_undecided', {
      ...{ on: 'kyc_file', columns: 'submitted_at, account_id' },
      where: 'submitted_at is not null and decided_at is null',
    })
    await partialIndex(target, 'job_failed', { on: 'job', columns: 'run_at, id', where: "state = 'failed'" })
  },
}
