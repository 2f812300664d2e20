import type { Drawing } from '@parakh/core'
import { EnvironmentField, Moment, MomentOrNone, Rupees } from '@parakh/core/fields'
import * as z from 'zod'

/** A statement in a response. */
export const StatementView = z.object({
  statement: z.enum(['wallet', 'commission']),
  account_id: z.string(),
  account_name: z.string(),
  environment: EnvironmentField,
  month: z.string(),
  from: Moment,
  until: Moment.describe('Excluded'),
  provisional: z.boolean().describe('True: the month is not over'),
  currency: z.literal('INR'),
  opening: Rupees,
  closing: Rupees,
  opening_micro_rupees: z.int(),
  closing_micro_rupees: z.int(),
  lines: z.array(
    z.object({
      day: z.string().nullable().describe('In Asia/Kolkata'),
      at: MomentOrNone.describe('Null: several movements of a day'),
      kind: z.string(),
      endpoint: z.string().nullable(),
      count: z.int(),
      reference: z.string().nullable(),
      reason: z.string().nullable(),
      amount: Rupees.describe(
        'Into the account above zero. The opening balance and all amounts come to the closing one',
      ),
      balance: Rupees,
      amount_micro_rupees: z.int().describe('Exact'),
    }),
  ),
  totals: z.record(z.string(), z.object({ count: z.int(), amount: Rupees })),
})

/** A statement for a person. */
export function statementText(
  { lines, month, provisional, opening, closing, ...head }: z.output<typeof StatementView>,
  { draw }: { readonly draw: Drawing },
): string {
  const title = `Statement of the ${head.statement} of ${head.account_name} (${head.account_id}), ${head.environment}, ${month}`
  const rows = lines.map(({ day, kind, endpoint, reference, reason, count, amount, balance }) => [
    ...[day ?? '', kind, endpoint ?? [reference, reason].filter((part) => part).join(': ')],
    ...[`${count}`, amount, balance],
  ])
  return [
    `${title}${provisional ? ' so far' : ''}`,
    `Opening balance: ${opening} INR`,
    draw.table(['Day', 'Kind', 'Details', 'Count', 'Amount', 'Balance'], rows),
    `Closing balance: ${closing} INR`,
    '',
  ].join('\n')
}
