import type { Knex } from 'knex'
import type { Dialect } from './database.ts'

/** Where tables are created. */
export interface SchemaTarget {
  readonly knex: Knex
  readonly dialect: Dialect
  /** Gives a table, an index or a constraint its prefix. */
  named(name: string): string
}

/** Which rows a partial index has, and of which columns. */
export interface PartialIndex {
  readonly on: string
  readonly columns: string
  readonly where: string
  /** Not unless given. */
  readonly unique?: boolean
}

/** An index of some rows of a table: Knex cannot say `where` for both databases. */
export async function partialIndex(
  { knex, named }: SchemaTarget,
  name: string,
  { on, columns, where, unique = false }: PartialIndex,
): Promise<void> {
  await knex.raw(`create ${unique ? 'unique ' : ''}index ${named(name)} on ${named(on)} (${columns}) where ${where}`)
}

/** Has the database refuse to change or delete a row of a table, whoever asks. */
export async function refuseChanges({ knex, named, dialect }: SchemaTarget, table: string, reason: string) {
  if (dialect === 'sqlite3') {
    for (const change of ['update', 'delete'])
      await knex.raw(
        `create trigger ${named(`${table}_no_${change}`)} before ${change} on ${named(table)}
          begin select raise(abort, '${reason}'); end`,
      )
    return
  }
  const refuse = named(`${table}_refuse`)
  await knex.raw(
    `create function ${refuse}() returns trigger language plpgsql as $$ begin raise exception '${reason}'; end $$`,
  )
  await knex.raw(
    `create trigger ${named(`${table}_append_only`)} before update or delete or truncate on ${named(table)}
      for each statement execute function ${refuse}()`,
  )
}
