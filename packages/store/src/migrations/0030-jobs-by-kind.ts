import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** Jobs are claimed by their kind, so that a backlog of one does not stand before those of others. */
export const jobsByKind0030 = {
  name: '0030-jobs-by-kind',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.raw(
      `create index ${named('job_due_by_kind')} on ${named('job')} (name, run_at, id) where state = 'waiting'`,
    )
  },
}
