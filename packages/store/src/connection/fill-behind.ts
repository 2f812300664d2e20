import type { Database } from './database.ts'

/** What is filled behind a log, on SQLite, in the place of an index of the log (decisions 0041 and 0042). */
export interface FilledBehind {
  /** The log, whose rows have ascending ids. */
  readonly log: string
  /** The table in the place of its index; `<table>_through` has the id up to which it is filled. */
  readonly table: string
  /** Columns of the log, in the order of the index. */
  readonly columns: readonly string[]
  /** The column with the row's id. */
  readonly id: string
  /** Ids that make a block. Sorted, the rows of a wallet in it come to one page; taken in with each row, the index would be a page to write for each call. */
  readonly block: number
  /** Which rows of the log are in it; all unless given. */
  readonly where?: string
}
/** Where many blocks are left, as after a bulk insert, so many go with one batch: no call waits for all of them. */
const MOST_BLOCKS_AT_ONCE = 4

/** The statements by which a batch takes the rows of the log that are left into the table, once they make a block. */
export function fillBehind({ table: named }: Pick<Database, 'table'>, filled: FilledBehind): readonly string[] {
  const { columns, id, block, where = 'true' } = filled
  const [log, table, through] = [named(filled.log), named(filled.table), named(`${filled.table}_through`)]
  const last = `(select max(id) from ${log})`
  const mark = `(select through_id from ${through})`
  const most = MOST_BLOCKS_AT_ONCE * block
  // Without a block the range is empty: as a condition for each row, all that is left would be read with every batch.
  const from = `case when ${last} - ${mark} >= ${block} then ${mark} else ${last} end`
  return [
    `insert into ${table} (${columns.join(', ')}, ${id}) select ${columns.join(', ')}, id from ${log} not indexed
      where id > ${from} and id <= ${mark} + ${most} and ${where} order by ${columns.join(', ')}, id`,
    `update ${through} set through_id = min(${last}, through_id + ${most}) where ${last} - through_id >= ${block}`,
  ]
}
