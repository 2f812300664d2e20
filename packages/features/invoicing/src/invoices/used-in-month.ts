import { type Money, micro } from '@parakh/core'
import type { InvoiceLine } from '../contract/invoices.ts'
import type { Statement } from '../contract/statements.ts'
import { PLAN_FEE } from '../statements/wallet-lines.ts'

/** The usage of one service. */
export type UsedAmount = Pick<InvoiceLine, 'description' | 'quantity'> & { readonly amount: Money }

/** The sales of a month: charges less refunds, by endpoint, and plan fees. Funding, allotments and adjustments are not sales. */
export async function usedInMonth(statement: Pick<Statement, 'lines'>): Promise<readonly UsedAmount[]> {
  const used = new Map<string, { quantity: number; amount: number }>()
  const add = (description: string, quantity: number, amount: number): void => {
    const before = used.get(description) ?? { quantity: 0, amount: 0 }
    used.set(description, { quantity: before.quantity + quantity, amount: before.amount + amount })
  }
  for await (const { kind, endpoint, count, amount } of statement.lines()) {
    if (kind === 'charge') add(endpoint ?? 'API calls', count, -amount)
    else if (kind === 'refund') add(endpoint ?? 'API calls', -count, -amount)
    else if (kind === PLAN_FEE) add('Plan', amount < 0 ? 1 : -1, -amount)
  }
  return [...used]
    .map(([description, { quantity, amount }]) => ({ description, quantity, amount: micro(amount) }))
    .filter(({ quantity, amount }) => quantity !== 0 || amount !== 0)
    .sort((one, other) => (one.description < other.description ? -1 : 1))
}
