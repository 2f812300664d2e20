import { wholeNumber } from '@parakh/core/fields'
import type { DatabaseOptions } from '@parakh/store'
import * as z from 'zod'

const tablePrefix = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,23}$/, 'must be a lower-case letter and up to 23 of a-z 0-9 _')
  .optional()
  .describe('Prefix of all table names, for a shared database')

const Pool = z.strictObject({
  min: wholeNumber(0, 1000).optional().describe('Connections that are kept open'),
  max: wholeNumber(1, 1000).optional().describe('The largest number of connections'),
})

const milliseconds = (what: string) => wholeNumber(100, 600_000).optional().describe(`${what}, in milliseconds`)
const Timeouts = z.strictObject({
  statementMs: milliseconds('One statement outside the batches of calls'),
  lockMs: milliseconds("Waiting for another transaction's lock"),
  idleInTransactionMs: milliseconds('A transaction that nobody goes on with'),
  connectMs: milliseconds('Opening a connection'),
  acquireMs: milliseconds('Waiting for a connection of the pool'),
})

/** What libpq takes and the driver of Node does not. A comma before the @ is of the password. */
const SEVERAL_HOSTS = /^postgres(?:ql)?:\/\/[^/?]*,(?![^/?]*@)|[?&]target_session_attrs=/

/** SQLite: one file, one serving process. */
export const SqliteSchema = z.strictObject({
  client: z.literal('sqlite3'),
  filename: z
    .string()
    .min(1)
    .refine(
      (name) => !name.includes(':memory:'),
      'must be a file such as ./data/parakh.db: money is not kept in memory',
    )
    .describe('The database file, relative to the configuration file'),
  tablePrefix,
})
/** PostgreSQL: any number of serving processes. */
export const PostgresSchema = z.strictObject({
  client: z.literal('pg'),
  connection: z
    .union([
      z
        .string()
        .min(1)
        .refine(
          (connection) => !SEVERAL_HOSTS.test(connection),
          'must name one host, and no target_session_attrs: the driver knows neither. Give the address that always leads to the primary, as docs/guides/failover.md says',
        ),
      z.record(z.string(), z.unknown()),
    ])
    .describe('A connection string such as postgres://user:password@host/database, or an object of node-postgres'),
  pool: Pool.optional(),
  timeouts: Timeouts.optional().describe('Time limits of PostgreSQL and its connections'),
  tablePrefix,
})
type StorePool = Extract<DatabaseOptions, { readonly knex: unknown }>['knex']
/** A pool of the store. An interface, because a type alias would be expanded in declarations to a path into the store's own knex. */
export interface InjectedPool extends StorePool {}

/** The embedder's own connection pool. */
export const InjectedSchema = z.strictObject({
  knex: z.custom<InjectedPool>((value) => typeof value === 'function', 'must be a knex instance'),
  tablePrefix,
})

/** The section `database`. */
export const DatabaseSchema = z.union([z.discriminatedUnion('client', [SqliteSchema, PostgresSchema]), InjectedSchema])
/** The section `database` after its schema. */
export type DatabaseSection = z.output<typeof DatabaseSchema>

/** A placeholder for a section with faults, so that the rest can be checked; it is never opened. */
export const PLACEHOLDER_DATABASE: DatabaseSection = { client: 'sqlite3', filename: 'placeholder.db' }

/**
 * The schema that a database section is intended for, so that its faults name one alternative and not all three.
 *
 * @param value The section as given.
 */
export function databaseSchemaFor(value: unknown): z.ZodType<DatabaseSection> {
  const has = (key: string): boolean => typeof value === 'object' && value !== null && key in value
  if (has('knex')) return InjectedSchema
  return z.discriminatedUnion('client', [SqliteSchema, PostgresSchema])
}
