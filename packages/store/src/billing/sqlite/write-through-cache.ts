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

/** Wallets or keys that are cached at most; then the cache is emptied, and filled again as they are read. */
const MOST_CACHED = 20_000

/**
 * The wallets, keys and open calls as this process last read or wrote them (decision 0010). A batch may be decided on it without a read,
 * because the statement that writes the batch fails where another connection has committed since (`REFUSE_STALE` in write-sql.ts).
 */
export class WriteThroughCache {
  readonly #wallets = new Map<string, WalletState>()
  readonly #keys = new Map<string, KeyState>()
  readonly #calls = new Map<string, CallState>()
  readonly #claims = new Map<string, CallState>()
  #dataVersion: number | null = null

  /** SQLite's `data_version` when this was read: it changes with each commit of another connection. Null while the cache is empty. */
  get dataVersion(): number | null {
    return this.#dataVersion
  }

  /** A state to decide on. A claim or reference that is not in it is taken for free, which the unique indexes prove. */
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

  /** Whether these operations touch nothing that is not cached, and are of the kinds that calls are made of. */
  #covers(operations: readonly BillingOperation[]): boolean {
    return this.#dataVersion !== null && operations.every((operation) => this.#coversOne(operation))
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
   * Decides on the cache.
   *
   * @returns Null where something is not cached, or a refusal may rest on what was not read: a call whose wallet is empty may be the replay
   *   of one that is not cached. Admitted, its insert proves that its request id is free.
   */
  decide(operations: readonly BillingOperation[], decide: Decide): ReturnType<Decide> | null {
    if (!this.#covers(operations)) return null
    const decided = decide(this.state, operations)
    return decided.results.some(isRefusal) ? null : decided
  }

  /** Adds what was read under the write lock. @param dataVersion As before, or the cache is emptied first. */
  add(state: BatchState, dataVersion: number): void {
    const full = this.#wallets.size > MOST_CACHED || this.#keys.size > MOST_CACHED
    if (this.#dataVersion !== dataVersion || full) this.clear()
    this.#dataVersion = dataVersion
    for (const [key, wallet] of state.wallets) this.#wallets.set(key, wallet)
    for (const [id, key] of state.keys) this.#keys.set(id, key)
    for (const call of [...state.calls.values(), ...state.claims.values()]) this.#keep(call)
  }

  /** Applies what was committed. */
  apply({ wallets, windows, callsAdded, callsChanged }: BatchChanges): void {
    for (const wallet of wallets) this.#wallets.set(walletKey(wallet), wallet)
    for (const { keyId, windows: next } of windows) {
      const key = this.#keys.get(keyId)
      if (!key) continue
      const { id, status, version, expiresAt, accountStatus } = key
      this.#keys.set(keyId, { id, status, version, expiresAt, accountStatus, windows: next })
    }
    // In this order: a call that released its request id must not remove the claim of its successor.
    for (const call of callsChanged) this.#keep(call)
    for (const call of callsAdded) this.#keep(call)
  }

  /** Open calls only: the unique index finds the claim of an ended one, when its request id is sent again. */
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

  /** Another connection has written, or a write of ours failed. */
  clear(): void {
    this.#dataVersion = null
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
  writes.asyncState === null
