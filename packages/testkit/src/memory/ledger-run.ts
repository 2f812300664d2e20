import {
  type BatchChanges,
  type BatchDecision,
  type BrokenInvariant,
  type CallState,
  type CommissionLeg,
  type Decide,
  type Environment,
  hasHold,
  isOpenCall,
  type LedgerOperation,
  MICRO_RUPEES_PER_PAISA,
  type Money,
  type OperationResult,
  type Price,
  priceOf,
} from '@parakh/core'
import { openWallet } from './accounts.ts'
import { applyChanges } from './apply-changes.ts'
import { readBatchState } from './batch-state.ts'
import { brokenInvariants } from './invariants.ts'
import { expireCall, OPERATIONS, RUN_POOL } from './ledger-operations.ts'
import type { LedgerParty } from './ledger-parties.ts'
import type { LedgerStep, LedgerStepKind } from './ledger-steps.ts'
import { createMemoryTables, type MemoryTables } from './memory-tables.ts'

/** What a step comes to: an operation, or another owner who takes a marked write over. */
export type LedgerAction =
  | { readonly kind: 'operation'; readonly operation: LedgerOperation }
  | { readonly kind: 'take-over'; readonly reference: string; readonly epoch: number; readonly leaseUntil: number }

const START = Date.UTC(2026, 0, 15, 18, 0)
const LEASE_MS = 30_000
const ENDS_A_CALL: ReadonlySet<LedgerStepKind> = new Set([
  ...([
    'accept',
    'answer',
    'answer-staged',
    'answer-stale',
    'answer-free',
    'none',
    'failed',
    'dispatch',
    'expire',
  ] as const),
])
/** A sweep comes this long after the end of a lease at the latest, in milliseconds. */
const SWEPT_AFTER_MS = 50_000
/** Prices rise to 6.00 INR: a wallet of the run pays for several calls. */
const DEAREST_PAISE = 601
const MOST_LEGS = 5
/** Five levels take up to 60 per cent together, in basis points each. */
const DEAREST_LEG_BASIS_POINTS = 1_201

/**
 * A ledger in memory that is taken through steps, with every invariant checked. What a step means follows from where the run
 * stands, so most steps do something: an open call is settled, a used reference is sent again.
 *
 * @example
 * const run = new LedgerRun(decide, parties)
 * for (const step of randomLedgerSteps(seed, 200)) run.take(step)
 */
export class LedgerRun {
  readonly tables: MemoryTables = createMemoryTables()
  /** How often each kind of operation came to each end, and each kind of row was written. */
  readonly reached = new Map<string, number>()
  /** Moves that were made, in order, by the wallet of their reference. */
  readonly fundings: { accountId: string; environment: Environment; reference: string; amount: Money }[] = []
  /** Milliseconds since 1970. */
  at = START
  /** The price in force for calls from now on. */
  quote: { readonly price: Price; readonly priceVersion: string; readonly legs: readonly CommissionLeg[] } = {
    price: priceOf(500_000),
    priceVersion: 'v0',
    legs: [],
  }
  #serial = 0

  /** @param prefix Of every id that the run makes, where several runs share a database. */
  constructor(
    private readonly decide: Decide,
    private readonly parties: readonly LedgerParty[],
    private readonly prefix = '',
  ) {
    for (const { account, key } of parties) {
      this.tables.accounts.set(account.id, account)
      this.tables.keys.set(key.id, { key, secrets: [] })
      openWallet(this.tables, { accountId: account.id, environment: key.environment })
    }
  }

  nextId(of: string): string {
    this.#serial += 1
    return `${this.prefix}${of}-${this.#serial}`
  }

  /** Takes one step, and checks every invariant after it. @returns What was done; null when there was nothing to do. */
  take(step: LedgerStep): LedgerAction | null {
    const action = this.actionOf(step)
    if (action?.kind === 'operation') this.tryOne(action.operation)
    else if (action) this.takeOver(action)
    this.check()
    return action
  }

  /** What a step means now. */
  actionOf(step: LedgerStep): LedgerAction | null {
    // A sweep takes all that are overdue before time goes on: many calls may be, where units of a plan pay for them.
    if (!this.#overdue()) this.at += step.waitMs
    const overdue = this.#overdue()
    if (overdue) return { kind: 'operation', operation: expireCall(overdue, this.at, false) }
    if (step.kind === 'price') return this.#changePrice(step)
    if (step.kind === 'take-over') return this.#unknownWrite()
    const party = this.#partyOf(step)
    const operation = party && OPERATIONS[step.kind]({ run: this, party, step })
    return operation ? { kind: 'operation', operation } : null
  }

  /** Decides operations as one batch and writes what was decided. */
  run(operations: readonly LedgerOperation[]): readonly OperationResult[] {
    const decided = this.decide(readBatchState(this.tables, operations), operations)
    for (const [place, operation] of operations.entries()) this.#count(operation, decided.results[place])
    const [only] = operations
    if (only && operations.length === 1) this.#checkOne(only, decided)
    this.#countRows(decided.changes)
    for (const { accountId, environment, reference, amount } of decided.changes.credits)
      this.fundings.push({ accountId, environment, reference, amount })
    refuseSecondEnds(this.tables, decided.changes.callsChanged)
    this.#countCompletions(decided.changes.callsChanged)
    applyChanges(this.tables, decided.changes)
    return decided.results
  }

  /** What can be told of an operation that was decided alone. */
  #checkOne(operation: LedgerOperation, { results, changes }: BatchDecision): void {
    refuseTraces(results[0], changes)
    if (!('epoch' in operation) || operation.epoch === null) return
    const owned = this.tables.calls.get(operation.reference)?.epoch === operation.epoch
    if (!owned && results[0]?.kind !== 'lost')
      throw new Error(`I7: ${operation.kind} of ${operation.reference} by one who no longer owns it`)
  }

  /** One operation, which may be one that no wallet can hold: then nothing is written. @returns Null when it threw. */
  tryOne(operation: LedgerOperation): OperationResult | null {
    const poisoned = 'amount' in operation && Math.abs(operation.amount) === Number.MAX_SAFE_INTEGER
    try {
      return this.run([operation])[0] ?? null
    } catch (thrown) {
      if (!poisoned) throw thrown
      this.#add('thrown')
      return null
    }
  }

  /** Another owner takes a marked write over: its epoch rises. */
  takeOver({ reference, epoch, leaseUntil }: Extract<LedgerAction, { kind: 'take-over' }>): void {
    const call = this.tables.calls.get(reference)
    if (call?.epoch !== epoch) throw new Error(`${reference} is not at epoch ${epoch}`)
    this.tables.calls.set(reference, { ...call, epoch: epoch + 1, owner: 'two', leaseUntil })
    this.#add('take-over')
  }

  /** Every row, as text: two runs that came to the same have the same. Rate windows may be left out. */
  text({ windows = true } = {}): string {
    const { listeners: _, ...tables } = this.tables
    return JSON.stringify(windows ? tables : { ...tables, windows: null }, (_key, value: unknown) =>
      value instanceof Map ? [...value.entries()].sort() : value,
    )
  }

  /** @throws Error that names each invariant that does not hold. */
  check(): void {
    const broken = [...brokenInvariants(this.tables, this.at), ...this.#overdrawnPools()]
    if (broken.length > 0) throw new Error(broken.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('\n'))
  }

  #overdrawnPools(): readonly BrokenInvariant[] {
    const most = RUN_POOL.limit ?? Number.POSITIVE_INFINITY
    const pools = [...this.tables.counters].filter(([key]) => key.endsWith(` ${RUN_POOL.name}`))
    const wrong = pools.filter(([, value]) => value < 0 || value > most)
    if (pools.some(([, value]) => value === most)) this.#add('pool:empty')
    return wrong.map(([key, value]) => ({ invariant: 'I15', detail: `${key}: ${value} of ${most} units` }))
  }
  /** Who takes a step: for what ends a call, somebody who has one open. */
  #partyOf({ kind, party, pick }: LedgerStep): LedgerParty | undefined {
    const chosen = this.parties[party % this.parties.length]
    if (!ENDS_A_CALL.has(kind)) return chosen
    const open = [...this.tables.calls.values()].filter(isOpenCall)
    const call = open[pick % open.length]
    return call ? this.parties.find(({ key }) => key.id === call.keyId) : chosen
  }
  #overdue(): CallState | undefined {
    for (const call of this.tables.calls.values())
      if ((call.phase === 'held' || call.phase === 'accepted') && call.leaseUntil + SWEPT_AFTER_MS <= this.at)
        return call
    return undefined
  }
  #unknownWrite(): LedgerAction | null {
    for (const { phase, reference, epoch } of this.tables.calls.values())
      if (phase === 'dispatched') return { kind: 'take-over', reference, epoch, leaseUntil: this.at + LEASE_MS }
    return null
  }
  /** Calls in flight keep the price that they were admitted at. */
  #changePrice({ amount, pick, variant }: LedgerStep): null {
    const paise = amount % DEAREST_PAISE
    const legs = Array.from({ length: (pick + variant) % (MOST_LEGS + 1) }, (_, level) => ({
      accountId: `level-${level}`,
      amount: priceOf((paise * MICRO_RUPEES_PER_PAISA * ((pick * (level + 7)) % DEAREST_LEG_BASIS_POINTS)) / 10_000),
    }))
    this.quote = { price: priceOf(paise * MICRO_RUPEES_PER_PAISA), priceVersion: this.nextId('price'), legs }
    this.#add(`price:${legs.length} legs`)
    return null
  }

  #add(what: string, times = 1): void {
    if (times > 0) this.reached.set(what, (this.reached.get(what) ?? 0) + times)
  }
  #count(operation: LedgerOperation, result: OperationResult | undefined): void {
    const end = result?.kind === 'refused' ? result.code : String(result?.kind)
    this.#add(`${operation.kind}:${end}`)
    if (operation.kind === 'settle') this.#add(`${operation.outcome}:${end}`)
  }
  #countCompletions(changed: readonly CallState[]): void {
    for (const call of changed) {
      const before = this.tables.calls.get(call.reference)
      if (before?.phase === 'accepted' && call.phase === 'answered') this.#add(completionOf(before, call))
      const late = before?.phase === 'answered' && before.asyncState === 'pending' && call.asyncState === 'completed'
      if (late && before.leaseUntil > before.at + LEASE_MS) this.#add('completed after its release')
    }
  }
  #countRows(changes: BatchChanges): void {
    for (const { kind, ledgerAccount } of changes.entries) {
      this.#add(`${kind} of ${ledgerAccount.split(':')[0]}`)
    }
    for (const [table, rows] of Object.entries(changes)) this.#add(table, rows.length)
  }
}

const CHANGES_NOTHING: ReadonlySet<string> = new Set(['lost', 'conflict', 'duplicate', 'reused', 'insufficient'])

/** I6: what is refused leaves no trace. An admission that is not given counts in the windows, and may release what its lease ended. */
function refuseTraces(result: OperationResult | undefined, changes: BatchChanges): void {
  const kind = String(result?.kind)
  const silent = CHANGES_NOTHING.has(kind)
  const admission = kind === 'refused' || kind === 'replay' || kind === 'running'
  if (!silent && (!admission || changes.callsChanged.length > 0)) return
  for (const [table, rows] of Object.entries(changes))
    if (rows.length > 0 && (silent || table !== 'windows')) throw new Error(`I6: ${kind}, yet it wrote ${table}`)
}

/** I7: a call that has ended stays as it ended; a refund is given once. */
function refuseSecondEnds({ calls }: MemoryTables, changed: readonly CallState[]): void {
  for (const call of changed) {
    const before = calls.get(call.reference)
    if (!before) continue
    if (call.epoch < before.epoch) throw new Error(`I7: ${call.reference} fell back to epoch ${call.epoch}`)
    if (hasHold(before)) continue
    const same = before.phase === call.phase && before.charged === call.charged && before.settledAt === call.settledAt
    if (!same) throw new Error(`I7: ${call.reference} had ended as ${before.phase} and ended again as ${call.phase}`)
    if (before.refunded > 0 && call.refunded !== before.refunded)
      throw new Error(`I7: ${call.reference} was refunded twice`)
  }
}

/** What became of a call that is charged on completion. */
function completionOf(before: CallState, { charged, pool }: CallState): string {
  if (before.pool !== null) return pool === null ? 'unit given back later' : 'unit kept later'
  return charged > 0 ? 'captured later' : 'released later'
}
