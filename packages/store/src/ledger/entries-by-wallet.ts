import type { Environment } from '@parakh/core'
import type { Database, Dialect } from '../connection/database.ts'
import { type FilledBehind, fillBehind, fillQueue } from '../connection/fill-behind.ts'

/** A call has two entries, of which one is numbered: a block is as many calls as one of the usage log. */
const ENTRIES: FilledBehind = {
  log: 'ledger_entry',
  table: 'entry_by_wallet',
  columns: ['ledger_account', 'environment', 'version'],
  id: 'entry_id',
  block: 2_048,
  where: 'version is not null',
}

type Named = Pick<Database, 'table'>
/** Where entries are read from. */
export interface EntrySource extends Named {
  readonly dialect: Dialect
}
/** A statement's part with what is bound in it, in order. */
export interface BoundText {
  readonly text: string
  readonly bindings: readonly (string | number)[]
}

/** What a connection whose batches write entries needs besides, on SQLite. */
export const entryQueue = (named: Named): string => fillQueue(named, ENTRIES)
/** The statements by which a batch on SQLite takes the entries that are left into `entry_by_wallet`, once they make a block. */
export const indexEntries = (named: Named): readonly string[] => fillBehind(named, ENTRIES)

const filledThrough = ({ table }: Named): string => `(select through_id from ${table('entry_by_wallet_through')})`

/**
 * The numbered entries that are not by wallet yet: what `entryAt` and `sumOfEntries` ask on SQLite as the materialized common table expression
 * `tail`. It is read once by its ids, and found by an index that SQLite makes for the statement.
 */
export const tailOf = (named: Named): string =>
  `select id, ledger_account, environment, version, amount, balance
    from ${named.table('ledger_entry')} not indexed where id > ${filledThrough(named)} and version is not null`

/** Whose entries are asked for, as expressions. */
export interface EntryOwner {
  readonly ledgerAccount: string
  readonly environment: string
}
/** Which of them. */
export interface EntryPlace extends EntryOwner {
  readonly version: string
}
/** Joins that find an entry of a wallet by its version, and what they give: null where there is none. */
export interface EntryAt {
  readonly joins: string
  readonly id: string
  readonly balance: string
  readonly version: string
}

/** The entry of a wallet with a version, joined as `alias`. On SQLite the statement has `tail` besides. */
export function entryAt({ dialect, table }: EntrySource, alias: string, place: EntryPlace): EntryAt {
  const entry = table('ledger_entry')
  const isAt = (name: string): string =>
    `${name}.ledger_account = ${place.ledgerAccount} and ${name}.environment = ${place.environment} and ${name}.version = ${place.version}`
  if (dialect === 'pg') {
    const joins = `left join ${entry} ${alias} on ${isAt(alias)} and ${alias}.version is not null`
    return { joins, id: `${alias}.id`, balance: `${alias}.balance`, version: `${alias}.version` }
  }
  const [at, filled, left] = [`${alias}_at`, `${alias}_filled`, `${alias}_left`]
  const either = (column: string): string => `coalesce(${filled}.${column}, ${left}.${column})`
  return {
    joins: `left join ${table('entry_by_wallet')} ${at} on ${isAt(at)} and ${at}.entry_id <= ${filledThrough({ table })}
      left join ${entry} ${filled} on ${filled}.id = ${at}.entry_id
      left join tail ${left} on ${isAt(left)}`,
    ...{ id: either('id'), balance: either('balance'), version: either('version') },
  }
}

/** What the entries of a wallet add up to, as an expression. On SQLite the statement has `tail` besides. */
export function sumOfEntries({ dialect, table }: EntrySource, { ledgerAccount, environment }: EntryOwner): string {
  const isOf = (alias: string): string =>
    `${alias}.ledger_account = ${ledgerAccount} and ${alias}.environment = ${environment}`
  const sum = (alias: string, from: string): string => `coalesce((select sum(${alias}.amount) from ${from}), 0)`
  const entry = table('ledger_entry')
  if (dialect === 'pg') return sum('s', `${entry} s where ${isOf('s')} and s.version is not null`)
  const isFilled = `${isOf('i')} and i.entry_id <= ${filledThrough({ table })}`
  const filled = sum('s', `${table('entry_by_wallet')} i cross join ${entry} s on s.id = i.entry_id where ${isFilled}`)
  return `${filled} + ${sum('l', `tail l where ${isOf('l')}`)}`
}

/** Entries of one wallet, by their versions. */
export interface EntrySpan {
  /** `wallet:<account>`. */
  readonly ledgerAccount: string
  readonly environment: Environment
  /** Versions above this alone. */
  readonly after?: number
  /** Versions up to this alone. */
  readonly through?: number
}

const MOVEMENT = 'e.transaction_id, e.kind, e.amount, e.previous, e.balance, e.request_id, e.at, e.reason'

/**
 * A subquery `log` that gives the entries of a wallet. On SQLite it is those that are by wallet and those of the last block, which are read by
 * their ids. Whoever orders by `version` has the two merged, and a limit ends both.
 */
export function entriesOfWallet(source: EntrySource, span: EntrySpan): BoundText {
  const { ledgerAccount, environment, after, through } = span
  const bindings: (string | number)[] = [ledgerAccount, environment]
  if (after !== undefined) bindings.push(after)
  if (through !== undefined) bindings.push(through)
  const isIn = (alias: string): string =>
    `${alias}.ledger_account = ? and ${alias}.environment = ?${after === undefined ? '' : ` and ${alias}.version > ?`}${
      through === undefined ? '' : ` and ${alias}.version <= ?`
    }`
  return logOf(source, { isAmong: isIn, rest: MOVEMENT, bindings })
}

/** A subquery `log` that gives the numbered entries of all wallets after one place, in the order of wallets and versions. */
export function numberedEntries(
  source: EntrySource,
  after: { readonly ledgerAccount: string; readonly environment: string; readonly version: number } | null,
): BoundText {
  const isAfter = (alias: string): string =>
    after ? `(${alias}.ledger_account, ${alias}.environment, ${alias}.version) > (?, ?, ?)` : 'true'
  const bindings = after ? [after.ledgerAccount, after.environment, after.version] : []
  return logOf(source, { isAmong: isAfter, rest: 'e.amount, e.previous, e.balance', bindings })
}

interface Log {
  /** Which entries, by their wallet and version. */
  isAmong(alias: string): string
  /** Their columns besides. */
  readonly rest: string
  readonly bindings: BoundText['bindings']
}

function logOf(source: EntrySource, { isAmong, rest, bindings }: Log): BoundText {
  const { dialect, table } = source
  const entry = table('ledger_entry')
  const own = `select e.ledger_account, e.environment, e.version, ${rest} from ${entry} e`
  if (dialect === 'pg') return { text: `(${own} where ${isAmong('e')} and e.version is not null) as log`, bindings }
  // The table's own columns: by those of the ledger SQLite would sort anew.
  return {
    text: `(select b.ledger_account, b.environment, b.version, ${rest}
        from ${table('entry_by_wallet')} b cross join ${entry} e on e.id = b.entry_id
        where ${isAmong('b')} and b.entry_id <= ${filledThrough(source)}
      union all ${own} not indexed where e.id > ${filledThrough(source)} and e.version is not null and ${isAmong('e')}) as log`,
    bindings: [...bindings, ...bindings],
  }
}
