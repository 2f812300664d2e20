import {
  type BatchChanges,
  type BatchState,
  type CallState,
  type CounterName,
  claimKey,
  counterKey,
  type KeyState,
  type LedgerEntry,
  type Money,
  micro,
  recordKey,
  type WalletState,
  walletKey,
} from '@parakh/core'
import { copyWallet } from './copies.ts'

type Growing<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer R)[] ? R[] : T[K] }
const NOTHING: BatchChanges['counters'] = []
type Owned = Pick<WalletState, 'accountId' | 'environment'>

/** What every posting of one transaction shares. */
export type Posting = Omit<LedgerEntry, 'ledgerAccount' | 'amount' | 'previous' | 'balance' | 'version' | 'environment'>

/**
 * The state of a batch while it is decided: each operation sees what those before it did, and the end is rows to write.
 */
export class Draft {
  #last: { readonly accountId: string; readonly environment: Owned['environment']; readonly key: string } | null = null
  readonly #wallets = new Map<string, WalletState>()
  readonly #keys = new Map<string, KeyState>()
  readonly #calls = new Map<string, CallState>()
  readonly #claims = new Map<string, CallState | null>()
  readonly #added = new Set<string>()
  readonly #records = new Map<string, number>()
  readonly #credits = new Map<string, Money>()
  readonly #counters = new Map<string, BatchChanges['counters'][number]>()
  /** Rows that are only ever added. */
  readonly rows: Growing<Omit<BatchChanges, 'wallets' | 'windows' | 'callsAdded' | 'callsChanged' | 'counters'>> = {
    responses: [],
    inputs: [],
    entries: [],
    credits: [],
    usage: [],
    consents: [],
    events: [],
    jobs: [],
    records: [],
    walletTasks: [],
    audit: [],
  }

  constructor(readonly before: BatchState) {}

  /** A wallet as it is now; undefined when there is none. */
  wallet(of: Owned): WalletState | undefined {
    const key = this.#keyOf(of)
    return this.#wallets.get(key) ?? this.before.wallets.get(key)
  }
  setWallet(wallet: WalletState): void {
    this.#wallets.set(this.#keyOf(wallet), wallet)
  }
  /** The same string for the same wallet: one operation asks for it many times, and making and hashing it anew costs more than all else. */
  #keyOf(of: Owned): string {
    if (this.#last?.accountId !== of.accountId || this.#last.environment !== of.environment)
      this.#last = { accountId: of.accountId, environment: of.environment, key: walletKey(of) }
    return this.#last.key
  }
  key(id: string): KeyState | undefined {
    return this.#keys.get(id) ?? this.before.keys.get(id)
  }
  setKey(key: KeyState): void {
    this.#keys.set(key.id, key)
  }
  call(reference: string): CallState | undefined {
    return this.#calls.get(reference) ?? this.before.calls.get(reference)
  }
  /** The call that holds a request id, or a unique key. */
  claim(of: Owned, claim: string): CallState | undefined {
    const key = claimKey(of, claim)
    const drafted = this.#claims.get(key)
    if (drafted === null) return undefined
    const found = drafted ?? this.before.claims.get(key)
    return found && (this.#calls.get(found.reference) ?? found)
  }
  addCall(call: CallState): void {
    this.#added.add(call.reference)
    this.#keep(call)
  }
  /** Writes a call anew; one that gave up its claim frees its request id, and so with its unique key. */
  changeCall(before: CallState, call: CallState): void {
    if (before.claim !== null && call.claim === null) this.#claims.set(claimKey(before, before.claim), null)
    if (before.uniqueKey !== null && call.uniqueKey === null) this.#claims.set(claimKey(before, before.uniqueKey), null)
    this.#keep(call)
  }
  #keep(call: CallState): void {
    this.#calls.set(call.reference, call)
    if (call.claim !== null) this.#claims.set(claimKey(call, call.claim), call)
    if (call.uniqueKey !== null) this.#claims.set(claimKey(call, call.uniqueKey), call)
  }
  /** The version of a record; undefined when there is none. */
  recordVersion(of: Owned, record: { collection: string; id: string }): number | undefined {
    const key = recordKey(of, record)
    return this.#records.get(key) ?? this.before.records.get(key)
  }
  setRecordVersion(of: Owned, record: { collection: string; id: string }, version: number): void {
    this.#records.set(recordKey(of, record), version)
  }
  credited(key: string): Money | undefined {
    return this.#credits.get(key) ?? this.before.credits.get(key)
  }
  setCredited(key: string, amount: Money): void {
    this.#credits.set(key, amount)
  }

  /** What a counter stands at. Known of those that were read: the pools of the calls that come in. */
  counter(of: Owned, counter: CounterName): number {
    const key = counterKey(of, counter)
    return (this.before.counters.get(key) ?? 0) + (this.#counters.get(key)?.by ?? 0)
  }
  /** Raises or lowers a counter, which need not have been read. */
  count({ accountId, environment }: Owned, { name, period }: CounterName, by: number): void {
    const key = counterKey({ accountId, environment }, { name, period })
    const so = this.#counters.get(key)?.by ?? 0
    this.#counters.set(key, { accountId, environment, name, period, by: so + by })
  }

  /** Posts to a wallet: its balance, its version and its entry move together. */
  postWallet(wallet: WalletState, amount: Money, posting: Posting): WalletState {
    const next = copyWallet(wallet)
    next.posted = micro(wallet.posted + amount)
    next.version += 1
    this.setWallet(next)
    this.#addEntry(posting, {
      ledgerAccount: `wallet:${wallet.accountId}`,
      environment: wallet.environment,
      amount,
      previous: wallet.posted,
      balance: next.posted,
      version: next.version,
    })
    return next
  }
  /** Posts to any other ledger account: an entry alone, so that payees are never locked. */
  post(of: Owned, to: { ledgerAccount: string; amount: Money }, posting: Posting): void {
    if (to.amount === 0) return
    const { ledgerAccount, amount } = to
    const { environment } = of
    this.#addEntry(posting, { ledgerAccount, environment, amount, previous: null, balance: null, version: null })
  }

  #addEntry(posting: Posting, own: Omit<LedgerEntry, keyof Posting>): void {
    this.rows.entries.push({
      transaction: posting.transaction,
      kind: posting.kind,
      ledgerAccount: own.ledgerAccount,
      environment: own.environment,
      amount: own.amount,
      previous: own.previous,
      balance: own.balance,
      version: own.version,
      actor: posting.actor,
      requestId: posting.requestId,
      priceVersion: posting.priceVersion,
      reason: posting.reason,
      at: posting.at,
    })
  }

  /** Everything to write. */
  changes(): BatchChanges {
    const calls = [...this.#calls.values()]
    const { rows } = this
    return {
      responses: rows.responses,
      inputs: rows.inputs,
      entries: rows.entries,
      credits: rows.credits,
      usage: rows.usage,
      consents: rows.consents,
      events: rows.events,
      jobs: rows.jobs,
      records: rows.records,
      walletTasks: rows.walletTasks,
      audit: rows.audit,
      wallets: [...this.#wallets.values()],
      counters: this.#counters.size === 0 ? NOTHING : [...this.#counters.values()].filter(({ by }) => by !== 0),
      windows: [...this.#keys.values()].map(({ id, windows }) => ({ keyId: id, windows })),
      callsAdded: calls.filter(({ reference }) => this.#added.has(reference)),
      callsChanged: calls.filter(({ reference }) => !this.#added.has(reference)),
    }
  }
}
