import type { Block, PrintableDocument } from '@parakh/core'
import type { Statement } from '../contract/statements.ts'
import { invoicingErrors } from '../error-codes.ts'
import { type PresentedLine, presentHead, StatementPrinter } from './present-statement.ts'

/** The number of lines that fit into a PDF of 200 pages. */
const MOST_LINES = 4_000
const TITLES = { wallet: 'Wallet statement', commission: 'Commission statement' } as const

/**
 * A statement as a printable document.
 *
 * @param issuedAt The time of printing.
 * @throws `STATEMENT_TOO_LONG` for more than 4,000 lines, and as `Statement.lines`.
 */
export async function printableStatement(statement: Statement, issuedAt: Date): Promise<PrintableDocument> {
  const printer = new StatementPrinter(statement)
  const lines: PresentedLine[] = []
  for await (const line of statement.lines()) {
    if (lines.length >= MOST_LINES)
      throw invoicingErrors.error('STATEMENT_TOO_LONG', { most: MOST_LINES, what: 'a PDF', allowed: 'CSV or JSON' })
    lines.push(printer.print(line))
  }
  const title = TITLES[statement.of]
  return {
    ...{ title, subtitle: `${title} ${statement.month}`, environment: statement.environment, issuedAt },
    blocks: blocksOf(statement, printer.totals, lines),
  }
}

function blocksOf(
  statement: Statement,
  totals: StatementPrinter['totals'],
  lines: readonly PresentedLine[],
): readonly Block[] {
  const head = presentHead(statement)
  const sums = Object.entries(totals).map(([kind, { count, amount }]): [string, string] => [
    `${kind} (${count})`,
    amount,
  ])
  return [
    {
      fields: [
        ['Account', `${head.account_name} (${head.account_id})`],
        ['Month', `${head.month}, ${head.environment}${head.provisional ? ', so far' : ''}`],
        ['Opening balance, INR', head.opening],
        ['Closing balance, INR', head.closing],
        ...sums,
      ],
    },
    { heading: 'Movements' },
    lines.length === 0 ? { note: 'Nothing moved in this month.' } : { table: tableOf(statement, lines) },
  ]
}

const tableOf = ({ of }: Pick<Statement, 'of'>, lines: readonly PresentedLine[]) => ({
  columns: [...(of === 'wallet' ? ['Day'] : []), 'Kind', 'Of', 'Count', 'Amount', 'Balance'],
  rows: lines.map(({ day, kind, endpoint, reference, reason, count, amount, balance }) => {
    const what = endpoint ?? [reference, reason].filter((text) => text !== null && text !== '').join(': ')
    return [...(of === 'wallet' ? [day ?? ''] : []), kind, what, `${count}`, amount, balance]
  }),
})
