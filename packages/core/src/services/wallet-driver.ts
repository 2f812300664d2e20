import type * as z from 'zod'
import { type Choice, chosenPoint, type Driver } from '../extension-point.ts'
import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import type { Needs, Resolved } from '../token.ts'

/** Whose wallet: of an account, in an environment. Only production wallets are kept by drivers. */
export interface WalletOwner {
  readonly accountId: string
  readonly environment: Environment
}
/** One step at a wallet. */
export interface WalletStep {
  /** The idempotency key, 1 to 160 printable characters: a step that comes again under its key has no effect, and the same result. */
  readonly key: string
  /** What belongs together: a reservation, its capture or release, and its refund have one reference. */
  readonly reference: string
  readonly wallet: WalletOwner
  /** Above zero. */
  readonly amount: Money
}
/** A step that sets an amount aside. */
export interface ReserveStep extends WalletStep {
  /** The reservation lasts until then at least; the driver may free it on its own after that. */
  readonly expiresAt: Date
}
/** What became of a reservation. `available`: what is left to spend, where the driver knows it. */
export type Reservation = { readonly kind: 'reserved'; readonly available?: Money } | { readonly kind: 'insufficient' }

/** What a driver may be able to do beside reservations. */
export type WalletCapability = 'refund' | 'credit' | 'long-reservations'
/** The steps that a capability promises. */
export interface WalletCapabilities {
  /** Gives back what was captured under the reference, or a part of it. */
  refund(step: WalletStep, signal: AbortSignal): Promise<void>
  /** Puts money in that the host has received. */
  credit(step: WalletStep, signal: AbortSignal): Promise<void>
}
/**
 * A wallet that is kept outside the ledger, such as a table of the host's own. Each step is idempotent by its key, and durable when its
 * promise resolves. A step that throws or outlasts its signal is tried again; its result is unknown until then. Implementations pass
 * `testWallet` of @parakh/testkit.
 */
export interface ExternalWallet extends Partial<WalletCapabilities> {
  /** What can be spent, for display. `reserve` alone decides. */
  balance(wallet: WalletOwner, signal: AbortSignal): Promise<{ readonly available: Money }>
  /** Sets an amount aside: all of it, or nothing. */
  reserve(step: ReserveStep, signal: AbortSignal): Promise<Reservation>
  /** Takes an amount that is at most the reserved one, and frees the rest. */
  capture(step: WalletStep, signal: AbortSignal): Promise<void>
  /**
   * Frees what is reserved under the reference. Where nothing is, it leaves a tombstone: a `reserve` of that reference which arrives later
   * sets nothing aside, and gives `insufficient`.
   */
  release(step: WalletStep, signal: AbortSignal): Promise<void>
}
/** What is in force at the point: an external wallet, or the ledger of the store itself. */
export type WalletDriver = ExternalWallet | 'ledger'

/**
 * The wallet of production money: one driver of the configuration's `wallet` section. Without that section the ledger of the store keeps
 * it. Sandbox money is always kept by the ledger (decision 0080).
 */
export const Wallets = chosenPoint<WalletDriver>('core.wallets')({
  version: 1,
  sectionKey: 'wallet',
  count: 'one',
  fallback: { wallet: 'ledger' },
  capabilities: ['refund', 'credit', 'long-reservations'],
})

type Promised<C extends WalletCapability> = Omit<ExternalWallet, keyof WalletCapabilities> &
  Pick<WalletCapabilities, C & keyof WalletCapabilities> & {
    readonly [K in Exclude<keyof WalletCapabilities, C>]?: never
  }

/**
 * Declares a driver of wallets. What its capabilities promise must be there, and what is there must be promised: anything else does not
 * compile.
 *
 * @example
 * const ownWallet = walletDriver({
 *   id: 'own',
 *   options: z.strictObject({}),
 *   needs: { database: OwnDatabase },
 *   capabilities: ['refund'],
 *   make: ({ database }) => ({ balance, reserve, capture, release, refund }),
 * })
 */
export const walletDriver = <
  S extends z.ZodObject,
  const N extends Needs,
  const C extends WalletCapability = never,
>(definition: {
  /** The name in the configuration: `wallet: { use: own }`. */
  readonly id: string
  readonly options: S
  readonly needs: N
  readonly capabilities?: readonly C[]
  make(
    context: { readonly name: string; readonly options: z.output<S> } & Resolved<N>,
  ): Promised<NoInfer<C>> | Promise<Promised<NoInfer<C>>>
}): Driver<WalletDriver, z.input<S>> =>
  Wallets.driver({
    ...definition,
    // What is promised is a part of what an external wallet has; TypeScript cannot see it of a type parameter.
    make: (context) => definition.make(context) as ExternalWallet | Promise<ExternalWallet>,
  })

/** A driver of wallets as the configuration chooses it. */
export type WalletChoice = Choice<WalletDriver>
