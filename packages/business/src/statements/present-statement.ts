import { decimal, MICRO_RUPEES_PER_PAISA, type Money, micro, type Statement, type StatementLine } from '@parakh/core'

/** A line as it is printed. Amounts are rupees with two decimals. */
export interface PresentedLine {
  readonly day: string | null
  /** ISO 8601; null where several movements stand together. */
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
/** What came in and went out of one kind. */
export interface PresentedTotal {
  readonly count: number
  readonly amount: string
}

/** Whole paise, as `decimal` of core shows them. */
const paise = (amount: Money): number => Math.floor(amount / MICRO_RUPEES_PER_PAISA)
/** What an amount adds to what was before, in whole paise. */
const step = (before: Money, after: Money): number => paise(after) - paise(before)
const textOf = (wholePaise: number): string => decimal(micro(wholePaise * MICRO_RUPEES_PER_PAISA))

/** What is printed above the lines. */
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
 * Prints lines one after the other and adds them up. Each amount is what the printed balance moves by, so that the printed opening
 * balance and the printed amounts always come to the printed closing balance, to the paisa; no fraction of a paisa is lost or made
 * (decision 0025).
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

  /** What was printed so far, by kind. */
  get totals(): Readonly<Record<string, PresentedTotal>> {
    return Object.fromEntries(
      [...this.#totals].map(([kind, total]) => [kind, { count: total.count, amount: textOf(total.paise) }]),
    )
  }
}
