import type { Money } from '../../money.ts'
import type { Environment } from '../../outcome.ts'
import type { CounterName } from '../counters.ts'
import type { CommissionLeg } from '../pricing.ts'
import type { WalletAlert } from '../thresholds.ts'

/** The rate windows and the spend of one key, in buckets of one second. */
export interface KeyWindows {
  /** Calls in flight. */
  readonly inFlight: number
  /** `[second since 1970, calls]`, ascending, by endpoint id; `*` for all. */
  readonly scopes: Readonly<Record<string, readonly (readonly [second: number, count: number])[]>>
  /** What the key's calls of one day were charged or hold; absent: nothing yet. `day`: whole days since 1970 in Asia/Kolkata. */
  readonly spent?: { readonly day: number; readonly amount: Money } | undefined
}
/** A key as the transaction reads it. */
export interface KeyState {
  readonly id: string
  readonly status: 'active' | 'revoked'
  readonly version: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null
  readonly accountStatus: 'active' | 'suspended' | 'closed'
  readonly windows: KeyWindows
}
/** A wallet as the transaction reads it, locked. */
export interface WalletState {
  readonly accountId: string
  readonly environment: Environment
  readonly posted: Money
  readonly held: Money
  /** What a reversal could not take: the negated sum of `receivable:<account>`. Above zero, nothing is available. */
  readonly owed: Money
  /** The version of the last entry; the versions of a wallet's entries have no gap. */
  readonly version: number
  readonly requestsDay: string
  readonly requestsToday: number
  readonly requestsTotal: number
  /** The sequence of the last event. */
  readonly eventSequence: number
  /** Absent: no threshold is set. */
  readonly alert?: WalletAlert | undefined
  /** Calls of all keys by the second, like `KeyWindows`; absent unless accounts are limited. */
  readonly calls?: KeyWindows['scopes'][string] | undefined
}
/**
 * The states of a call. `held` and `dispatched` have open holds; `accepted` is answered, and its hold waits for the async result;
 * `accepted`, `answered` and `none` are kept for replay, the last two until `purged`.
 */
export type CallPhase = 'held' | 'dispatched' | 'accepted' | 'answered' | 'none' | 'released' | 'purged'
/** A commission share of a charge, stored with its call. */
export interface CallLeg extends CommissionLeg {
  /** Its commission was clawed back after a chargeback: a refund of the call does not reverse it again. */
  readonly clawedBack?: true
}
/** A call as the transaction reads it. */
export interface CallState {
  readonly reference: string
  readonly accountId: string
  readonly environment: Environment
  readonly keyId: string
  readonly endpoint: string
  readonly requestId: string
  /** Null: the request id is free again. */
  readonly claim: string | null
  readonly fingerprint: string
  readonly phase: CallPhase
  /** The fencing token: it rises whenever the owner of the hold changes. */
  readonly epoch: number
  readonly owner: string
  /** The amount of the hold, open or ended. */
  readonly price: Money
  readonly priceVersion: string
  readonly legs: readonly CallLeg[]
  readonly charged: Money
  readonly refunded: Money
  /** When the lease ends; of an `accepted` call, how long its hold waits. Milliseconds since 1970. */
  readonly leaseUntil: number
  readonly at: number
  /** When it was answered or released. */
  readonly settledAt: number | null
  /** The HTTP status of the stored response. */
  readonly status: number | null
  /** The state of an asynchronous call. */
  readonly asyncState: 'pending' | 'completed' | 'failed' | null
  /** The marked write, and its provider. */
  readonly operation: string | null
  readonly provider: string | null
  /** The counter of the plan unit that pays for it, as `counterText` writes it; null: money pays, or the unit was returned. */
  readonly pool: string | null
  /** Its unique key (`AdmitOperation.uniqueKey`); null: none, or freed. */
  readonly uniqueKey: string | null
}
/** Whether a call is not answered yet. */
export const isOpenCall = ({ phase }: Pick<CallState, 'phase'>): boolean => phase === 'held' || phase === 'dispatched'
/** Whether a call has an open hold: it is not answered yet, or charged on completion. */
export const hasHold = (call: Pick<CallState, 'phase'>): boolean => isOpenCall(call) || call.phase === 'accepted'

/** The state that a batch's operations need, read under the locks. The functions below make the keys of the maps. */
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
  /** Absent: the ledger keeps the money of all wallets. */
  readonly external?: ExternalWalletFacts | undefined
}
/** What `decide` knows of the external wallet that keeps production money. */
export interface ExternalWalletFacts {
  /** Whether money can be put into it. */
  readonly credits: boolean
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
/** A counter as text; `counterOf` is the inverse. */
export const counterText = ({ name, period }: CounterName): string => `${period} ${name}`
/** Parses the output of `counterText`. */
export function counterOf(text: string): CounterName {
  const space = text.indexOf(' ')
  return { period: text.slice(0, space), name: text.slice(space + 1) }
}
/** The key of a counter in `BatchState.counters`. */
export const counterKey = (of: { accountId: string; environment: Environment }, counter: CounterName): string =>
  `${walletKey(of)}/${counterText(counter)}`
