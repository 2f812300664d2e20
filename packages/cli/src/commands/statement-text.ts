import * as z from 'zod'
import { drawTable } from '../terminal/table.ts'

const Written = z.object({
  ...{ statement: z.string(), account_id: z.string(), account_name: z.string(), environment: z.string() },
  ...{ month: z.string(), provisional: z.boolean(), opening: z.string(), closing: z.string() },
  lines: z.array(
    z.object({
      ...{ day: z.string().nullable(), kind: z.string(), endpoint: z.string().nullable(), count: z.int() },
      ...{ reference: z.string().nullable(), reason: z.string().nullable(), amount: z.string(), balance: z.string() },
    }),
  ),
})

/** A statement for a person. @param pieces Of its JSON. */
export async function describeStatement(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  const { lines, month, provisional, opening, closing, ...head } = Written.parse(JSON.parse(text))
  const title = `Statement of the ${head.statement} of ${head.account_name} (${head.account_id}), ${head.environment}, ${month}`
  const rows = lines.map(({ day, kind, endpoint, reference, reason, count, amount, balance }) => [
    ...[day ?? '', kind, endpoint ?? [reference, reason].filter((part) => part).join(': ')],
    ...[`${count}`, amount, balance],
  ])
  return [
    `${title}${provisional ? ' so far' : ''}`,
    `Opening balance: ${opening} INR`,
    drawTable(['Day', 'Kind', 'Details', 'Count', 'Amount', 'Balance'], rows),
    `Closing balance: ${closing} INR`,
    '',
  ].join('\n')
}
