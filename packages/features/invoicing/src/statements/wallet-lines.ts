import { type Environment, micro, type StatementLedger, type WalletMovement, type WalletSpan } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { StatementLine } from '../contract/statements.ts'
import { invoicingErrors } from '../error-codes.ts'

/** The line kind of a plan's price. */
export const PLAN_FEE = 'plan fee'
const PAGE = 2_000
/** Frequent kinds of movement, which have one line per endpoint and day. */
const OF_CALLS: ReadonlySet<string> = new Set(['charge', 'refund', 'clearing'])
/** The references of plan fees, which are reserved for the host. */
const OF_A_PLAN = /^plan-[^-]+-\d{4}-\d{2}(-|$)/

/** The wallet span, and whether movements are grouped. */
export interface WalletLinesOptions {
  readonly ledger: Pick<StatementLedger, 'walletMovements'>
  readonly wallet: { readonly accountId: string; readonly environment: Environment }
  readonly span: WalletSpan
  /** True: each movement is a line. */
  readonly everyMovement: boolean
}

/**
 * The lines of a wallet's statement, in the order of its entries. Memory holds one page of entries and one line per endpoint of a day.
 *
 * @throws `STATEMENT_CHANGED` if opening + movements is not closing.
 */
export async function* walletLines(options: WalletLinesOptions): AsyncGenerator<StatementLine> {
  const { span, everyMovement } = options
  let balance: number = span.opening
  let written = 0
  let day = ''
  const lines = new Map<string, StatementLine>()
  for await (const movement of movementsOf(options)) {
    // Entries are in the order of versions, so a time may be slightly before the previous one: keep it on the same day.
    const here = laterDay(day, indianDay(new Date(movement.at)))
    if (here !== day) yield* withBalances(lines, written)
    if (here !== day) written = balance
    day = here
    balance += movement.amount
    if (balance !== movement.balance) throw invoicingErrors.error('STATEMENT_CHANGED', { version: movement.version })
    if (!everyMovement && OF_CALLS.has(movement.kind)) addTo(lines, movement, day)
    else {
      yield* withBalances(lines, written)
      written = balance
      yield lineOf(movement, day)
    }
  }
  yield* withBalances(lines, written)
  if (balance !== span.closing) throw invoicingErrors.error('STATEMENT_CHANGED', { version: span.through })
}

async function* movementsOf({ ledger, wallet, span }: WalletLinesOptions): AsyncGenerator<WalletMovement> {
  for (let after = span.after; after < span.through; ) {
    const page = await ledger.walletMovements(wallet, { after, through: span.through, limit: PAGE })
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.version
  }
}

const laterDay = (one: string, other: string): string => (one > other ? one : other)

const lineOf = (movement: WalletMovement, day: string): StatementLine => {
  const { at, kind, endpoint, reference, reason, amount, balance } = movement
  const said = { kind: kindOf(movement), endpoint: OF_CALLS.has(kind) ? endpoint : null }
  return { day, at, ...said, count: 1, reference, reason, amount, balance }
}

/** The statement's name of a ledger kind. */
function kindOf({ kind, reference }: WalletMovement): string {
  if (kind === 'allotment') return 'transfer'
  if (kind === 'clearing') return 'external wallet'
  return kind === 'adjustment' && OF_A_PLAN.test(reference) ? PLAN_FEE : kind
}

/** Adds a movement of a call to the line of its endpoint. */
function addTo(lines: Map<string, StatementLine>, movement: WalletMovement, day: string): void {
  const { endpoint, amount } = movement
  const kind = kindOf(movement)
  const key = `${kind} ${endpoint ?? ''}`
  const before = lines.get(key)
  const together = { count: (before?.count ?? 0) + 1, amount: micro((before?.amount ?? 0) + amount) }
  // The balance is filled in when the line is emitted.
  lines.set(key, { day, at: null, kind, endpoint, reference: null, reason: null, balance: micro(0), ...together })
}

/** Emits the grouped lines, and clears them. @param before The balance before the first of them. */
function* withBalances(lines: Map<string, StatementLine>, before: number): Generator<StatementLine> {
  let balance = before
  // Refunds first: else the balance between lines could be negative.
  const together = [...lines.values()].sort((one, other) => other.amount - one.amount)
  for (const line of together) {
    balance += line.amount
    yield { ...line, balance: micro(balance) }
  }
  lines.clear()
}
