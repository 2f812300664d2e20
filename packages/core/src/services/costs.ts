import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** How an attempt at a live provider ended; `unsent`: no byte left, so that it cannot have cost anything. */
export const ATTEMPT_OUTCOMES = ['answer', 'none', 'failed', 'unsent'] as const
/** One attempt at a live provider: retries and failovers are attempts of their own. */
export interface ProviderAttempt {
  readonly reference: string
  readonly accountId: string
  readonly environment: Environment
  readonly endpoint: string
  /** The plugin's id. */
  readonly plugin: string
  /** `pan/http#0`. */
  readonly provider: string
  readonly operation: string
  readonly outcome: (typeof ATTEMPT_OUTCOMES)[number]
  /** Milliseconds since 1970, when it ended. */
  readonly at: number
}
/** Where attempts are told, beside calls. A server without one books none. */
export interface AttemptLog {
  /** Never waits and never throws. */
  record(attempt: ProviderAttempt): void
}
/** The attempts of a server. */
export const AttemptLog = token<AttemptLog>('core.attempt-log')

/** An attempt with what it cost us, as it is kept. */
export interface BookedAttempt extends Omit<ProviderAttempt, 'plugin'> {
  readonly cost: Money
}
/** What one operation of a plugin costs us, from a time on. */
export interface OperationCost {
  readonly id: string
  /** The plugin's id. */
  readonly plugin: string
  /** `NAME.status` is the question what became of a write. */
  readonly operation: string
  /** Whole paise. */
  readonly cost: Money
  readonly validFrom: Date
  readonly createdAt: Date
  /** Who set it. */
  readonly actor: string
}
/** A cost that is to be set. */
export type NewOperationCost = Omit<OperationCost, 'id' | 'createdAt'>

/** A cost, and where it stands in time. */
export interface ListedCost extends Pick<OperationCost, 'plugin' | 'operation' | 'cost'> {
  /** Null: of the configuration, which holds where and until nothing else is set. */
  readonly set: Pick<OperationCost, 'id' | 'validFrom' | 'actor'> | null
  /** `planned` from a later time on; `past`: another one stands in its place. */
  readonly status: 'in force' | 'planned' | 'past'
}

/** A time. */
export interface CostPeriod {
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
}
/** What providers were asked for one endpoint, and what its calls brought. */
export interface EndpointMargin {
  readonly endpoint: string
  /** Attempts that may have cost something. */
  readonly attempts: number
  readonly cost: Money
  /** Charged calls among those that asked. */
  readonly calls: number
  /** What callers paid, less what was returned. */
  readonly revenue: Money
  /** What resellers were paid of it. */
  readonly commission: Money
}
/** What was booked of one call at one provider. */
export interface BookedCost {
  readonly reference: string
  readonly attempts: number
  readonly cost: Money
}
/** What attempts cost, as a store keeps it. */
export interface CostBook {
  /** Adds a cost, with its audit entry in the same commit: what was booked before keeps its own. */
  setCost(cost: NewOperationCost): Promise<OperationCost>
  /** Every cost that was ever set, in the order of writing. */
  costs(): Promise<readonly OperationCost[]>
  append(attempts: readonly BookedAttempt[]): Promise<void>
  /**
   * By endpoint: attempts of that time at providers whose cost is known, in production, and the calls of that time that asked them. A call
   * that is still asked after a month later brings its revenue once, in its own time.
   */
  margins(period: CostPeriod): Promise<readonly EndpointMargin[]>
  /**
   * What was booked of a provider, by the reference of the call, in their order.
   *
   * @param query `provider`: a plugin's id for all of its providers, or one of them such as `pan/http#0`. `after`: the last reference of
   *   the page before.
   */
  booked(query: CostPeriod & { readonly provider: string; readonly after: string }): Promise<readonly BookedCost[]>
  /** Drops attempts older than a time. @param before Milliseconds since 1970. @returns How many. */
  purge(before: number): Promise<number>
}

/** The margin of an endpoint. */
export interface Margin extends EndpointMargin {
  /** Revenue less commission and cost; may be below zero. */
  readonly margin: Money
}
/** Something in a provider's invoice, or missing from it, that does not fit what was booked. */
export interface CostSuspense {
  /**
   * `unknown`: the invoice has a call that never asked this provider in that time. `amount`: it has another amount. `repeated`: it has
   * more lines than there were attempts. `missing`: we booked a call that the invoice has not.
   */
  readonly kind: 'unknown' | 'amount' | 'repeated' | 'missing'
  readonly reference: string
  readonly invoiced: Money
  readonly booked: Money
  readonly lines: number
  readonly attempts: number
}
/** An invoice compared with what was booked. */
export interface Reconciliation {
  readonly provider: string
  readonly lines: number
  readonly invoiced: Money
  readonly booked: Money
  /** Calls whose amount and count are those of the invoice. */
  readonly matched: number
  /** In the order of their references. */
  readonly suspense: readonly CostSuspense[]
}
/** An invoice to be compared with what was booked. */
export interface ProviderInvoice extends CostPeriod {
  readonly provider: string
  /** CSV with a header line, one line for each attempt or call. */
  readonly csv: string
  /** The column with our reference of the call; `reference` unless given. */
  readonly referenceColumn?: string
  /** The column with rupees, at most two decimals; `amount` unless given. */
  readonly amountColumn?: string
}
/** What providers cost us, and what is left of what callers pay. */
export interface Costs {
  /**
   * Sets what an operation costs from a time on, over the configuration; without `validFrom` from now. Prices that do not pay it any more
   * stay: it is what the provider asks.
   *
   * @throws `COST_OPERATION_UNKNOWN`, `COST_IN_THE_PAST`, `INVALID_AMOUNT`
   */
  set(cost: Omit<NewOperationCost, 'validFrom'> & { readonly validFrom?: Date }): Promise<OperationCost>
  /** Costs in force and planned; `past` ones too where asked for. By plugin, operation and time. */
  list(query?: { readonly past?: boolean }): Promise<readonly ListedCost[]>
  /** By endpoint, the highest revenue first. @param month `YYYY-MM` in Asia/Kolkata. @throws `COST_MONTH_INVALID` */
  margins(month: string): Promise<readonly Margin[]>
  /** @throws `COST_INVOICE_INVALID` with the line */
  reconcile(invoice: ProviderInvoice): Promise<Reconciliation>
  /** The same of a month. @throws `COST_MONTH_INVALID`, `COST_INVOICE_INVALID` */
  reconcileMonth(month: string, invoice: Omit<ProviderInvoice, keyof CostPeriod>): Promise<Reconciliation>
}
/** The costs of a server. */
export const Costs = token<Costs>('core.costs')
