import {
  type BatchChanges,
  type BatchState,
  type BillingOperation,
  type CallState,
  claimKey,
  type Decide,
  isOpenCall,
  type KeyState,
  type OperationResult,
  type WalletState,
  walletKey,
} from '@parakh/core'
import type { Decided } from './engine.ts'

/** Wallets or keys that are remembered at most; then all is forgotten, and read again as it is needed. */
export const MOST_REMEMBERED = 20_000

/**
 * The wallets, keys and open calls as this process last read or wrote them. It may be decided on without a read, because the write
 * itself checks that all of it still holds: on SQLite that no other connection has committed (`batch_guess` in write-sql.ts), on PostgreSQL that
 * each row is the one that was seen (`row-versions.ts`).
 */
export class Mirror {
  readonly #wallets = new Map<string, WalletState>()
  readonly #keys = new Map<string, KeyState>()
  readonly #calls = new Map<string, CallState>()
  readonly #claims = new Map<string, CallState>()
  #readAt: number | null = null

  /** What the database was at when this was read: SQLite's `data_version`. Null while nothing is remembered. */
  get readAt(): number | null {
    return this.#readAt
  }

  /** What is remembered, as a state to decide on: what is not in it is a claim or a reference that nobody holds, by guess. */
  get state(): BatchState {
    return {
      wallets: this.#wallets,
      keys: this.#keys,
      calls: this.#calls,
      claims: this.#claims,
      records: new Map(),
      credits: new Map(),
      counters: new Map(),
    }
  }

  /** Whether these operations touch nothing that is not remembered, and are of the kinds that calls are made of. */
  covers(operations: readonly BillingOperation[]): boolean {
    return this.#readAt !== null && operations.every((operation) => this.#coversOne(operation))
  }

  #coversOne(operation: BillingOperation): boolean {
    if (!this.#wallets.has(walletKey(operation))) return false
    switch (operation.kind) {
      case 'admit':
        return (
          !operation.pool &&
          operation.uniqueKey === undefined &&
          this.#keys.has(operation.keyId) &&
          this.#coversClaim(operation)
        )
      case 'settle':
        return (operation.epoch === null || this.#coversCall(operation.reference)) && stagesNothing(operation)
      case 'log':
        return operation.keyId === undefined || this.#keys.has(operation.keyId)
      default:
        return false
    }
  }
  #coversCall(reference: string): boolean {
    const call = this.#calls.get(reference)
    return call !== undefined && this.#keys.has(call.keyId)
  }
  /** A claim that is held may be released by its successor, which touches the key that made it. */
  #coversClaim(operation: Extract<BillingOperation, { kind: 'admit' }>): boolean {
    if (operation.claim === null) return true
    const holder = this.#claims.get(claimKey(operation, operation.claim))
    return holder === undefined || this.#keys.has(holder.keyId)
  }

  /**
   * Decides on what is remembered.
   *
   * @returns Null where it cannot: something is not remembered, or a refusal may rest on what was not read. A call whose wallet is empty may be the
   *   replay of one that is not remembered; let in, its insert proves that its request id is free.
   */
  decide(operations: readonly BillingOperation[], decide: Decide): Decided | null {
    if (!this.covers(operations)) return null
    const decided = decide(this.state, operations)
    return decided.results.some(isRefusal) ? null : decided
  }

  /** Remembers what was read beneath the write lock. @param readAt As before, or all that was remembered is forgotten. */
  learn(state: BatchState, readAt: number): void {
    const full = this.#wallets.size > MOST_REMEMBERED || this.#keys.size > MOST_REMEMBERED
    if (this.#readAt !== readAt || full) this.forget()
    this.#readAt = readAt
    for (const [key, wallet] of state.wallets) this.#wallets.set(key, wallet)
    for (const [id, key] of state.keys) this.#keys.set(id, key)
    for (const call of [...state.calls.values(), ...state.claims.values()]) this.#keep(call)
  }

  /** Follows what was committed. */
  apply({ wallets, windows, callsAdded, callsChanged }: BatchChanges): void {
    for (const wallet of wallets) this.#wallets.set(walletKey(wallet), wallet)
    for (const { keyId, windows: next } of windows) {
      const key = this.#keys.get(keyId)
      if (!key) continue
      const { id, status, version, expiresAt, accountStatus } = key
      this.#keys.set(keyId, { id, status, version, expiresAt, accountStatus, windows: next })
    }
    // In this order: a call that gave its request id up must not take away what its successor claimed with it.
    for (const call of callsChanged) this.#keep(call)
    for (const call of callsAdded) this.#keep(call)
  }

  /** Open calls alone: the claim of an ended one is found by the unique index, when its request id comes again. */
  #keep(call: CallState): void {
    const before = this.#calls.get(call.reference)
    if (before?.claim) this.#claims.delete(claimKey(before, before.claim))
    if (!isOpenCall(call)) {
      this.#calls.delete(call.reference)
      return
    }
    this.#calls.set(call.reference, call)
    if (call.claim !== null) this.#claims.set(claimKey(call, call.claim), call)
  }

  /** Forgets everything: another connection has written, or a write of ours failed. */
  forget(): void {
    this.#readAt = null
    this.#wallets.clear()
    this.#keys.clear()
    this.#calls.clear()
    this.#claims.clear()
  }
}

const isRefusal = (result: OperationResult): boolean =>
  result.kind === 'refused' ||
  result.kind === 'running' ||
  result.kind === 'replay' ||
  (result.kind === 'logged' && result.refused !== undefined)

const stagesNothing = ({ writes }: Extract<BillingOperation, { kind: 'settle' }>): boolean =>
  writes.records.length + writes.events.length + writes.jobs.length + writes.refunds.length === 0 &&
  writes.later === null
