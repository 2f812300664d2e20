import { createHash } from 'node:crypto'
import {
  type Admission,
  type AdmitOperation,
  type ApiKey,
  type CallLimits,
  type Environment,
  type Ids,
  type LogResult,
  type Money,
  NO_WRITES,
  type SettleOperation,
  type SettleResult,
  type StagedWrites,
  type Store,
  type UsageEntry,
  zero,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { ManualClock } from '../../fakes/manual-clock.ts'
import { sequentialIds } from '../../fakes/sequential-ids.ts'

/** A store to be tested. */
export interface StoreBench {
  /** Migrated, and made with `clock`. */
  readonly store: Store
  readonly clock: ManualClock
  /** Ends the store and opens its data again, as a restart does. Absent: what is written does not outlive the process. */
  reopen?(): Promise<Store>
  /** Another store on the same data, as another process has; `close` ends it too. Absent: one process at a time. */
  second?(): Promise<Store>
  close(): Promise<void>
}

/** A wallet with the key that spends it. */
export interface Payer {
  readonly accountId: string
  readonly environment: Environment
  readonly key: ApiKey
}
/** A call that was admitted. */
export interface AdmittedCall {
  readonly payer: Payer
  readonly reference: string
  readonly epoch: number | null
}
type AdmitFacts = Partial<Omit<AdmitOperation, 'kind' | 'accountId' | 'environment' | 'keyId'>>
type SettleFacts = Partial<
  Pick<SettleOperation, 'outcome' | 'charged' | 'response' | 'keepsUnit' | 'holdUntil' | 'volume'>
> & {
  readonly writes?: Partial<StagedWrites>
  readonly counted?: boolean
}

/** Limits that no test meets by accident. */
export const WIDE_LIMITS = { endpoint: 10_000, total: 10_000, inFlight: 10_000 }
/** Lease of a hold, in milliseconds. */
export const LEASE_MS = 30_000
/** How long the hold of a call waits that is charged on completion, in milliseconds. */
export const ACCEPTED_MS = 3 * 86_400_000
/** Ids of the suite lie apart from those of any store. */
const SUITE_NAMESPACE = 1_000_000

const digest = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

/** Speaks to a store as the kernel would: short names for what every test of the suite needs. */
export class StoreTrial {
  readonly ids: Ids = sequentialIds(SUITE_NAMESPACE)
  constructor(readonly bench: StoreBench) {}

  get store(): Store {
    return this.bench.store
  }
  get clock(): ManualClock {
    return this.bench.clock
  }
  /** Milliseconds since 1970. */
  get at(): number {
    return this.clock.now().getTime()
  }
  /** Moves the clock to the beginning of a second. */
  alignToSecond(): void {
    this.clock.advance(1000 - (this.at % 1000))
  }

  /** A new account with exactly these funds, in production, where nothing is granted. */
  async payer(funds: Money): Promise<Payer> {
    const { store } = this
    const account = await store.accounts.create({ name: 'Acme', role: 'developer' })
    await store.accounts.approveKyc(account.id)
    const owner = { accountId: account.id, environment: 'production' } as const
    const { key } = await store.keys.create(owner)
    if (funds > 0) await store.wallet.credit({ ...owner, amount: funds, reference: 'first', actor: 'test' })
    return { ...owner, key }
  }

  /** Asks for a call to be admitted. */
  async admit(
    payer: Payer,
    facts: AdmitFacts = {},
    store = this.store,
  ): Promise<Admission & { readonly reference: string }> {
    const reference = facts.reference ?? this.ids.next()
    const requestId = facts.requestId ?? reference
    const admission = await store.billing.admit({
      kind: 'admit',
      ...{ accountId: payer.accountId, environment: payer.environment, at: this.at },
      ...{ reference, keyId: payer.key.id, keyVersion: payer.key.version, endpoint: 'bank-ifsc-details' },
      ...{ requestId, claim: digest(requestId), fingerprint: 'fingerprint', price: zero, priceVersion: 'plugin:1' },
      ...{ legs: [], limits: WIDE_LIMITS, alreadyCounted: false, leaseMs: LEASE_MS, owner: 'process-1', consents: [] },
      ...facts,
    })
    return { reference, ...admission }
  }
  /** Lets a call in, or fails the test. */
  async hold(payer: Payer, facts: AdmitFacts = {}, store = this.store): Promise<AdmittedCall> {
    const admission = await this.admit(payer, facts, store)
    if (admission.kind !== 'admitted') throw new Error(`expected to be admitted, was ${JSON.stringify(admission)}`)
    return { payer, reference: admission.reference, epoch: admission.epoch }
  }

  /** Ends a call: as an answer that is not charged, unless told otherwise. */
  settle(call: AdmittedCall, facts: SettleFacts = {}, store = this.store): Promise<SettleResult> {
    return store.billing.settle(this.settleOperation(call, facts))
  }
  /** What ends a call so. */
  settleOperation({ payer, reference, epoch }: AdmittedCall, facts: SettleFacts = {}): SettleOperation {
    const { outcome = 'answer', charged = zero, writes = {}, counted = true, keepsUnit, holdUntil, volume } = facts
    const { accountId, environment, key } = payer
    const stored = outcome === 'answer' || outcome === 'none'
    const usage = this.usage(payer, { reference, outcome, charged, counted })
    return {
      kind: 'settle',
      ...{
        accountId,
        environment,
        at: this.at,
        reference,
        keyId: key.id,
        epoch,
        outcome,
        charged,
        usage,
        keepsUnit,
        holdUntil,
        volume,
      },
      response:
        facts.response ?? (stored ? { status: 200, body: new TextEncoder().encode(`{"of":"${reference}"}`) } : null),
      writes: { ...NO_WRITES, ...writes },
    }
  }
  /** A whole paid call. */
  async pay(payer: Payer, price: Money, facts: AdmitFacts = {}): Promise<AdmittedCall> {
    const call = await this.hold(payer, { price, ...facts })
    const result = await this.settle(call, { charged: price })
    if (result.kind !== 'done') throw new Error(`expected to be settled, was ${result.kind}`)
    return call
  }
  /** A call that is charged on completion, answered: its hold waits `ACCEPTED_MS`. */
  async accept(payer: Payer, facts: AdmitFacts = {}, settled: SettleFacts = {}): Promise<AdmittedCall> {
    const call = await this.hold(payer, facts)
    const { reference } = call
    const result = await this.settle(call, {
      ...{ keepsUnit: true, holdUntil: this.at + ACCEPTED_MS },
      writes: { asyncState: { reference, from: 'none', to: 'pending' } },
      ...settled,
    })
    if (result.kind !== 'done') throw new Error(`expected to be settled, was ${result.kind}`)
    return call
  }
  /** Marks a call's write as about to be sent. */
  dispatch({ payer, reference, epoch }: AdmittedCall, operation = 'submit'): Promise<SettleResult> {
    const { accountId, environment } = payer
    const mark = { reference, epoch: epoch ?? 0, operation, provider: 'acme#0', input: '{"question":"whole"}' }
    return this.store.billing.dispatch({ kind: 'dispatch', accountId, environment, at: this.at, ...mark })
  }
  /** Writes outside a call. */
  commit(payer: Payer, writes: Partial<StagedWrites>, store = this.store): Promise<SettleResult> {
    const { accountId, environment } = payer
    return store.billing.commit({
      kind: 'commit',
      accountId,
      environment,
      at: this.at,
      writes: { ...NO_WRITES, ...writes },
      actor: 'test',
    })
  }
  /** A row of the usage log. */
  usage(payer: Payer, facts: Partial<UsageEntry> = {}): UsageEntry {
    const at = facts.at ?? this.at
    const reference = facts.reference ?? this.ids.next()
    return {
      ...{
        accountId: payer.accountId,
        environment: payer.environment,
        keyId: payer.key.id,
        reference,
        requestId: reference,
      },
      ...{ endpoint: 'bank-ifsc-details', status: 200, outcome: 'answer', code: null, latencyMs: 5, charged: zero },
      ...{ ip: '127.0.0.1', at, day: indianDay(new Date(at)), counted: true },
      ...facts,
    }
  }
  /** Writes down that a call was refused before it was admitted, which counts in its windows. */
  async refuse(
    payer: Payer,
    { limits, usage = {} }: { readonly limits: CallLimits; readonly usage?: Partial<UsageEntry> },
    store = this.store,
  ): Promise<LogResult> {
    const { accountId, environment, key } = payer
    const ending = { status: 422, outcome: 'refused', code: 'VALIDATION_FAILED' } as const
    const row = this.usage(payer, { ...ending, ...usage })
    const asked = { accountId, environment, at: row.at, keyId: key.id, limits, counts: true } as const
    return await store.billing.log({ kind: 'log', ...asked, usage: row })
  }
  /** What a wallet has: balance, held, available. */
  balance({ accountId, environment }: Payer, store = this.store) {
    return store.wallet.balance(accountId, environment)
  }
  /** Where a call stands. */
  async phase(reference: string): Promise<string | undefined> {
    return (await this.store.billing.findByReference(reference))?.call.phase
  }
}
