import type { Money } from '../../money.ts'
import type { Environment } from '../../outcome.ts'
import type { CounterName } from '../counters.ts'
import type { CommissionLeg } from '../pricing.ts'
import type { WalletAlert } from '../thresholds.ts'

/** Calls of one key, in buckets of one second, and what they spend. */
export interface KeyWindows {
  /** Calls in flight. */
  readonly inFlight: number
  /** `[second since 1970, calls]`, ascending, by endpoint id; `*` for all. */
  readonly scopes: Readonly<Record<string, readonly (readonly [second: number, count: number])[]>>
  /** What was charged and is held of the calls of one day; absent: nothing yet. `day`: whole days since 1970 in Asia/Kolkata. */
  readonly spent?: { readonly day: number; readonly amount: Money } | undefined
}
/** A key as the transaction sees it. */
export interface KeyState {
  readonly id: string
  readonly status: 'active' | 'revoked'
  readonly version: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null
  readonly accountStatus: 'active' | 'suspended' | 'closed'
  readonly windows: KeyWindows
}
/** A wallet as the transaction sees it, locked. */
export interface WalletState {
  readonly accountId: string
  readonly environment: Environment
  readonly posted: Money
  readonly held: Money
  /** What a reversal could not take: the sum of `receivable:<account>`, with its sign turned. Above zero, nothing is available. */
  readonly owed: Money
  /** Of the last entry; entries of a wallet have no gap. */
  readonly version: number
  readonly requestsDay: string
  readonly requestsToday: number
  readonly requestsTotal: number
  /** Of the last event. */
  readonly eventSequence: number
  /** Absent: no threshold is set. */
  readonly alert?: WalletAlert | undefined
  /** Calls of all keys by the second, as `KeyWindows` has them; absent unless accounts are limited. */
  readonly calls?: KeyWindows['scopes'][string] | undefined
}
/** Where a call stands. `held` and `dispatched` are open holds; `answered` and `none` are kept for replay until `purged`. */
export type CallPhase = 'held' | 'dispatched' | 'answered' | 'none' | 'released' | 'purged'
/** A share of a charge as it stands with its call. */
export interface CallLeg extends CommissionLeg {
  /** Its commission went back with a payment that was charged back: a refund of the call takes nothing of it again. */
  readonly clawedBack?: true
}
/** A call as the transaction sees it. */
export interface CallState {
  readonly reference: string
  readonly accountId: string
  readonly environment: Environment
  readonly keyId: string
  readonly endpoint: string
  readonly requestId: string
  /** Null once the request id is free again. */
  readonly claim: string | null
  readonly fingerprint: string
  readonly phase: CallPhase
  /** Rises whenever the owner of the hold changes: the fence. */
  readonly epoch: number
  readonly owner: string
  /** What was or is held. */
  readonly price: Money
  readonly priceVersion: string
  readonly legs: readonly CallLeg[]
  readonly charged: Money
  readonly refunded: Money
  /** Milliseconds since 1970. */
  readonly leaseUntil: number
  readonly at: number
  readonly settledAt: number | null
  /** Of the stored response. */
  readonly status: number | null
  /** Where an asynchronous call stands. */
  readonly asyncState: 'pending' | 'completed' | 'failed' | null
  /** The write that was marked, and to whom it went. */
  readonly operation: string | null
  readonly provider: string | null
  /** The counter of the plan's unit that pays for it, as `counterText` writes it; null: money pays, or the unit was returned. */
  readonly pool: string | null
  /** What no other call of the account and environment may have: of `AdmitOperation.uniqueKey`; null: nothing, or free again. */
  readonly uniqueKey: string | null
}
/** Whether a call's price is still set aside. */
export const isOpenCall = ({ phase }: Pick<CallState, 'phase'>): boolean => phase === 'held' || phase === 'dispatched'

/** All that the operations of a batch touch, read under the locks. Keys of the maps come from the functions beside. */
export interface BatchState {
  readonly keys: ReadonlyMap<string, KeyState>
  readonly wallets: ReadonlyMap<string, WalletState>
  /** Calls that hold a claim or a unique key, by `claimKey`. */
  readonly claims: ReadonlyMap<string, CallState>
  /** By reference: calls that are settled, dispatched, expired, refunded, or whose async result came. */
  readonly calls: ReadonlyMap<string, CallState>
  /** Versions by `recordKey`: of records that exist. */
  readonly records: ReadonlyMap<string, number>
  /** Amounts by `creditKey`: of references that were used. */
  readonly credits: ReadonlyMap<string, Money>
  /** Values by `counterKey`: of the pools that are asked. */
  readonly counters: ReadonlyMap<string, number>
}
/** The key of a wallet in `BatchState.wallets`. */
export const walletKey = (of: { accountId: string; environment: Environment }): string =>
  `${of.accountId}/${of.environment}`
/** The key of a claim or a unique key in `BatchState.claims`. A unique key has a `/`, which no claim has. */
export const claimKey = (of: { accountId: string; environment: Environment }, claim: string): string =>
  `${walletKey(of)}/${claim}`
/** The key of a record in `BatchState.records`. */
export const recordKey = (
  of: { accountId: string; environment: Environment },
  record: { collection: string; id: string },
): string => `${walletKey(of)}/${record.collection}/${record.id}`
/** The key of a credit in `BatchState.credits`. */
export const creditKey = (of: { accountId: string; environment: Environment }, reference: string): string =>
  `${walletKey(of)}/${reference}`
/** A counter in one text, which `counterOf` reads again. */
export const counterText = ({ name, period }: CounterName): string => `${period} ${name}`
/** What `counterText` wrote. */
export function counterOf(text: string): CounterName {
  const space = text.indexOf(' ')
  return { period: text.slice(0, space), name: text.slice(space + 1) }
}
/** The key of a counter in `BatchState.counters`. */
export const counterKey = (of: { accountId: string; environment: Environment }, counter: CounterName): string =>
  `${walletKey(of)}/${counterText(counter)}`
