import type { Database } from './database.ts'

/** What is filled behind a log, on SQLite, in the place of an index of the log (decisions 0041, 0042 and 0043). */
export interface FilledBehind {
  /** The log, whose rows have ascending ids. */
  readonly log: string
  /**
   * The table in the place of its index. `<table>_through` has the id up to which it is filled, and the id up to which it is being filled: rows above
   * the former count as left, though some of them are in the table already.
   */
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

type Named = Pick<Database, 'table'>

/** Rows that one batch takes over: more than it has calls, so that blocks are done before they are full again, and few enough to be no wait. */
const SLICE = 128
/** Where so many blocks are left, as after a bulk insert, they go with one batch: what is left is read with each page of a wallet. */
const MANY_BLOCKS = 4

const named = ({ table: name }: Named, { log, table }: FilledBehind) => ({
  log: name(log),
  table: name(table),
  through: name(`${table}_through`),
  queue: name(`${table}_queue`),
})

/**
 * The temporary table that a connection with batches needs: ids of the block that is being taken over, in the order of the index, and where that
 * block ends.
 */
export const fillQueue = (source: Named, filled: FilledBehind): string =>
  `create temp table ${named(source, filled).queue} (place integer primary key, row_id integer not null, through_id integer not null)`

/**
 * The statements by which a batch takes rows of the log that are left into the table, once they make a block: the first batch sorts the ids, and
 * each takes a slice. A batch that took a whole block would be waited for eight times as long as any other.
 */
export function fillBehind(source: Named, filled: FilledBehind): readonly string[] {
  const { columns, id, block, where = 'true' } = filled
  const { log, table, through, queue } = named(source, filled)
  const last = `(select max(id) from ${log})`
  const many = MANY_BLOCKS * block
  const idle = `not exists (select 1 from ${queue})`
  const slice = `case when ${last} - (select through_id from ${through}) >= ${many} then ${many} else ${SLICE} end`
  const behindSlice = `(select min(place) from ${queue}) + ${slice}`
  const isDone = `(select through_id from ${queue} limit 1) <= (select through_id from ${through})`
  // Without a block the range is empty: as a condition for each row, all that is left would be read with every batch.
  const from = `(select case when filling_id > through_id and ${idle} then through_id else filling_id end from ${through})`
  return [
    // By this process with its last slice, or by another one that took the same block.
    `delete from ${queue} where place < case when ${isDone} then (select max(place) + 1 from ${queue}) end`,
    `update ${through} set filling_id = through_id + case when ${last} - through_id >= ${many} then ${many} else ${block} end
      where ${last} - through_id >= ${block} and ${idle}`,
    `insert into ${queue} (row_id, through_id) select l.id, t.filling_id from ${through} t cross join ${log} l not indexed
      where l.id > ${from} and l.id <= t.filling_id and ${where} order by ${columns.map((column) => `l.${column}`).join(', ')}, l.id`,
    // A block may have no row of those that are taken.
    `update ${through} set through_id = filling_id where filling_id > through_id and ${idle}`,
    // Again where a process stopped within a block, or another one takes the same: the queue is each connection's own.
    `insert or ignore into ${table} (${columns.join(', ')}, ${id}) select ${columns.map((column) => `l.${column}`).join(', ')}, l.id
      from ${queue} q cross join ${log} l on l.id = q.row_id where q.place < ${behindSlice} and ${where}`,
    `update ${through} set through_id = (select through_id from ${queue} limit 1)
      where not exists (select 1 from ${queue} where place >= ${behindSlice}) and not ${idle}`,
    `delete from ${queue} where place < ${behindSlice}`,
  ]
}
