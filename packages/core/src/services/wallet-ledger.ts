import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { LedgerEntry } from './billing/decision.ts'
import type { WalletMovement } from './statement-ledger.ts'

interface WalletOwner {
  readonly accountId: string
  readonly environment: Environment
}
/** An entry of a wallet. */
export interface WalletEntry extends WalletMovement {
  /** The reference of the call that it is of; null: it is of no call. */
  readonly call: string | null
}
/** Which entries of a wallet are asked. */
export interface WalletEntryQuery {
  /** The largest number of entries, 1 to 1,000. */
  readonly limit: number
  /** Entries below this version: where the page before ended. */
  readonly before?: number
  /** Milliseconds since 1970, included. */
  readonly from?: number
  /** Milliseconds since 1970, excluded. */
  readonly until?: number
  readonly kind?: LedgerEntry['kind']
  /** The reference of a credit or an adjustment, the request id of a call, or the reference of a call. */
  readonly reference?: string
  /** This entry alone. */
  readonly version?: number
}
/** A page of entries. It may have fewer than requested, or none, although another page follows. */
export interface WalletEntryPage {
  readonly entries: readonly WalletEntry[]
  /** `before` of the next page; null: the last page. */
  readonly next: number | null
}
/** A call whose entries are asked. */
export interface ChargedCall extends WalletOwner {
  /** Of the call. */
  readonly reference: string
  /** When it was charged, in milliseconds since 1970, as its usage row or its call has it; null: it was not. */
  readonly chargedAt: number | null
}
/** The entries of one wallet, which are numbered by version without a gap. Archived periods (decision 0012) are not in it. */
export interface WalletLedger {
  /** A page of entries, newest first. It reads a bounded number of entries: a selective filter needs several pages. */
  page(wallet: WalletOwner, query: WalletEntryQuery): Promise<WalletEntryPage>
  /** The charge of a call and what came back of it, in the order of their versions, by indexes alone. */
  ofCall(call: ChargedCall): Promise<readonly WalletEntry[]>
}
/** The entries of the wallets of a server. */
export const WalletLedger = token<WalletLedger>('core.wallet-ledger')
