import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/** Who changed what (core's `AuditLog`). Rows are added only: the database itself refuses to change or remove one. */
export const audit0005 = {
  name: '0005-audit',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
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
    if (dialect === 'pg') await refuseOnPostgres(knex, named)
    else await refuseOnSqlite(knex, named)
  },
}

const CHANGES = ['update', 'delete'] as const

async function refuseOnSqlite(knex: Knex, named: TableName): Promise<void> {
  for (const change of CHANGES)
    await knex.raw(
      `create trigger ${named(`audit_no_${change}`)} before ${change} on ${named('audit')}
        begin select raise(abort, 'the audit log is appended to only'); end`,
    )
}

async function refuseOnPostgres(knex: Knex, named: TableName): Promise<void> {
  const refuse = named('audit_refuse')
  await knex.raw(
    `create function ${refuse}() returns trigger language plpgsql as
      $$ begin raise exception 'the audit log is appended to only'; end $$`,
  )
  await knex.raw(
    `create trigger ${named('audit_appended_only')} before update or delete or truncate on ${named('audit')}
      for each statement execute function ${refuse}()`,
  )
}
