import { refuseChanges, type SchemaTarget } from '../connection/schema-target.ts'

/** Who changed what (core's `AuditLog`). Rows are added only: the database itself refuses to change or remove one. */
export async function createAuditTables(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('audit'), (table) => {
    table.text('id').notNullable().primary()
    table.bigInteger('at').notNullable()
    table.text('actor').notNullable()
    table.text('action').notNullable()
    table.text('subject').notNullable()
    table.text('account_id').nullable()
    table.text('before').nullable()
    table.text('after').nullable()
    table.index(['account_id', 'id'], named('audit_of_account'))
    table.index(['subject', 'id'], named('audit_of_subject'))
  })
  await refuseChanges(target, 'audit', 'the audit log is appended to only')
}
