import {
  type CommissionLeg,
  type Environment,
  inr,
  isParakhError,
  type Money,
  micro,
  NO_WRITES,
  priceOf,
  type Store,
  zero,
} from '@parakh/core'
import { type ManualClock, pseudoRandom } from '@parakh/testkit'

const ENVIRONMENT: Environment = 'production'
const LIMITS = { endpoint: 1_000_000, total: 1_000_000, inFlight: 1_000_000 }
const AT_ONCE = 50

interface Payer {
  readonly accountId: string
  readonly key: { readonly id: string; readonly version: number }
}
interface Charged {
  readonly payer: Payer
  readonly reference: string
}
/** The movements of one kind, month and account: their number and sum in micro-rupees. */
export type KeyedCounter = Map<string, { count: number; amount: number }>

/** Random calls, refunds, credits, adjustments and allotments of some accounts, with the expected sums. */
export class StatementWorld {
  readonly keyedCounter: KeyedCounter = new Map()
  readonly #random: (below: number) => number
  #charged: Charged[] = []
  #made = 0
  #month = ''

  private constructor(
    readonly store: Store,
    readonly payers: readonly [Payer, ...Payer[]],
    private readonly by: { readonly clock: ManualClock; readonly seed: number },
  ) {
    this.#random = pseudoRandom(by.seed)
  }

  /** A reseller with two accounts below it. */
  static async open(store: Store, clock: ManualClock, seed: number): Promise<StatementWorld> {
    const top = await store.accounts.create({ name: 'Reseller', role: 'retailer' })
    const below = [
      await store.accounts.create({ name: 'One', role: 'developer', parentId: top.id }),
      await store.accounts.create({ name: 'Two', role: 'customer', parentId: top.id }),
    ]
    const payers: Payer[] = []
    for (const { id: accountId } of [top, ...below]) {
      await store.accounts.approveKyc(accountId)
      const { key } = await store.keys.create({ accountId, environment: ENVIRONMENT })
      payers.push({ accountId, key })
    }
    return new StatementWorld(store, payers as [Payer, ...Payer[]], { clock, seed })
  }

  /** Runs this many operations in one month. */
  async run(month: string, operations: number): Promise<void> {
    this.#month = month
    const [reseller] = this.payers
    // Or its debts might leave nothing to allot.
    await this.#credit(reseller, inr('5000'))
    for (let done = 0; done < operations; done += AT_ONCE) {
      this.by.clock.advance(1 + this.#random(300_000))
      const size = Math.min(AT_ONCE, operations - done)
      const refundable = this.#charged
      this.#charged = []
      const one = (): Promise<unknown> => this.#operation(refundable)
      await Promise.all(Array.from({ length: size }, one))
      this.#charged.push(...refundable)
    }
  }

  #operation(refundable: Charged[]): Promise<unknown> {
    const kind = this.#random(100)
    const payer = this.payers[this.#random(this.payers.length)] ?? this.payers[0]
    if (kind < 60) return this.#call(payer)
    if (kind < 72) return this.#refund(refundable)
    if (kind < 84) return this.#credit(payer)
    if (kind < 94) return this.#adjust(payer)
    return this.#allot()
  }

  async #call(payer: Payer): Promise<void> {
    const price = micro((1 + this.#random(600)) * 10_000)
    const reference = this.#next('call')
    const [reseller] = this.payers
    const legs: readonly CommissionLeg[] =
      payer === reseller
        ? []
        : [{ accountId: reseller.accountId, amount: priceOf((price / 10_000) * this.#random(1_201)) }]
    if (!(await this.#admit(payer, { reference, price, legs }))) return
    if (this.#random(5) === 0) return await this.#settle(payer, { reference, charged: zero, refunds: [] })
    await this.#settle(payer, { reference, charged: price, refunds: [] })
    this.#charged.push({ payer, reference })
    this.#count(payer.accountId, 'charge', -price)
    for (const leg of legs) if (leg.amount > 0) this.#count(leg.accountId, 'earned', leg.amount)
  }

  /** Each call is refunded once, by a free call of the same account. */
  async #refund(refundable: Charged[]): Promise<void> {
    const [earlier] = refundable.splice(this.#random(Math.max(refundable.length, 1)), 1)
    if (!earlier) return
    const { payer } = earlier
    const call = await this.store.billing.findByReference(earlier.reference)
    if (!call) throw new Error('a charged call is kept')
    const reference = this.#next('refund')
    await this.#admit(payer, { reference, price: zero, legs: [] })
    const refunds = [{ reference: earlier.reference, reason: 'the source failed later' }]
    await this.#settle(payer, { reference, charged: zero, refunds })
    this.#count(payer.accountId, 'refund', call.call.charged)
    for (const leg of call.call.legs) if (leg.amount > 0) this.#count(leg.accountId, 'reversed', -leg.amount)
  }

  async #credit({ accountId }: Payer, amount = micro((1 + this.#random(15_000)) * 10_000)): Promise<void> {
    await this.store.wallet.credit({ ...this.#move(accountId, 'credit'), amount })
    this.#count(accountId, 'credit', amount)
  }
  /** Downward adjustments often exceed the balance: then it is owed, and repaid later. */
  async #adjust({ accountId }: Payer): Promise<void> {
    const amount = micro((this.#random(20_000) - 18_000 || 1) * 10_000)
    await this.store.wallet.adjust({
      ...this.#move(accountId, 'adjustment'),
      amount,
      reason: '=a correction, "quoted"',
    })
  }
  async #allot(): Promise<void> {
    const [from, ...children] = this.payers
    const to = children[this.#random(children.length)] ?? from
    const amount = micro((1 + this.#random(3_000)) * 10_000)
    const { reference, actor } = this.#move(to.accountId, 'allotment')
    const asked = { from: from.accountId, to: to.accountId, environment: ENVIRONMENT, amount, reference, actor }
    try {
      await this.store.allotments.allot(asked)
    } catch (error) {
      if (isParakhError(error) && error.code === 'ALLOTMENT_TOO_HIGH') return
      throw error
    }
    this.#count(from.accountId, 'transfer', -amount)
    this.#count(to.accountId, 'transfer', amount)
  }

  #move = (accountId: string, of: string) => ({
    ...{ accountId, environment: ENVIRONMENT, reference: this.#next(of), actor: 'test' },
  })
  #next(of: string): string {
    this.#made += 1
    return `${of}-${this.#made}`
  }
  #count(accountId: string, kind: string, amount: number): void {
    const key = `${accountId} ${this.#month} ${kind}`
    const before = this.keyedCounter.get(key) ?? { count: 0, amount: 0 }
    this.keyedCounter.set(key, { count: before.count + 1, amount: before.amount + amount })
  }

  async #admit(
    { accountId, key }: Payer,
    { reference, price, legs }: { reference: string; price: Money; legs: readonly CommissionLeg[] },
  ): Promise<boolean> {
    const admission = await this.store.billing.admit({
      ...{ kind: 'admit', accountId, environment: ENVIRONMENT, at: this.#at, reference, requestId: reference },
      ...{ keyId: key.id, keyVersion: key.version, endpoint: endpointOf(reference), claim: reference },
      ...{ fingerprint: 'same', price, priceVersion: 'plugin:1', legs, limits: LIMITS, alreadyCounted: false },
      ...{ leaseMs: 30_000, owner: 'one', consents: [] },
    })
    return admission.kind === 'admitted'
  }
  async #settle(
    { accountId, key }: Payer,
    given: { reference: string; charged: Money; refunds: readonly { reference: string; reason: string }[] },
  ): Promise<void> {
    const { reference, charged, refunds } = given
    const of = { accountId, environment: ENVIRONMENT, at: this.#at, keyId: key.id, reference }
    const outcome = charged > 0 || refunds.length > 0 ? 'answer' : 'failed'
    const ended = { status: 200, outcome, code: null, latencyMs: 1, charged } as const
    const settled = await this.store.billing.settle({
      ...{ kind: 'settle', ...of, epoch: 1, outcome, charged, writes: { ...NO_WRITES, refunds } },
      response: outcome === 'answer' ? { status: 200, body: Buffer.from('{}') } : null,
      usage: {
        ...{ ...of, ...ended, requestId: reference, endpoint: endpointOf(reference), ip: '::1' },
        ...{ day: '2026-01-15', counted: true },
      },
    })
    if (settled.kind !== 'done') throw new Error(`a settle ended as ${settled.kind}`)
  }
  get #at(): number {
    return this.by.clock.now().getTime()
  }
}

const endpointOf = (reference: string): string => `endpoint-${Number(reference.split('-')[1]) % 4}`
