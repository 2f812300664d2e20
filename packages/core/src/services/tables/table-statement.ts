import type * as z from 'zod'
import type { Sql, SqlDialect } from './sql.ts'
import type { TableSet } from './table-set.ts'

/** A declared statement: checked on both databases when a host is composed, before it is ever run. */
export interface TableStatement {
  /** `returning`: a write that gives rows. */
  readonly kind: 'read' | 'returning' | 'write'
  /** Its key in `defineStatements`. */
  readonly name: string
  readonly of: TableSet
  readonly params: z.ZodObject
  /** What it gives; null: of a `write`. */
  readonly row: z.ZodType | null
  /** The error of a unique constraint that refuses the write, by its parameters. */
  unique?(values: Readonly<Record<string, unknown>>): Error
  /** Whether PostgreSQL is kept from reading whole tables. */
  readonly byIndex: boolean
  /** @throws TypeError where it names what it does not have. */
  on(dialect: SqlDialect): Sql
}
/** A statement with its parameters, checked. */
export interface BoundStatement<out R = unknown, out K extends TableStatement['kind'] = TableStatement['kind']> {
  readonly statement: TableStatement & { readonly kind: K }
  readonly values: Readonly<Record<string, unknown>>
  /** Never there at run time. */
  readonly type?: () => R
}
type Given<P extends z.ZodObject> = object extends z.input<P> ? [given?: z.input<P>] : [given: z.input<P>]
/** A statement of `defineStatements`: call it to bind its parameters. */
export interface StatementFactory<
  P extends z.ZodObject = z.ZodObject,
  R = unknown,
  K extends TableStatement['kind'] = TableStatement['kind'],
> {
  /** @throws ZodError where a parameter is not as declared. */
  (...given: Given<P>): BoundStatement<R, K>
  readonly statement: TableStatement
}
/** The statements of a plugin, as `definePlugin` lists them. */
export type StatementSet = Readonly<Record<string, { readonly statement: TableStatement }>>

/** The rows that a statement gave, read by its schema. */
export function readRows<R>({ statement }: BoundStatement<R>, rows: readonly unknown[]): readonly R[] {
  const { row, name, of } = statement
  if (!row) throw new TypeError(`${of.namespace}.${name} has no row: it gives a number`)
  return rows.map((one) => row.parse(one) as R)
}
