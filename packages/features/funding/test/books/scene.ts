import { type ApiKey, type CallState, MICRO_RUPEES_PER_PAISA, type Money, micro, type Role } from '@parakh/core'
import type { Bank } from './bank.ts'
import type { BookRows, Books } from './open-books.ts'
import type { WalkPlan, WalkStep } from './walk-steps.ts'

/** The environment of a walk. */
export const environment = 'production'

/** Who acts: one of a line of resellers, or its customer. */
export interface Party {
  readonly id: string
  readonly role: Role
  readonly key: Pick<ApiKey, 'id' | 'version'>
  /** Its commission, in basis points. */
  readonly basisPoints: number
}
/** An order at the gateway, and who opened it. */
export interface WalkOrder {
  readonly id: string
  readonly amount: Money
}
/** Units that somebody may have used. */
export interface WalkPool {
  readonly accountId: string
  readonly name: string
  readonly period: string
  /** Of the largest plan of the period. */
  limit: number
}

/** What a walk remembers, so that steps have something to choose from. */
export interface WalkMemory {
  readonly bank: Bank
  readonly references: string[]
  readonly orders: WalkOrder[]
  /** Refunds that the gateway told of. */
  readonly refunds: { readonly refundId: string; readonly paymentId: string; readonly amount: Money; failed: boolean }[]
  /** What the dispute of a payment took. */
  readonly disputes: Map<string, Money>
  /** How many dispute events there were: their time at the gateway. */
  disputed: number
  /** References of conversions and allotments, by wallet. */
  readonly moved: { readonly accountId: string; readonly reference: string }[]
  /** By their counter, as a call names it. */
  readonly pools: Map<string, WalkPool>
}
/** Where a step is taken. */
export interface Scene {
  readonly books: Books
  readonly mode: WalkPlan['mode']
  readonly parties: readonly Party[]
  readonly memory: WalkMemory
  /** As they stood after the step before. */
  readonly rows: BookRows
  readonly step: WalkStep
  /** A name that was not given before. */
  next(of: string): string
}
/** Takes a step. @returns To what it came; null: there was nothing to do. */
export type Take = (scene: Scene) => Promise<string | null>

/** So many paise. */
export const paise = (count: number): Money => micro(count * MICRO_RUPEES_PER_PAISA)
/** Who pays for calls: mostly one that has something. */
export function payerOf(scene: Scene): Party {
  const { parties, rows, step } = scene
  const has = ({ id }: Party): boolean => {
    const { balance, held } = rows.wallets.get(id) ?? { balance: 0, held: 0 }
    return balance > held
  }
  const asked = partyOf(scene)
  return step.variant > 7 || has(asked) ? asked : (parties.findLast(has) ?? asked)
}
/** Above zero, up to 12 rupees. */
export const amountOf = ({ step }: Scene): Money => paise(1 + step.amount)
/** The customer acts as often as all resellers together. */
export const partyOf = ({ parties, step }: Scene): Party => chosen(parties, step.who)
/** Another one, or the same. */
export const otherOf = ({ parties, step }: Scene): Party => chosen(parties, step.other)
/** The party of an id. */
export const partyNamed = ({ parties }: Pick<Scene, 'parties'>, id: string): Party => {
  const party = parties.find((one) => one.id === id)
  if (!party) throw new Error(`${id} is nobody of this walk`)
  return party
}
/** A call that fits; undefined: there is none. */
export const someCall = ({ rows, step }: Scene, fits: (call: CallState) => boolean): CallState | undefined =>
  pickOf(rows.calls.filter(fits), step.pick)

/** One of them. */
export const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

function chosen(parties: readonly Party[], number: number): Party {
  const party = parties[Math.min(number, parties.length - 1)]
  if (!party) throw new Error('a walk has parties')
  return party
}
