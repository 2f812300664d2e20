import {
  type AdmitOperation,
  type BatchChanges,
  type BatchState,
  type CallState,
  claimKey,
  counterKey,
  creditKey,
  hasHold,
  isOpenCall,
  type KeyState,
  type LedgerEntry,
  type LedgerOperation,
  type Money,
  micro,
  NO_WRITES,
  type SettleOperation,
  type WalletState,
  walletKey,
  zero,
} from '@parakh/core'
import { expect } from 'vitest'
import { decide } from '../src/decide/decide.ts'

export const PRICE = micro(500_000)
export const OF = { accountId: 'acc', environment: 'sandbox' } as const
export const LIMITS = { endpoint: 60, total: 300, inFlight: 20 }

/** A ledger in memory, just large enough to hold what `decide` says. */
export class World {
  wallets = new Map<string, WalletState>()
  keys = new Map<string, KeyState>()
  calls = new Map<string, CallState>()
  credits = new Map<string, Money>()
  counters = new Map<string, number>()
  entries: LedgerEntry[] = []
  responses = new Set<string>()

  constructor(posted: number) {
    const wallet = { ...OF, posted: micro(posted), held: zero, owed: zero, version: posted === 0 ? 0 : 1 }
    this.wallets.set(walletKey(OF), {
      ...wallet,
      requestsDay: '',
      requestsToday: 0,
      requestsTotal: 0,
      eventSequence: 0,
    })
    const windows = { inFlight: 0, scopes: {} }
    this.keys.set('key', { id: 'key', status: 'active', version: 1, expiresAt: null, accountStatus: 'active', windows })
    if (posted === 0) return
    const shared = {
      transaction: 'start',
      kind: 'credit',
      environment: 'sandbox',
      actor: '',
      requestId: '',
      priceVersion: '',
      reason: null,
      at: 0,
    } as const
    this.entries.push({
      ...shared,
      ledgerAccount: 'wallet:acc',
      amount: micro(posted),
      previous: zero,
      balance: micro(posted),
      version: 1,
    })
    this.entries.push({
      ...shared,
      ledgerAccount: 'funding',
      amount: micro(-posted),
      previous: null,
      balance: null,
      version: null,
    })
  }

  state(): BatchState {
    const claims = [...this.calls.values()].flatMap((call) =>
      call.claim === null ? [] : [[claimKey(call, call.claim), call] as const],
    )
    return {
      keys: this.keys,
      wallets: this.wallets,
      claims: new Map(claims),
      calls: this.calls,
      records: new Map(),
      credits: this.credits,
      counters: this.counters,
    }
  }

  run(operations: readonly LedgerOperation[]) {
    const { results, changes } = decide(this.state(), operations)
    this.apply(changes)
    return results
  }

  apply(changes: BatchChanges): void {
    for (const wallet of changes.wallets) this.wallets.set(walletKey(wallet), wallet)
    for (const { keyId, windows } of changes.windows) {
      const key = this.keys.get(keyId)
      if (key) this.keys.set(keyId, { ...key, windows })
    }
    for (const call of [...changes.callsAdded, ...changes.callsChanged]) this.calls.set(call.reference, call)
    for (const credit of changes.credits) this.credits.set(creditKey(credit, credit.reference), credit.amount)
    for (const { reference } of changes.responses) this.responses.add(reference)
    for (const { by, ...counter } of changes.counters) {
      const key = counterKey(counter, counter)
      this.counters.set(key, (this.counters.get(key) ?? 0) + by)
    }
    this.entries.push(...changes.entries)
  }

  /** The invariants of the ledger, as docs/reference/reliability.md names them. */
  check(): void {
    const wallet = this.wallet()
    const sum = (entries: readonly LedgerEntry[]) => entries.reduce((total, { amount }) => total + amount, 0)
    const own = this.entries.filter(({ ledgerAccount }) => ledgerAccount === 'wallet:acc')
    const open = [...this.calls.values()].filter(isOpenCall)
    const holds = [...this.calls.values()].filter(hasHold)
    expect(sum(this.entries), 'I1 conservation').toBe(0)
    expect(wallet.held, 'I2 not negative').toBeGreaterThanOrEqual(0)
    expect(sum(own), 'I3 balance is its entries').toBe(wallet.posted)
    expect(wallet.posted - wallet.held, 'I4 available not negative').toBeGreaterThanOrEqual(0)
    expect(wallet.held, 'I5 held is the open holds').toBe(holds.reduce((total, { price }) => total + price, 0))
    expect(
      own.map(({ version }) => version),
      'I8 no gap',
    ).toEqual(own.map((_, index) => index + 1))
    for (const [index, entry] of own.entries()) expect(entry.previous).toBe(own[index - 1]?.balance ?? 0)
    expect(this.keys.get('key')?.windows.inFlight, 'calls under way').toBe(open.length)
    for (const call of this.calls.values()) {
      const charges = own.filter(({ transaction, kind }) => transaction === call.reference && kind === 'charge')
      expect(charges.length, 'I11 one debit a charged call').toBe(call.charged > 0 ? 1 : 0)
      if (call.charged > 0) expect(this.responses.has(call.reference), 'I11 its answer is stored').toBe(true)
    }
  }
  wallet(): WalletState {
    const wallet = this.wallets.get(walletKey(OF))
    if (!wallet) throw new Error('no wallet')
    return wallet
  }
}

export const admitOf = (reference: string, more: Partial<AdmitOperation> = {}): AdmitOperation => ({
  ...{
    kind: 'admit',
    ...OF,
    at: 1_000_000,
    reference,
    keyId: 'key',
    keyVersion: 1,
    endpoint: 'lookup',
    requestId: reference,
  },
  ...{ claim: reference, fingerprint: 'same', price: PRICE, priceVersion: 'v1', legs: [], limits: LIMITS },
  ...{ alreadyCounted: false, leaseMs: 30_000, owner: 'p1', consents: [] },
  ...more,
})
export const settleOf = (reference: string, more: Partial<SettleOperation> = {}): SettleOperation => ({
  ...{ kind: 'settle', ...OF, at: 1_000_500, reference, keyId: 'key', epoch: 1, outcome: 'answer', charged: PRICE },
  response: { status: 200, body: new Uint8Array([1]) },
  usage: {
    ...{
      ...OF,
      keyId: 'key',
      reference,
      requestId: reference,
      endpoint: 'lookup',
      status: 200,
      outcome: 'answer',
      code: null,
    },
    ...{ latencyMs: 1, charged: PRICE, ip: '', at: 1_000_500, day: '2026-01-01', counted: true },
  },
  writes: NO_WRITES,
  ...more,
})
