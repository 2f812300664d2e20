import { inr, type Money, micro, minus, plus, priceOf, times, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { pseudoRandom } from '../../memory/ledger-steps.ts'
import { lastPollOf, resultOf } from './completion.ts'
import { ACCEPTED_MS, type AdmittedCall, LEASE_MS, type Payer, type StoreTrial } from './store-trial.ts'

const STEPS = 200
const SEEDS = [1, 2, 3]
/** An answer as often as the rest together. */
const OUTCOMES = ['answer', 'answer', 'answer', 'none', 'failed', 'refused'] as const

/** How async results come: success as often as the rest together. */
const RESULTS = ['completed', 'completed', 'failed', 'last poll'] as const

/** What a wallet must come to, by a model of a few lines. */
class WalletModel {
  posted: Money
  owed: Money = zero
  readonly open: (AdmittedCall & { readonly price: Money; readonly leaseUntil: number })[] = []
  /** Answered, and charged on completion. */
  readonly accepted: (AdmittedCall & { readonly price: Money; readonly waitsUntil: number })[] = []
  readonly paid: { readonly reference: string; readonly price: Money }[] = []
  references = 0

  constructor(
    readonly payer: Payer,
    funds: Money,
  ) {
    this.posted = funds
  }
  get held(): Money {
    return [...this.open, ...this.accepted].reduce<Money>((total, { price }) => plus(total, price), zero)
  }
  get balance() {
    return { balance: this.posted, held: this.held, available: minus(this.posted, this.held), owed: this.owed }
  }
  /** Something came in or was released: what is owed is taken from what is available. */
  receive(amount: Money): void {
    this.posted = plus(this.posted, amount)
    const repaid = micro(Math.min(this.owed, this.balance.available))
    this.posted = minus(this.posted, repaid)
    this.owed = minus(this.owed, repaid)
  }
  /** What is available is taken, the rest is owed. */
  take(amount: Money): void {
    const taken = micro(Math.min(amount, this.balance.available))
    this.posted = minus(this.posted, taken)
    this.owed = plus(this.owed, minus(amount, taken))
  }
  nextReference(): string {
    this.references += 1
    return `random-${this.references}`
  }
}

type Step = (trial: StoreTrial, model: WalletModel, random: (below: number) => number) => Promise<void>

const admit: Step = async (trial, model, random) => {
  const price = times(inr('0.01'), random(300))
  const legs = [{ accountId: model.payer.accountId, amount: priceOf(Math.floor(price / 3)) }]
  const admission = await trial.admit(model.payer, { price, legs })
  expect(admission.kind === 'admitted').toBe(price <= model.balance.available)
  if (admission.kind !== 'admitted') return
  const { reference, epoch } = admission
  model.open.push({ payer: model.payer, reference, epoch, price, leaseUntil: trial.at + LEASE_MS })
}
const settle: Step = async (trial, model, random) => {
  const [call] = model.open.splice(random(model.open.length), 1)
  if (!call) return
  const outcome = OUTCOMES[random(OUTCOMES.length)] ?? 'answer'
  const answered = outcome === 'answer'
  expect(await trial.settle(call, { outcome, charged: answered ? call.price : zero })).toEqual({ kind: 'done' })
  if (answered) {
    model.posted = minus(model.posted, call.price)
    if (call.price > 0) model.paid.push(call)
  }
  model.receive(zero)
}
/** An answer that is charged on completion: nothing moves. */
const accept: Step = async (trial, model, random) => {
  const [call] = model.open.splice(random(model.open.length), 1)
  if (!call) return
  const holdUntil = trial.at + ACCEPTED_MS
  const writes = { asyncState: { reference: call.reference, from: 'none', to: 'pending' } } as const
  expect(await trial.settle(call, { keepsUnit: true, holdUntil, writes })).toEqual({ kind: 'done' })
  model.accepted.push({ ...call, waitsUntil: holdUntil })
}
/** Told twice, the second time as another: what came first stands. */
const complete: Step = async (trial, model, random) => {
  const [call] = model.accepted.splice(random(model.accepted.length), 1)
  if (!call) return
  const news = RESULTS[random(RESULTS.length)] ?? 'failed'
  const writes = news === 'last poll' ? lastPollOf(call) : resultOf(call, news)
  expect(await trial.commit(model.payer, writes)).toEqual({ kind: 'done' })
  // After the last poll a result is still told of, and moves no money.
  const again = { kind: news === 'last poll' ? 'done' : 'lost' }
  expect(await trial.commit(model.payer, resultOf(call, 'completed'))).toEqual(again)
  if (news === 'completed') {
    model.posted = minus(model.posted, call.price)
    if (call.price > 0) model.paid.push(call)
  }
  model.receive(zero)
}
const credit: Step = async (trial, model, random) => {
  const amount = times(inr('0.01'), 1 + random(500))
  const { accountId, environment } = model.payer
  const reference = model.nextReference()
  await trial.store.wallet.credit({ accountId, environment, amount, reference, actor: 'test' })
  model.receive(amount)
}
/** Up or down, told twice: the second time changes nothing. */
const adjust: Step = async (trial, model, random) => {
  const amount = times(inr('0.01'), 1 + random(900))
  const down = random(3) > 0
  const { accountId, environment } = model.payer
  const of = { accountId, environment, reference: model.nextReference(), reason: 'random', actor: 'test' }
  const told = { ...of, amount: down ? minus(zero, amount) : amount }
  expect((await trial.store.wallet.adjust(told)).adjusted).toBe(true)
  expect((await trial.store.wallet.adjust(told)).adjusted).toBe(false)
  if (down) model.take(amount)
  else model.receive(amount)
}
const refund: Step = async (trial, model, random) => {
  const [call] = model.paid.splice(random(model.paid.length), 1)
  if (!call) return
  const refunds = [{ reference: call.reference, reason: 'random' }]
  await trial.commit(model.payer, { refunds })
  await trial.commit(model.payer, { refunds })
  model.receive(call.price)
}
/** Time passes: leases end in every wallet, and whoever comes late has lost; and what has waited long enough for its result is released. */
async function passTime(trial: StoreTrial, models: readonly WalletModel[], milliseconds: number): Promise<void> {
  trial.clock.advance(milliseconds)
  await trial.store.billing.sweep(trial.at)
  for (const model of models) {
    const { open, accepted } = model
    accepted.splice(0, accepted.length, ...accepted.filter(({ waitsUntil }) => waitsUntil > trial.at))
    const late = open.filter(({ leaseUntil }) => leaseUntil <= trial.at)
    open.splice(0, open.length, ...open.filter(({ leaseUntil }) => leaseUntil > trial.at))
    model.receive(zero)
    for (const call of late) expect(await trial.settle(call, { charged: call.price })).toEqual({ kind: 'lost' })
  }
}

const STEPS_BY_WEIGHT: readonly Step[] = [
  ...[admit, admit, admit, admit, admit, settle, settle, settle, accept, accept, complete, credit, adjust, refund],
]
/** One step in so many lets time pass; one in so many of these, as long as a hold waits. */
const TIME_PASSES_EVERY = 10
const LONG_EVERY = 5

/** Random sequences of everything that moves money, beside a model: each wallet must come to what the model says after each step. */
export function randomSequenceTests(trial: () => StoreTrial): void {
  it.each(SEEDS)(`agrees with a model over ${STEPS} random steps: seed %i`, async (seed) => {
    const random = pseudoRandom(seed)
    const models = [
      new WalletModel(await trial().payer(inr('5')), inr('5')),
      new WalletModel(await trial().payer(inr('2')), inr('2')),
    ]
    for (let step = 0; step < STEPS; step += 1) {
      const model = models[random(models.length)]
      const act = STEPS_BY_WEIGHT[random(STEPS_BY_WEIGHT.length)]
      if (!model || !act) continue
      if (step % TIME_PASSES_EVERY === 0) {
        const longest = step % (TIME_PASSES_EVERY * LONG_EVERY) === 0 ? ACCEPTED_MS : LEASE_MS
        await passTime(trial(), models, random(longest))
      }
      await act(trial(), model, random)
      expect(await trial().balance(model.payer)).toEqual(model.balance)
    }
    expect(await trial().store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })
}
