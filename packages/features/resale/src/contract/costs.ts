import type { Money, Price } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** How an attempt at a live provider ended; `unsent`: no byte was sent, so it cannot have cost anything. */
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
/** Receives the attempts of calls. A server without it books none. */
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
/** The cost of one operation of a plugin, from a time on. */
export interface OperationCost {
  readonly id: string
  /** The plugin's id. */
  readonly plugin: string
  /** `NAME.status` is the status query of a write. */
  readonly operation: string
  /** Whole paise. */
  readonly cost: Price
  readonly validFrom: Date
  readonly createdAt: Date
  /** Who set it. */
  readonly actor: string
}
/** A change of a cost. */
export type NewOperationCost = Omit<OperationCost, 'id' | 'createdAt'>

/** A cost with its status. */
export interface ListedCost extends Pick<OperationCost, 'plugin' | 'operation' | 'cost'> {
  /** Null: from the configuration, in force unless and until a cost is set. */
  readonly set: Pick<OperationCost, 'id' | 'validFrom' | 'actor'> | null
  /** `planned`: it starts later; `past`: another one has replaced it. */
  readonly status: 'in force' | 'planned' | 'past'
}

/** A time. */
export interface CostPeriod {
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
}
/** The provider attempts and the revenue of one endpoint. */
export interface EndpointMargin {
  readonly endpoint: string
  /** Attempts that may have cost something. */
  readonly attempts: number
  readonly cost: Money
  /** Charged calls among those that asked a provider. */
  readonly calls: number
  /** What callers paid, less refunds. */
  readonly revenue: Money
  /** The commission of resellers. */
  readonly commission: Money
}
/** The booked costs of one call at one provider. */
export interface BookedCost {
  readonly reference: string
  readonly attempts: number
  readonly cost: Money
}
/** The costs of attempts, as a store keeps them. */
export interface CostBook {
  /** Adds a cost, with its audit entry in the same commit. Attempts that are booked already keep their cost. */
  setCost(cost: NewOperationCost): Promise<OperationCost>
  /** Every cost that was ever set, in the order of writing. */
  costs(): Promise<readonly OperationCost[]>
  append(attempts: readonly BookedAttempt[]): Promise<void>
  /**
   * By endpoint: production attempts of the time span at providers with a known cost, and the calls of the time span that made them. A
   * call whose attempts go on in a later month counts its revenue once, in its own month.
   */
  margins(period: CostPeriod): Promise<readonly EndpointMargin[]>
  /**
   * The booked costs of a provider, ordered by the call's reference.
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
/** A difference between a provider's invoice and the booked costs. */
export interface CostSuspense {
  /**
   * `unknown`: an invoiced call made no attempt at this provider in that time. `amount`: the amounts differ. `repeated`: the invoice
   * has more lines than there were attempts. `missing`: a booked call is not invoiced.
   */
  readonly kind: 'unknown' | 'amount' | 'repeated' | 'missing'
  readonly reference: string
  readonly invoiced: Money
  readonly booked: Money
  readonly lines: number
  readonly attempts: number
}
/** The comparison of an invoice with the booked costs. */
export interface Reconciliation {
  readonly provider: string
  readonly lines: number
  readonly invoiced: Money
  readonly booked: Money
  /** Calls whose amount and count match the invoice. */
  readonly matched: number
  /** In the order of their references. */
  readonly suspense: readonly CostSuspense[]
}
/** An invoice to be reconciled. */
export interface ProviderInvoice extends CostPeriod {
  readonly provider: string
  /** CSV with a header line, one line for each attempt or call. */
  readonly csv: string
  /** The column with our reference of the call; `reference` unless given. */
  readonly referenceColumn?: string
  /** The column with rupees, at most two decimals; `amount` unless given. */
  readonly amountColumn?: string
}
/** Provider costs, margins and the reconciliation of provider invoices. */
export interface Costs {
  /**
   * Sets an operation's cost from a time on (default: now); it takes precedence over the configuration. Prices that no longer cover it
   * stay, because the provider sets the cost.
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
export const Costs = token<Costs>('core.costs', { broughtBy: '@parakh/resale' })
