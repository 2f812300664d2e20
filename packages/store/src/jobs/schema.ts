import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/** Jobs. `slot` is unique per scheduled run: two processes make one. */
export async function createJobTables(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('job'), (table) => {
    table.text('id').notNullable().primary()
    table.text('name').notNullable()
    table.binary('payload').nullable()
    table.text('account_id').nullable()
    table.text('environment').nullable()
    table.bigInteger('run_at').notNullable()
    table.integer('attempt').notNullable().defaultTo(0)
    table.integer('attempts').notNullable()
    table.text('state').notNullable().defaultTo('waiting')
    table.text('owner').nullable()
    table.bigInteger('lease_until').nullable()
    table.text('error').nullable()
    table
      .text('slot')
      .nullable()
      .unique({ indexName: named('job_slot') })
    table.bigInteger('created_at').notNullable()
  })
  const [on, waiting] = ['job', "state = 'waiting'"]
  await partialIndex(target, 'job_due', { on, columns: 'run_at', where: waiting })
  // Jobs are claimed by their kind: a backlog of one does not stand before those of others.
  await partialIndex(target, 'job_due_by_kind', { on, columns: 'name, run_at, id', where: waiting })
  await partialIndex(target, 'job_leased', { on, columns: 'lease_until', where: "state = 'running'" })
}
