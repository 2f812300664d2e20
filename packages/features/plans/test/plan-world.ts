import { type Account, inr, type Money, minus, plus, zero } from '@parakh/core'
import type { Plan, Subscription } from '../src/contract.ts'
import { type PlanCatalogue, PUBLISHED_PLANS } from '../src/rules/catalogue.ts'
import type { SubscriptionContext, SubscriptionStep } from '../src/rules/subscription-store.ts'

/** Half the price of Starter, a tenth of its pool. */
export const LITE: Plan = {
  ...{ id: 'lite', name: 'Lite', pricePerMonth: inr('499.50'), limit: 500, unlimited: false },
  ...{ features: ['webhooks'], endpoints: ['pan-details'] },
}
/** The published plans and a custom one. */
export const CATALOGUE: PlanCatalogue = { offered: [...PUBLISHED_PLANS, LITE], gated: true }

/** A plan of the catalogue. */
export function planNamed(id: string): Plan {
  const plan = CATALOGUE.offered.find((one) => one.id === id)
  if (!plan) throw new Error(`there is no plan ${id}`)
  return plan
}

/** An account with its wallet and subscription, which applies steps like the store, without a database. */
export class PlanWorld {
  at: Date
  available: Money = zero
  used = 0
  subscription: Subscription | null = null
  status: Account['status'] = 'active'
  readonly steps: SubscriptionStep[] = []
  readonly charges: { readonly subscription: string; readonly period: string; readonly amount: Money }[] = []
  readonly references = new Set<string>()
  #made = 0

  constructor(at: string) {
    this.at = new Date(at)
  }
  get context(): SubscriptionContext {
    const { available, subscription, used, at, status } = this
    const of = { parentId: null, kyc: 'approved', createdAt: new Date(0) } as const
    const account: Account = { ...ACCOUNT, ...of, status }
    return { account, subscription, available, used, at }
  }
  nextId(): string {
    this.#made += 1
    return `s${this.#made}`
  }
  credit(amount: Money): void {
    this.available = plus(this.available, amount)
  }
  pass(milliseconds: number): void {
    this.at = new Date(this.at.getTime() + milliseconds)
  }
  /** Applies a step like the store: its charge once per reference, and never more than is available. */
  take(step: SubscriptionStep | null): SubscriptionStep | null {
    if (!step) return null
    const { charge, subscription } = step
    if (charge) {
      if (this.references.has(charge.reference)) throw new Error(`${charge.reference} was charged before`)
      if (charge.amount <= 0 || charge.amount > this.available) throw new Error(`a charge of ${charge.amount}`)
      this.references.add(charge.reference)
      this.available = minus(this.available, charge.amount)
      this.charges.push({ subscription: subscription.id, period: subscription.period, amount: charge.amount })
    }
    this.subscription = subscription
    this.steps.push(step)
    return step
  }
}

const ACCOUNT = {
  id: 'a1',
  name: 'Acme',
  role: 'developer',
  apis: null,
  withheldApis: [],
  keysFromAbove: null,
  peopleFromAbove: null,
  hasOwner: false,
  version: 1,
} as const
