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
import { alertOf } from '../../wallet/alert-text.ts'
import { type CallRow, callFromRow } from './call-columns.ts'
import { type PackedWindows, unpackBuckets, unpackWindows } from './key-windows.ts'

/** What a database answers to a read: rows as JSON arrays, in the order of the read statements. */
export interface StateRows {
  readonly wallets: readonly (readonly [
    accountId: string,
    environment: Environment,
    posted: number,
    held: number,
    version: number,
    requestsDay: string,
    requestsToday: number,
    requestsTotal: number,
    eventSequence: number,
    owed: number,
    alert: string | null,
    calls: readonly number[] | null,
  ])[]
  readonly keys: readonly KeyRow[]
  readonly claims: readonly CallRow[]
  readonly uniqueKeys: readonly CallRow[]
  readonly calls: readonly CallRow[]
  readonly credits: readonly (readonly [
    accountId: string,
    environment: Environment,
    reference: string,
    amount: number,
  ])[]
  readonly records: readonly (readonly [
    accountId: string,
    environment: Environment,
    collection: string,
    id: string,
    version: number,
  ])[]
  readonly counters: readonly (readonly [
    accountId: string,
    environment: Environment,
    name: string,
    period: string,
    value: number,
  ])[]
}
/** A key's row: whether it may call, and its windows. */
export type KeyRow = readonly [
  id: string,
  status: KeyState['status'],
  version: number,
  expiresAt: number | null,
  accountStatus: KeyState['accountStatus'],
  windows: PackedWindows | null,
]

const NO_CALLS: KeyWindows = { inFlight: 0, scopes: {}, spent: undefined }

/** The state that a batch is decided on, from rows. */
export function toBatchState(rows: StateRows): BatchState {
  return {
    wallets: new Map(rows.wallets.map(walletEntry)),
    keys: new Map(rows.keys.map(keyEntry)),
    claims: new Map([...rows.claims.map(claimEntry), ...rows.uniqueKeys.map(uniqueKeyEntry)]),
    calls: new Map(rows.calls.map((row) => [row[0], callFromRow(row)])),
    credits: new Map(
      rows.credits.map(([accountId, environment, reference, amount]) => [
        creditKey({ accountId, environment }, reference),
        micro(amount),
      ]),
    ),
    records: new Map(
      rows.records.map(([accountId, environment, collection, id, version]) => [
        recordKey({ accountId, environment }, { collection, id }),
        version,
      ]),
    ),
    counters: new Map(
      rows.counters.map(([accountId, environment, name, period, value]) => [
        counterKey({ accountId, environment }, { name, period }),
        value,
      ]),
    ),
  }
}

/** Keys of calls that a new call may release, where they are not read yet: the same request id or unique key, first sent with another key. */
export function keysStillMissing(rows: StateRows): readonly string[] {
  const read = new Set(rows.keys.map(([id]) => id))
  const claimants = [...rows.claims, ...rows.uniqueKeys].filter((row) => row[8] === 'held').map((row) => row[3])
  return [...new Set(claimants)].filter((id) => !read.has(id))
}

function walletEntry(row: StateRows['wallets'][number]): [string, WalletState] {
  const [
    accountId,
    environment,
    posted,
    held,
    version,
    requestsDay,
    requestsToday,
    requestsTotal,
    eventSequence,
    owed,
    alert,
    calls,
  ] = row
  // All of its fields, in the order of `copyWallet`: one shape for what was read and what was decided.
  const wallet = {
    accountId,
    environment,
    posted: micro(posted),
    held: micro(held),
    owed: micro(owed),
    version,
    requestsDay,
    requestsToday,
    requestsTotal,
    eventSequence,
    alert: alert === null ? undefined : alertOf(alert),
    calls: calls === null ? undefined : unpackBuckets(calls),
  }
  return [walletKey(wallet), wallet]
}

function keyEntry([id, status, version, expiresAt, accountStatus, windows]: KeyRow): [string, KeyState] {
  return [id, { id, status, version, expiresAt, accountStatus, windows: windows ? unpackWindows(windows) : NO_CALLS }]
}

function claimEntry(row: CallRow): [string, CallState] {
  const call = callFromRow(row)
  return [claimKey(call, call.claim ?? ''), call]
}

function uniqueKeyEntry(row: CallRow): [string, CallState] {
  const call = callFromRow(row)
  return [claimKey(call, call.uniqueKey ?? ''), call]
}
