import {
  type BatchState,
  type CallState,
  claimKey,
  counterKey,
  creditKey,
  type Environment,
  type KeyState,
  type KeyWindows,
  micro,
  recordKey,
  type WalletState,
  walletKey,
} from '@parakh/core'
import { type PackedWindows, unpackBuckets, unpackWindows } from '../../keys/key-windows.ts'
import { alertOf } from '../../wallet/alert-text.ts'
import { type Columns, pick } from './column-list.ts'
import { COLUMNS } from './tables.ts'

interface Owned {
  readonly accountId: string
  readonly environment: Environment
}
type WalletRow = Omit<WalletState, 'alert' | 'calls'> & {
  readonly alert: string | null
  readonly calls: readonly number[] | null
}
type KeyRow = Omit<KeyState, 'windows'> & { readonly windows: PackedWindows | null }

/** What a database answers to the read of a batch, as JSON. */
export interface StateRows {
  readonly wallets: readonly WalletRow[]
  readonly keys: readonly KeyRow[]
  readonly claims: readonly CallState[]
  readonly uniqueKeys: readonly CallState[]
  readonly calls: readonly CallState[]
  readonly credits: readonly (Owned & { readonly reference: string; readonly amount: number })[]
  readonly records: readonly (Owned & {
    readonly collection: string
    readonly id: string
    readonly version: number
  })[]
  readonly counters: readonly (Owned & { readonly name: string; readonly period: string; readonly value: number })[]
}

/**
 * For each list, its fields with their columns: the arguments of the function of the database that builds a JSON object.
 *
 * @param json Converts a column that stores JSON as text.
 */
export function rowFields(json: (column: string) => string): Readonly<Record<RowKind, string>> {
  const of = <Row>(columns: Columns<Row>, alias: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      columns.map(({ field, name, type }) => [field, type === 'json' ? json(`${alias}.${name}`) : `${alias}.${name}`]),
    )
  const fields: Readonly<Record<RowKind, Readonly<Record<string, string>>>> = {
    wallet: of(COLUMNS.wallet, 'w'),
    key: {
      id: 'k.id',
      status: 'k.status',
      version: 'k.version + a.version',
      expiresAt: 'k.expires_at',
      accountStatus: 'a.status',
      windows: json('i.windows'),
    },
    call: of(COLUMNS.call, 'c'),
    credit: of(pick(COLUMNS.credit, ['accountId', 'environment', 'reference', 'amount']), 'p'),
    record: of(pick(COLUMNS.record, ['accountId', 'environment', 'collection', 'id', 'version']), 'r'),
    counter: { ...of(pick(COLUMNS.counter, ['accountId', 'environment', 'name', 'period']), 'n'), value: 'n.value' },
  }
  const listed = Object.entries(fields).map(([kind, columns]) => [
    kind,
    Object.entries(columns)
      .map(([field, column]) => `'${field}', ${column}`)
      .join(', '),
  ])
  return Object.fromEntries(listed)
}
type RowKind = 'wallet' | 'key' | 'call' | 'credit' | 'record' | 'counter'

const NO_CALLS: KeyWindows = { inFlight: 0, scopes: {}, spent: undefined }

/** The state that a batch is decided on, from rows. */
export function toBatchState(rows: StateRows): BatchState {
  return {
    wallets: new Map(rows.wallets.map((row) => [walletKey(row), walletOf(row)])),
    keys: new Map(rows.keys.map((row) => [row.id, keyOf(row)])),
    claims: new Map([
      ...rows.claims.map((call) => [claimKey(call, call.claim ?? ''), checked(call)] as const),
      ...rows.uniqueKeys.map((call) => [claimKey(call, call.uniqueKey ?? ''), checked(call)] as const),
    ]),
    calls: new Map(rows.calls.map((call) => [call.reference, checked(call)])),
    credits: new Map(rows.credits.map((row) => [creditKey(row, row.reference), micro(row.amount)])),
    records: new Map(rows.records.map((row) => [recordKey(row, row), row.version])),
    counters: new Map(rows.counters.map((row) => [counterKey(row, row), row.value])),
  }
}

/**
 * Keys of calls that may be released, where they are not read yet: by a new call with the same request id or unique key, first sent with
 * another key; or by the async result of one that is charged on completion.
 */
export function keysStillMissing(rows: StateRows): readonly string[] {
  const read = new Set(rows.keys.map(({ id }) => id))
  const claimants = [...rows.claims, ...rows.uniqueKeys].filter(({ phase }) => phase === 'held')
  const accepted = rows.calls.filter(({ phase }) => phase === 'accepted')
  return [...new Set([...claimants, ...accepted].map(({ keyId }) => keyId))].filter((id) => !read.has(id))
}

// All fields, in the order of `copyWallet`: one hidden class for what was read and what was decided (decision 0035).
const walletOf = (row: WalletRow): WalletState => ({
  accountId: row.accountId,
  environment: row.environment,
  posted: micro(row.posted),
  held: micro(row.held),
  owed: micro(row.owed),
  version: row.version,
  requestsDay: row.requestsDay,
  requestsToday: row.requestsToday,
  requestsTotal: row.requestsTotal,
  eventSequence: row.eventSequence,
  alert: row.alert === null ? undefined : alertOf(row.alert),
  calls: row.calls === null ? undefined : unpackBuckets(row.calls),
})

const keyOf = (row: KeyRow): KeyState => ({
  id: row.id,
  status: row.status,
  version: row.version,
  expiresAt: row.expiresAt,
  accountStatus: row.accountStatus,
  windows: row.windows ? unpackWindows(row.windows) : NO_CALLS,
})

/** A call is as it was read; its amounts are safe integers. */
function checked(call: CallState): CallState {
  for (const amount of [call.price, call.charged, call.refunded]) micro(amount)
  return call
}
