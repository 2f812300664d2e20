import * as z from 'zod'
import { platformTables } from './platform-tables.ts'
import {
  type EachRow,
  noSql,
  type Placeholder,
  type Sql,
  type SqlDialect,
  sql,
  type TableHandle,
  type WhenGiven,
} from './sql.ts'
import type { TableSet } from './table-set.ts'
import type { BoundStatement, StatementFactory, TableStatement } from './table-statement.ts'

/** The parameters of a statement, each where it is bound. */
export type Placeholders<P extends z.ZodObject> = { readonly [K in keyof z.output<P>]-?: Placeholder }

/** What the text of a statement is written with, besides its parameters. */
export interface StatementParts {
  /**
   * Text that is left out where a parameter is null or not given.
   *
   * @param absent Stands there then.
   */
  when(parameter: Placeholder, given: Sql, absent?: Sql): WhenGiven
  /** Rows of values of a parameter that is a list of objects: `values ${each(p.rows, ['id', 'name'])}`. */
  each(parameter: Placeholder, columns: readonly string[]): EachRow
  /** `for update` on PostgreSQL. SQLite has one writer, and needs no lock of a row. */
  readonly forUpdate: Sql
  readonly dialect: SqlDialect
}

type Text<P extends z.ZodObject> = (p: Placeholders<P>, parts: StatementParts) => Sql
interface Declared<P extends z.ZodObject, R, K extends TableStatement['kind']> {
  readonly declared: Omit<TableStatement, 'name' | 'of'>
  /** Never there at run time. */
  readonly types?: (params: P) => readonly [R, K]
}
/** What `defineStatements` declares them with. */
export interface StatementTools<N extends string> {
  /** The plugin's own tables. */
  readonly t: Readonly<Record<N, TableHandle>>
  /** Tables that may be read only. */
  readonly platform: typeof platformTables
  read<R extends z.ZodType, P extends z.ZodObject = z.ZodObject<Record<never, never>>>(definition: {
    readonly params?: P
    readonly row: R
    /**
     * True: outside of transactions PostgreSQL reads tables by an index, whatever it believes of one that has just grown: for rows of
     * `platform.usage` after an id.
     */
    readonly byIndex?: true
    readonly sql: Text<NoInfer<P>>
  }): Declared<P, z.output<R>, 'read'>
  /** A write that gives rows. */
  write<R extends z.ZodType, P extends z.ZodObject = z.ZodObject<Record<never, never>>>(
    definition: WriteDefinition<P> & { /** Of `returning`. */ readonly row: R },
  ): Declared<P, z.output<R>, 'returning'>
  write<P extends z.ZodObject = z.ZodObject<Record<never, never>>>(
    definition: WriteDefinition<P>,
  ): Declared<P, never, 'write'>
}
interface WriteDefinition<P extends z.ZodObject> {
  readonly params?: P
  /** The error where a unique constraint refuses it, by what was to be written. */
  readonly unique?: (values: z.output<P>) => Error
  readonly sql: Text<NoInfer<P>>
}

/**
 * Declares the statements of a plugin. Their structure is fixed, so they are checked when a host is composed: reads name the plugin's own tables and
 * `platform`, writes their own tables alone. Parameters and rows are checked by their schemas.
 *
 * @example
 * export const statements = defineStatements(referralTables, ({ t, read, write }) => ({
 *   ofAccount: read({
 *     params: z.object({ account_id: z.string(), state: z.string().optional() }),
 *     row: z.object({ id: z.string(), reward: Amount }),
 *     sql: (p, { when }) =>
 *       sql`select id, reward from ${t.referral} where account_id = ${p.account_id} ${when(p.state, sql`and state = ${p.state}`)}`,
 *   }),
 *   settle: write({ params: z.object({ id: z.string() }), sql: (p) => sql`update ${t.referral} set state = 'paid' where id = ${p.id}` }),
 * }))
 * const rows = await tables.rows(statements.ofAccount({ account_id: 'a-1' }))
 */
export function defineStatements<
  N extends string,
  // biome-ignore lint/suspicious/noExplicitAny: a record of declarations of any types keeps the type of each
  D extends Readonly<Record<string, Declared<any, any, any>>>,
>(of: TableSet & { readonly t: Readonly<Record<N, TableHandle>> }, declare: (tools: StatementTools<N>) => D) {
  const tools: StatementTools<N> = {
    t: of.t,
    platform: platformTables,
    read: ({ params, row, byIndex, sql: text }) => ({
      declared: declaration({ kind: 'read', params, row, byIndex, text }),
    }),
    write: <P extends z.ZodObject>({
      params,
      row,
      unique,
      sql: text,
    }: WriteDefinition<P> & { readonly row?: z.ZodType }) =>
      ({ declared: declaration({ kind: row ? 'returning' : 'write', params, row, unique, text }) }) as never,
  }
  const factories = Object.entries(declare(tools)).map(([name, { declared }]) => {
    const statement: TableStatement = { ...declared, name, of }
    const bind = (given: unknown = {}): BoundStatement => ({ statement, values: statement.params.parse(given) })
    return [name, Object.assign(bind, { statement })]
  })
  return Object.fromEntries(factories) as {
    readonly [K in keyof D]: D[K] extends Declared<infer P, infer R, infer Kind> ? StatementFactory<P, R, Kind> : never
  }
}

function declaration<P extends z.ZodObject>(given: {
  readonly kind: TableStatement['kind']
  readonly params: P | undefined
  readonly row: z.ZodType | undefined
  readonly unique?: ((values: z.output<P>) => Error) | undefined
  readonly byIndex?: true | undefined
  readonly text: Text<P>
}): Omit<TableStatement, 'name' | 'of'> {
  const { kind, row = null, unique, byIndex = false, text } = given
  const params: z.ZodObject = given.params ?? z.object({})
  const made = new Map<SqlDialect, Sql>()
  const on = (dialect: SqlDialect): Sql => {
    const known = made.get(dialect)
    if (known) return known
    const written = text(placeholdersOf(params) as Placeholders<P>, partsFor(dialect))
    made.set(dialect, written)
    return written
  }
  return { kind, params, row, byIndex, on, ...(unique && { unique }) }
}

const partsFor = (dialect: SqlDialect): StatementParts => ({
  dialect,
  forUpdate: dialect === 'pg' ? sql`for update` : noSql,
  when: (parameter, given, absent = noSql) => ({ kind: 'when', field: fieldOf(parameter, 'when'), given, absent }),
  each: (parameter, columns) => ({ kind: 'each', field: fieldOf(parameter, 'each'), columns }),
})

function fieldOf(parameter: Placeholder | undefined, where: string): string {
  if (!parameter) throw new TypeError(`${where}(…) is given what is not a parameter of the statement`)
  return parameter.field
}

const placeholdersOf = ({ shape }: z.ZodObject): Readonly<Record<string, Placeholder>> =>
  Object.fromEntries(Object.entries(shape).map(([field, schema]) => [field, { field, ...bindingOf(schema) }]))

/** How a parameter is bound, by its schema: a list of objects as rows, another list as a list, all else as one value. */
function bindingOf(schema: z.core.$ZodType): Pick<Placeholder, 'kind' | 'of'> {
  const inner = unwrapped(schema)
  if (inner._zod.def.type !== 'array') return { kind: 'value', of: null }
  const element = unwrapped((inner as z.core.$ZodArray)._zod.def.element)._zod.def.type
  if (element === 'object') return { kind: 'rows', of: null }
  return { kind: 'list', of: element === 'number' || element === 'int' ? 'bigint' : 'text' }
}

const WRAPPERS: readonly string[] = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional']
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod
  return WRAPPERS.includes(def.type) && 'innerType' in def ? unwrapped(def.innerType as z.core.$ZodType) : schema
}
