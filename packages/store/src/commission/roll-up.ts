import { ENVIRONMENTS, type Environment } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { OF_COMMISSION } from './totals.ts'

/** Entries of one transaction. */
const MOST = 5_000

const Marked = z.object({ ledger_account: z.string(), environment: z.enum(ENVIRONMENTS), amount: Counted })
type Marked = z.output<typeof Marked>

/** A roll-up that is to be made. */
export interface RollUp {
  /** Stands with each entry that it contains. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Adds up entries that no roll-up contains yet, and marks each with its roll-up: a lower id may commit later, and is not forgotten
 * then. Two processes mark different entries: who comes second sees the mark.
 *
 * @returns How many entries it contains.
 */
export async function rollUpOnce(database: Database, { id, at }: RollUp): Promise<number> {
  const { table, dialect } = database
  return await database.write(async (transaction) => {
    // An archive moves entries away: never one that is being marked.
    if (dialect === 'pg') await transaction.raw('lock table ?? in row share mode', [table('ledger_archive')])
    const tail = transaction(table('ledger_entry')).whereRaw(`${OF_COMMISSION} and rolled_up is null`)
    const rows: unknown = await transaction(table('ledger_entry'))
      .whereIn('id', tail.select('id').orderBy(['ledger_account', 'environment']).limit(MOST))
      .whereNull('rolled_up')
      .update({ rolled_up: id })
      .returning(['ledger_account', 'environment', 'amount'])
    const marked = z.array(Marked).parse(rows)
    // In one order, so that two processes do not wait for each other in turn.
    const sums = [...summed(marked)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => ({ ...sum, id, at }))
    for (const sum of sums) await addToRollUps(transaction, database, sum)
    return marked.length
  })
}

/**
 * One row takes the place of those that there are, so that all accounts are added up in moments. Of two processes, who comes second
 * finds the rows gone that the first has taken, and adds one of its own entries alone.
 */
async function addToRollUps(
  transaction: Knex.Transaction,
  { table, dialect }: Pick<Database, 'table' | 'dialect'>,
  sum: Sum & RollUp,
): Promise<void> {
  const { ledger_account, environment } = sum
  const rows = () => transaction(table('commission_rollup')).where({ ledger_account, environment })
  const locked: unknown = await (dialect === 'pg' ? rows().forUpdate() : rows()).select('id', 'amount', 'entries')
  const before = z.array(z.object({ id: z.string(), amount: Counted, entries: Counted })).parse(locked)
  await rows()
    .whereIn(
      'id',
      before.map(({ id }) => id),
    )
    .delete()
  const total = (of: 'amount' | 'entries'): number => before.reduce((whole, row) => whole + row[of], sum[of])
  await transaction(table('commission_rollup')).insert({ ...sum, amount: total('amount'), entries: total('entries') })
}

interface Sum {
  readonly ledger_account: string
  readonly environment: Environment
  amount: number
  entries: number
}

function summed(marked: readonly Marked[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const { ledger_account, environment, amount } of marked) {
    const key = `${ledger_account}/${environment}`
    const sum = sums.get(key) ?? { ledger_account, environment, amount: 0, entries: 0 }
    sums.set(key, { ...sum, amount: sum.amount + amount, entries: sum.entries + 1 })
  }
  return sums
}

/** Entries that go into an archive. */
export interface ArchivedRange extends RollUp {
  /** Ids above this one. */
  readonly after: number
  /** Ids up to this one. */
  readonly through: number
}

/** Takes entries out of their roll-ups, in the transaction that archives them: from then on their closing balance has them. */
export async function takeOutOfRollUps(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { id, at, after, through }: ArchivedRange,
): Promise<void> {
  await transaction.raw(
    `insert into ${table('commission_rollup')} (id, ledger_account, environment, amount, entries, at)
      select ?, ledger_account, environment, -sum(amount), -count(*), ? from ${table('ledger_entry')}
      where id > ? and id <= ? and rolled_up is not null group by ledger_account, environment`,
    [id, at, after, through],
  )
}
