import { decimal, MICRO_RUPEES_PER_PAISA, type Money, micro } from '@parakh/core'
import type { Statement, StatementLine } from '../contract/statements.ts'

/** A printed line. Amounts are rupees with two decimals. */
export interface PresentedLine {
  readonly day: string | null
  /** ISO 8601; null: several movements. */
  readonly at: string | null
  readonly kind: string
  readonly endpoint: string | null
  readonly count: number
  readonly reference: string | null
  readonly reason: string | null
  readonly amount: string
  readonly balance: string
  /** Exact. */
  readonly amount_micro_rupees: number
}
/** The sums of one kind. */
export interface PresentedTotal {
  readonly count: number
  readonly amount: string
}

/** Floored to whole paise, as core's `decimal` prints them. */
const paise = (amount: Money): number => Math.floor(amount / MICRO_RUPEES_PER_PAISA)
/** The printed change of the balance, in whole paise. */
const step = (before: Money, after: Money): number => paise(after) - paise(before)
const textOf = (wholePaise: number): string => decimal(micro(wholePaise * MICRO_RUPEES_PER_PAISA))

/** The header of a printed statement. */
export const presentHead = (statement: Statement) => ({
  statement: statement.of,
  account_id: statement.accountId,
  account_name: statement.accountName,
  environment: statement.environment,
  month: statement.month,
  from: new Date(statement.from).toISOString(),
  until: new Date(statement.until).toISOString(),
  provisional: statement.provisional,
  currency: 'INR',
  opening: decimal(statement.opening),
  closing: decimal(statement.closing),
  opening_micro_rupees: statement.opening,
  closing_micro_rupees: statement.closing,
})

/**
 * Prints lines in order and adds them up. Each printed amount is the difference of two printed balances, so that opening balance +
 * printed amounts = closing balance, to the paisa (decision 0025).
 */
export class StatementPrinter {
  readonly #totals = new Map<string, { count: number; paise: number }>()
  #balance: Money

  constructor(statement: Pick<Statement, 'opening'>) {
    this.#balance = statement.opening
  }

  print(line: StatementLine): PresentedLine {
    const { day, at, kind, endpoint, count, reference, reason, amount, balance } = line
    const moved = step(this.#balance, balance)
    this.#balance = balance
    const total = this.#totals.get(kind) ?? { count: 0, paise: 0 }
    this.#totals.set(kind, { count: total.count + count, paise: total.paise + moved })
    return {
      ...{ day, at: at === null ? null : new Date(at).toISOString(), kind, endpoint, count, reference, reason },
      ...{ amount: textOf(moved), balance: decimal(balance), amount_micro_rupees: amount },
    }
  }

  /** The printed sums so far, by kind. */
  get totals(): Readonly<Record<string, PresentedTotal>> {
    return Object.fromEntries(
      [...this.#totals].map(([kind, total]) => [kind, { count: total.count, amount: textOf(total.paise) }]),
    )
  }
}
