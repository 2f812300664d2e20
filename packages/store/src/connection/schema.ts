import { platformRevisions } from '@parakh/core'
import type { SchemaTarget } from './schema-target.ts'

/** A row for each projection (decision 0067): its lock is kept until the commit, so revisions become visible in their order. */
export async function createRevisionTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('revision'), (table) => {
    table.text('name').notNullable().primary()
    table.bigInteger('revision').notNullable()
  })
  await knex(named('revision')).insert(Object.values(platformRevisions).map(({ name }) => ({ name, revision: 0 })))
}
