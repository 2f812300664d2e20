import {
  type AdmitOperation,
  type AdmitResult,
  type BatchChanges,
  type BatchState,
  type BillingOperation,
  type CallState,
  claimKey,
  creditKey,
  type KeyState,
  type LedgerEntry,
  type Money,
  micro,
  NO_WRITES,
  type SettleOperation,
  type WalletState,
  walletKey,
  zero,
} from '@parakh/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'

const PRICE = micro(500_000)
const OF = { accountId: 'acc', environment: 'sandbox' } as const
const LIMITS = { endpoint: 60, total: 300, inFlight: 20 }

/** A ledger in memory, just large enough to hold what `decide` says. */
class World {
  wallets = new Map<string, WalletState>()
  keys = new Map<string, KeyState>()
  calls = new Map<string, CallState>()
  credits = new Map<string, Money>()
  entries: LedgerEntry[] = []
  responses = new Set<string>()

  constructor(posted: number) {
    const wallet = { ...OF, posted: micro(posted), held: zero, version: posted === 0 ? 0 : 1 }
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
    }
  }

  run(operations: readonly BillingOperation[]) {
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
    this.entries.push(...changes.entries)
  }

  /** The invariants of the ledger, as docs/reference/reliability.md names them. */
  check(): void {
    const wallet = this.wallet()
    const sum = (entries: readonly LedgerEntry[]) => entries.reduce((total, { amount }) => total + amount, 0)
    const own = this.entries.filter(({ ledgerAccount }) => ledgerAccount === 'wallet:acc')
    const open = [...this.calls.values()].filter(({ phase }) => phase === 'held' || phase === 'dispatched')
    expect(sum(this.entries), 'I1 conservation').toBe(0)
    expect(wallet.held, 'I2 not negative').toBeGreaterThanOrEqual(0)
    expect(sum(own), 'I3 balance is its entries').toBe(wallet.posted)
    expect(wallet.posted - wallet.held, 'I4 available not negative').toBeGreaterThanOrEqual(0)
    expect(wallet.held, 'I5 held is the open holds').toBe(open.reduce((total, { price }) => total + price, 0))
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

const admitOf = (reference: string, more: Partial<AdmitOperation> = {}): AdmitOperation => ({
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
  ...{ alreadyCounted: false, leaseMs: 30_000, owner: 'p1', consent: null },
  ...more,
})
const settleOf = (reference: string, more: Partial<SettleOperation> = {}): SettleOperation => ({
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
const kinds = (results: readonly unknown[]) =>
  (results as readonly AdmitResult[]).map((result) => (result.kind === 'refused' ? result.code : result.kind))

describe('decide', () => {
  it('holds for exactly as many parallel calls as there are funds', () => {
    const world = new World(PRICE * 10)
    const results = world.run(
      Array.from({ length: 20 }, (_, n) => admitOf(`r${n}`, { limits: { ...LIMITS, inFlight: 99 } })),
    )
    expect(kinds(results).filter((kind) => kind === 'admitted')).toHaveLength(10)
    expect(kinds(results).slice(10)).toEqual(Array(10).fill('INSUFFICIENT_BALANCE'))
    world.check()
  })

  it('refuses a wallet with one paisa too little, and a hold counts as spent', () => {
    const world = new World(PRICE * 2 - 10_000)
    expect(kinds(world.run([admitOf('a'), admitOf('b')]))).toEqual(['admitted', 'INSUFFICIENT_BALANCE'])
  })

  it('lets one of twenty calls with one request id run, within one batch', () => {
    const world = new World(PRICE * 100)
    const results = world.run(Array.from({ length: 20 }, (_, n) => admitOf(`r${n}`, { claim: 'one' })))
    expect(kinds(results)).toEqual(['admitted', ...Array(19).fill('running')])
    world.run([settleOf('r0')])
    expect(kinds(world.run([admitOf('again', { claim: 'one' })]))).toEqual(['replay'])
    expect(world.wallet().posted).toBe(PRICE * 99)
    world.check()
  })

  it('refuses a request id with another fingerprint and reveals nothing', () => {
    const world = new World(PRICE * 5)
    world.run([admitOf('a', { claim: 'one' })])
    world.run([settleOf('a')])
    expect(kinds(world.run([admitOf('b', { claim: 'one', fingerprint: 'other' })]))).toEqual(['REQUEST_ID_REUSED'])
  })

  it('recognises its own hold and its own settle when the acknowledgement of a commit was lost', () => {
    const world = new World(PRICE * 5)
    world.run([admitOf('a')])
    expect(world.run([admitOf('a')])[0]).toMatchObject({ kind: 'admitted', epoch: 1 })
    world.run([settleOf('a')])
    expect(world.run([settleOf('a')])).toEqual([{ kind: 'done' }])
    expect(world.wallet().posted).toBe(PRICE * 4)
    world.check()
  })

  it('discards a late success once its hold was taken over, and never charges it', () => {
    const world = new World(PRICE)
    world.run([admitOf('a')])
    const expire = {
      kind: 'expire',
      ...OF,
      at: 1_030_001,
      reference: 'a',
      keyId: 'key',
      epoch: 1,
      force: false,
    } as const
    expect(world.run([{ ...expire, at: 1_029_999 }])).toEqual([{ kind: 'lost' }])
    expect(world.run([expire])).toEqual([{ kind: 'done' }])
    expect(world.run([settleOf('a')])).toEqual([{ kind: 'lost' }])
    expect(world.wallet()).toMatchObject({ posted: PRICE, held: 0 })
    world.check()
  })

  it('does not let go of a write that was marked', () => {
    const world = new World(PRICE)
    const mark = {
      kind: 'dispatch',
      ...OF,
      at: 1,
      reference: 'a',
      epoch: 1,
      operation: 'send',
      provider: 'p',
      input: '{}',
    } as const
    world.run([admitOf('a'), mark])
    const expire = {
      kind: 'expire',
      ...OF,
      at: 9_000_000,
      reference: 'a',
      keyId: 'key',
      epoch: 1,
      force: true,
    } as const
    expect(world.run([expire])).toEqual([{ kind: 'lost' }])
    expect(kinds(world.run([admitOf('b', { claim: 'a', at: 9_000_000 })]))).toEqual(['OUTCOME_UNKNOWN'])
    world.check()
  })

  it('pays each leg and gives the platform what remains, exactly', () => {
    const world = new World(PRICE)
    const legs = [
      { accountId: 'up', amount: micro(60_000) },
      { accountId: 'upper', amount: micro(30_000) },
    ]
    world.run([admitOf('a', { legs })])
    world.run([settleOf('a')])
    const paid = Object.fromEntries(
      world.entries.filter(({ kind }) => kind === 'charge').map((entry) => [entry.ledgerAccount, entry.amount]),
    )
    expect(paid).toEqual({
      'wallet:acc': -PRICE,
      'commission:up': 60_000,
      'commission:upper': 30_000,
      revenue: 410_000,
    })
    world.check()
  })

  it('counts requests by the day in India, also where one of yesterday settles late', () => {
    const world = new World(PRICE * 5)
    const on = (reference: string, day: string) => {
      world.run([admitOf(reference)])
      world.run([settleOf(reference, { usage: { ...settleOf(reference).usage, day } })])
      const { requestsDay, requestsToday, requestsTotal } = world.wallet()
      return [requestsDay, requestsToday, requestsTotal]
    }
    expect(on('a', '2026-01-01')).toEqual(['2026-01-01', 1, 1])
    expect(on('b', '2026-01-02')).toEqual(['2026-01-02', 1, 2])
    expect(on('c', '2026-01-01')).toEqual(['2026-01-02', 1, 3])
    expect(on('d', '2026-01-02')).toEqual(['2026-01-02', 2, 4])
  })

  it('gives back once, however often it is asked', () => {
    const world = new World(PRICE)
    world.run([admitOf('a')])
    world.run([settleOf('a')])
    const refunds = [{ reference: 'a', reason: 'no' }]
    const commit = { kind: 'commit', ...OF, at: 1, actor: 'x', writes: { ...NO_WRITES, refunds } } as const
    world.run([commit, commit])
    world.run([commit])
    expect(world.wallet().posted).toBe(PRICE)
    expect(world.entries.reduce((total, { amount }) => total + amount, 0)).toBe(0)
  })

  it('keeps every invariant over random sequences, in batches of any size', () => {
    const step = fc.record({
      what: fc.constantFrom('admit', 'settle', 'fail', 'none', 'expire', 'dispatch', 'credit'),
      which: fc.integer({ min: 0, max: 7 }),
      epoch: fc.integer({ min: 1, max: 2 }),
      price: fc.constantFrom(0, 10_000, 500_000, 6_000_000),
    })
    let serial = 0
    const operationOf = ({
      what,
      which,
      epoch,
      price,
    }: {
      what: string
      which: number
      epoch: number
      price: number
    }): BillingOperation => {
      serial += 1
      const reference = `r${which}`
      const at = 1_000_000 + serial * 5_000
      if (what === 'admit') return admitOf(`${reference}`, { at, price: micro(price), claim: `c${which % 4}` })
      if (what === 'settle') return settleOf(reference, { at, epoch })
      if (what === 'fail') return settleOf(reference, { at, epoch, outcome: 'failed', charged: zero, response: null })
      if (what === 'none') return settleOf(reference, { at, epoch, outcome: 'none', charged: zero })
      if (what === 'expire') return { kind: 'expire', ...OF, at, reference, keyId: 'key', epoch, force: false }
      if (what === 'dispatch')
        return { kind: 'dispatch', ...OF, at, reference, epoch, operation: 'send', provider: 'p', input: '{}' }
      return {
        kind: 'credit',
        ...OF,
        at,
        id: `credit${serial}`,
        amount: micro(1_000_000),
        reference: `c${which}`,
        actor: 'test',
      }
    }
    fc.assert(
      fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 25 }), (batches) => {
        const world = new World(3_000_000)
        const seen = new Set<string>()
        for (const batch of batches) {
          // A reference is one call for good: an admit of one that ended is no case that a host makes.
          const operations = batch.map(operationOf).filter((operation) => {
            if (operation.kind !== 'admit') return true
            const fresh = !seen.has(operation.reference)
            seen.add(operation.reference)
            return fresh
          })
          world.run(operations)
          world.check()
        }
      }),
      { numRuns: 300 },
    )
  })
})
