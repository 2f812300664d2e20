import { csvLine } from '@parakh/core'
import type { Statement } from '../contract/statements.ts'
import { type PresentedLine, presentHead, StatementPrinter } from './present-statement.ts'

const COLUMNS = ['day', 'at', 'kind', 'endpoint', 'count', 'reference', 'reason', 'amount', 'balance'] as const
const PAGE = 500

/**
 * A statement as one JSON object on one line, piece by piece: `lines`, and `totals` by kind, besides its head.
 *
 * @throws as `Statement.lines`.
 */
export async function* statementAsJson(statement: Statement): AsyncGenerator<string> {
  const printer = new StatementPrinter(statement)
  yield `${JSON.stringify(presentHead(statement)).slice(0, -1)},"lines":[`
  let begun = false
  for await (const page of pagesOf(statement, printer)) {
    yield (begun ? ',' : '') + page.map((line) => JSON.stringify(line)).join(',')
    begun = true
  }
  yield `],"totals":${JSON.stringify(printer.totals)}}\n`
}

/**
 * A statement as CSV, page by page: a row for the opening balance, the lines, a row for the closing balance.
 *
 * @throws as `Statement.lines`.
 */
export async function* statementAsCsv(statement: Statement): AsyncGenerator<string> {
  const { opening, closing } = presentHead(statement)
  const printer = new StatementPrinter(statement)
  yield csvLine(COLUMNS)
  yield rowsOf([{ kind: 'opening', balance: opening }])
  for await (const page of pagesOf(statement, printer)) yield rowsOf(page)
  yield rowsOf([{ kind: 'closing', balance: closing }])
}

const rowsOf = (rows: readonly { readonly [K in (typeof COLUMNS)[number]]?: unknown }[]): string =>
  rows.map((row) => csvLine(COLUMNS.map((column) => row[column]))).join('')

/** Printed lines in pages of this size, without empty pages. */
async function* pagesOf(statement: Statement, printer: StatementPrinter): AsyncGenerator<readonly PresentedLine[]> {
  let page: PresentedLine[] = []
  for await (const line of statement.lines()) {
    page.push(printer.print(line))
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
