import { type Columns, type ColumnType, placeOf } from './column-list.ts'

/** Parts of statements that take packed rows, generated from lists of columns. */
export interface ColumnSql {
  /** The columns of an insert. */
  names(of: Columns<never>): string
  /** Their values of a packed row. */
  values(of: Columns<never>): string
  /** The value of one field. */
  value<Row>(of: Columns<Row>, field: keyof Row & string): string
  /** The assignments of an update. @param by Fields that identify the row, and are not changed. */
  assignments<Row>(of: Columns<Row>, by: readonly (keyof Row & string)[]): string
}

/** @param unpacked How a database reads the value at a position of a packed row. */
export function columnSql(unpacked: (type: ColumnType, place: number) => string): ColumnSql {
  return {
    names: (of) => of.map(({ name }) => name).join(', '),
    values: (of) => of.map(({ type }, place) => unpacked(type, place)).join(', '),
    value(of, field) {
      const place = placeOf(of, field)
      return unpacked(of[place]?.type ?? 'text', place)
    },
    assignments(of, by) {
      const kept = new Set<string>(by)
      const assigned = of.map(({ field, name, type }, place) =>
        kept.has(field) ? '' : `${name} = ${unpacked(type, place)}`,
      )
      return assigned.filter((text) => text !== '').join(', ')
    },
  }
}
