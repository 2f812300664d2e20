/**
 * How the values of a column are represented in JSON. `sealed`: bytes, as hexadecimal text; `json`: a JSON value that the column stores as
 * text.
 */
export type ColumnType = 'text' | 'number' | 'sealed' | 'json'

type Packed = string | number | null

/** A column of a table that batches write, and the field of a row that it stores. */
export interface Column<Row> {
  readonly field: string
  readonly name: string
  readonly type: ColumnType
  /** The column's value of a row, as it is sent. */
  pack(row: Row): Packed
}
/** The columns of a table, in the order of its packed rows. */
export type Columns<Row> = readonly Column<Row>[]

type TypeOf<Value> = [Value] extends [number | null]
  ? 'number'
  : [Value] extends [string | null]
    ? 'text' | 'sealed'
    : 'json'

/** A column whose name or value is not that of its field. */
interface Exception<Row> {
  readonly type: ColumnType
  readonly name?: string
  readonly pack?: (row: Row) => Packed
}

/**
 * The one list of a table's columns: statements, packing and unpacking are generated from it.
 *
 * @param types By field, all of them. A column is named as its field, in snake case, unless a name is given.
 */
export function columns<Row extends object>(
  types: {
    readonly [Field in keyof Row]-?: TypeOf<Row[Field]> | Exception<Row>
  },
): Columns<Row> {
  return Object.entries<ColumnType | Exception<Row>>(types).map(([field, given]) => {
    const { type, name = snakeCase(field), pack }: Exception<Row> = typeof given === 'string' ? { type: given } : given
    return { field, name, type, pack: pack ?? packerOf(field as keyof Row, type) }
  })
}

function packerOf<Row>(field: keyof Row, type: ColumnType): (row: Row) => Packed {
  if (type === 'json') return (row) => JSON.stringify(row[field])
  return (row) => row[field] as Packed
}

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Some of the columns, in the order of the fields. */
export const pick = <Row>(of: Columns<Row>, fields: readonly (keyof Row & string)[]): Columns<Row> =>
  fields.map((field) => of[placeOf(of, field)] as Column<Row>)

/** The position of a field in a packed row. */
export function placeOf<Row>(of: Columns<Row>, field: keyof Row & string): number {
  const place = of.findIndex((column) => column.field === field)
  if (place < 0) throw new TypeError(`no column has the field ${field}`)
  return place
}

/** Packs rows as a JSON list of lists: the statement has the names. */
export const packRows = <Row>(of: Columns<Row>, rows: readonly Row[]): string =>
  rows.length === 0 ? '[]' : JSON.stringify(rows.map((row) => of.map((column) => column.pack(row))))

/** The columns of a table for a knex query, by field. */
export const selected = <Row>(of: Columns<Row>, alias: string): Readonly<Record<string, string>> =>
  Object.fromEntries(of.map(({ field, name }) => [field, `${alias}.${name}`]))

/** A row of such a query. PostgreSQL gives its large numbers as text. */
export function unpackSelected<Row>(of: Columns<Row>, found: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(of.map(({ field, type }) => [field, unpack(found[field] ?? null, type)])) as Row
}

function unpack(value: unknown, type: ColumnType): unknown {
  if (value === null || type === 'text' || type === 'sealed') return value
  if (type === 'json') return JSON.parse(String(value))
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new TypeError('a number of a row is no safe integer')
  return number
}
