import { type Money, type MonthlyCommission, micro } from '@parakh/core'
import type { StatementLine } from '../contract/statements.ts'
import { invoicingErrors } from '../error-codes.ts'

type Movement = Pick<StatementLine, 'kind' | 'endpoint' | 'count' | 'amount'>

/**
 * The lines of a commission statement: earned per endpoint, reversed, and converted.
 *
 * @throws `STATEMENT_CHANGED` if opening + lines is not closing.
 */
export async function* commissionLines(moved: MonthlyCommission): AsyncGenerator<StatementLine> {
  let balance: Money = moved.opening
  for (const movement of movementsOf(moved)) {
    balance = micro(balance + movement.amount)
    yield { day: null, at: null, reference: null, reason: null, balance, ...movement }
  }
  if (balance !== moved.closing) throw invoicingErrors.error('STATEMENT_CHANGED', { version: 'last' })
}

function movementsOf({ lines, earned, reversed, converted }: MonthlyCommission): readonly Movement[] {
  const rest = (kind: string, amount: number): Movement => ({ kind, endpoint: null, count: 1, amount: micro(amount) })
  const sum = (of: (line: MonthlyCommission['lines'][number]) => number): number =>
    lines.reduce((total, line) => total + of(line), 0)
  return [
    ...lines.map(({ endpoint, calls, earned: amount }) => ({ kind: 'earned', endpoint, count: calls, amount })),
    // The rest belongs to no endpoint, such as clawbacks.
    rest('earned', earned - sum((line) => line.earned)),
    ...lines.map(({ endpoint, refunds, reversed: amount }) => {
      return { kind: 'reversed', endpoint, count: refunds, amount: micro(-amount) }
    }),
    rest('reversed', sum((line) => line.reversed) - reversed),
    rest('converted', -converted),
  ].filter(({ amount }) => amount !== 0)
}
