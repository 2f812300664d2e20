import { type Money, type Price, token } from '@parakh/core'

/** The cost of one operation of a plugin, from a time on. */
export interface OperationCost {
  readonly id: string
  /** The plugin's id. */
  readonly plugin: string
  /** `NAME.status` is the status query of a write. */
  readonly operation: string
  /** The name of the source that it holds for; null: for all that have no cost of their own. */
  readonly source: string | null
  /** Whole paise. */
  readonly cost: Price
  readonly validFrom: Date
  readonly createdAt: Date
  /** Who set it. */
  readonly actor: string
}
/** A change of a cost. */
export type NewOperationCost = Omit<OperationCost, 'id' | 'createdAt'>

/** What may have a cost. */
export interface CostlyPlugin {
  /** `NAME.status` is the status query of a write. */
  readonly operations: readonly string[]
  /** The names of its sources; those without one have no cost of their own. */
  readonly sources: readonly string[]
}
/** A cost with its status. */
export interface ListedCost extends Pick<OperationCost, 'plugin' | 'operation' | 'source' | 'cost'> {
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
/** The margin of one endpoint: its provider attempts and its revenue. */
export interface Margin {
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
  /** Revenue less commission and cost; may be below zero. */
  readonly margin: Money
}
/** The attempts of one endpoint at one provider. */
export interface ProviderCost {
  /** A source such as `pan/acme`; without a name by its place, `pan/http#0`. */
  readonly provider: string
  readonly endpoint: string
  /** Attempts that may have cost something. */
  readonly attempts: number
  /** Those among them that answered, with data or a definite no. */
  readonly answers: number
  readonly cost: Money
}
/** The margins of a month, and what its providers cost. */
export interface Margins {
  readonly endpoints: readonly Margin[]
  /** The highest cost first. Their sum is the cost of the endpoints. */
  readonly providers: readonly ProviderCost[]
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
  /** A plugin's id for all of its sources, or one of them such as `pan/acme`. */
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
   * Sets an operation's cost from a time on (default: now), at one source or at all that have no cost of their own; it takes precedence over
   * the configuration. Prices that no longer cover it stay, because the provider sets the cost.
   *
   * @throws `COST_OPERATION_UNKNOWN`, `COST_IN_THE_PAST`, `INVALID_AMOUNT`
   */
  set(
    cost: Omit<NewOperationCost, 'validFrom' | 'source'> & { readonly source?: string; readonly validFrom?: Date },
  ): Promise<OperationCost>
  /** Costs in force and planned; `past` ones too where asked for. By plugin, operation and time. */
  list(query?: { readonly past?: boolean }): Promise<readonly ListedCost[]>
  /** What may have a cost, by plugin. */
  operations(): ReadonlyMap<string, CostlyPlugin>
  /**
   * By endpoint, the highest revenue first, and by provider: production attempts of the month at providers with a known cost, and the calls of the month that made
   * them. A call whose attempts go on in a later month counts its revenue once, in its own month.
   *
   * @param month `YYYY-MM` in Asia/Kolkata.
   * @throws `COST_MONTH_INVALID`
   */
  margins(month: string): Promise<Margins>
  /** @throws `COST_INVOICE_INVALID` with the line */
  reconcile(invoice: ProviderInvoice): Promise<Reconciliation>
  /** The same of a month. @throws `COST_MONTH_INVALID`, `COST_INVOICE_INVALID` */
  reconcileMonth(month: string, invoice: Omit<ProviderInvoice, keyof CostPeriod>): Promise<Reconciliation>
}
/** The costs of a server. */
export const Costs = token<Costs>('resale.costs', { broughtBy: '@parakh/resale' })
