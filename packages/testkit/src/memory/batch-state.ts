import {
  type BatchState,
  type CallState,
  claimKey,
  counterKey,
  creditKey,
  type KeyState,
  type KeyWindows,
  type LedgerOperation,
  type Move,
  recordKey,
  referenceOwner,
  type StagedWrites,
  walletKey,
} from '@parakh/core'
import type { MemoryTables } from './memory-tables.ts'

type Growing<M> = M extends ReadonlyMap<infer K, infer V> ? Map<K, V> : never
type GrowingState = { readonly [K in Exclude<keyof BatchState, 'external'>]: Growing<BatchState[K]> }

const NO_WINDOWS: KeyWindows = { inFlight: 0, scopes: {} }

/** Reads all that the operations of a batch touch, as a database would under its locks. */
export function readBatchState(tables: MemoryTables, operations: readonly LedgerOperation[]): BatchState {
  const state: GrowingState = {
    keys: new Map(),
    wallets: new Map(),
    claims: new Map(),
    calls: new Map(),
    records: new Map(),
    credits: new Map(),
    counters: new Map(),
  }
  for (const operation of operations) {
    const wallet = tables.wallets.get(walletKey(operation))
    if (wallet) state.wallets.set(walletKey(operation), wallet)
    readOperation(tables, state, operation)
  }
  return state
}

function readOperation(tables: MemoryTables, state: GrowingState, operation: LedgerOperation): void {
  if ('keyId' in operation && operation.keyId !== undefined) readKey(tables, state, operation.keyId)
  if ('writes' in operation) readStaged(tables, state, operation)
  if ('amount' in operation) readMove(tables, state, operation)
  else if ('reference' in operation) readCall(tables, state, operation.reference)
  if (operation.kind === 'admit' && operation.pool) {
    const key = counterKey(operation, operation.pool)
    state.counters.set(key, tables.counters.get(key) ?? 0)
  }
  if (operation.kind === 'admit')
    for (const claim of [operation.claim, operation.uniqueKey])
      readClaim(tables, state, claim && claimKey(operation, claim))
}

/** The reference of a move, and the wallet that it stands with. */
function readMove(tables: MemoryTables, state: GrowingState, move: Move): void {
  const owner = referenceOwner(move)
  const wallet = tables.wallets.get(walletKey(owner))
  if (wallet) state.wallets.set(walletKey(owner), wallet)
  const key = creditKey(owner, move.reference)
  const amount = tables.credits.get(key)
  if (amount !== undefined) state.credits.set(key, amount)
}

function readClaim(tables: MemoryTables, state: GrowingState, key: string | null | undefined): void {
  const call = key ? readCall(tables, state, tables.claims.get(key)) : undefined
  if (key && call) state.claims.set(key, call)
}

/** A call, and the key that it runs under: releasing it takes it off that key's calls in flight. */
function readCall(tables: MemoryTables, state: GrowingState, reference: string | undefined): CallState | undefined {
  const call = reference === undefined ? undefined : tables.calls.get(reference)
  if (!call) return undefined
  state.calls.set(call.reference, call)
  readKey(tables, state, call.keyId)
  return call
}

function readKey(tables: MemoryTables, state: GrowingState, keyId: string): void {
  const kept = tables.keys.get(keyId)
  const account = kept && tables.accounts.get(kept.key.accountId)
  if (!kept || !account) return
  const { id, status, version, expiresAt } = kept.key
  const key: KeyState = {
    ...{ id, status, version: version + account.version, expiresAt: expiresAt?.getTime() ?? null },
    accountStatus: account.status,
    windows: tables.windows.get(keyId) ?? NO_WINDOWS,
  }
  state.keys.set(keyId, key)
}

type Staging = Parameters<typeof walletKey>[0] & { readonly writes: StagedWrites; readonly at: number }

function readStaged(tables: MemoryTables, state: GrowingState, staging: Staging): void {
  const { records, refunds, asyncState } = staging.writes
  for (const record of records) {
    const key = recordKey(staging, record)
    const kept = tables.records.get(key)
    // One that has ended does not exist, dropped or not.
    if (kept && (kept.keepUntil === null || kept.keepUntil > staging.at)) state.records.set(key, kept.row.version)
  }
  for (const { reference } of refunds) readCall(tables, state, reference)
  if (asyncState) readCall(tables, state, asyncState.reference)
}
