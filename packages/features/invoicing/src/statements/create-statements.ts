import type { Account, Accounts, Clock, CommissionLedger, StatementLedger } from '@parakh/core'
import { type Month, monthOf } from '@parakh/core/formats'
import type { Statement, StatementRequest, Statements } from '../contract/statements.ts'
import { invoicingErrors } from '../error-codes.ts'
import { commissionLines } from './commission-lines.ts'
import { drawPdf, type PrintingParts } from './draw-pdf.ts'
import { printableStatement } from './printable-statement.ts'
import { walletLines } from './wallet-lines.ts'
import { statementAsCsv, statementAsJson } from './write-statement.ts'

/** The options of `createStatements`. */
export interface StatementsParts extends PrintingParts {
  readonly accounts: Pick<Accounts, 'get' | 'ancestors'>
  readonly ledger: StatementLedger
  readonly commission: Pick<CommissionLedger, 'month'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Monthly statements, read from the ledger on request.
 *
 * @example
 * const statements = createStatements({ accounts, brands, ledger, commission, printableDocuments, clock })
 * const statement = await statements.wallet({ accountId, environment: 'production', month: '2026-11' })
 * for await (const line of statement.lines()) { … }
 */
export function createStatements(parts: StatementsParts): Statements {
  const { accounts, ledger, clock } = parts
  const headOf = (request: StatementRequest, { from, until }: Month, account: Account | null) => ({
    accountId: request.accountId,
    accountName: account?.name ?? '',
    environment: request.environment,
    month: request.month,
    from: from.getTime(),
    until: until.getTime(),
    provisional: clock.now() < until,
  })
  return {
    async wallet(request): Promise<Statement> {
      const { accountId, environment, month, everyMovement = false } = request
      const head = headOf(request, requireMonth(month), await accounts.get(accountId))
      const { from, until } = head
      const span = await ledger.walletSpan({ accountId, environment, from, until })
      const { opening, closing } = span
      const lines = () => walletLines({ ledger, wallet: { accountId, environment }, span, everyMovement })
      return { of: 'wallet', ...head, opening, closing, lines }
    },
    async commission(request): Promise<Statement> {
      const { accountId, environment, month } = request
      const head = headOf(request, requireMonth(month), await accounts.get(accountId))
      const { from, until } = head
      const moved = await parts.commission.month({ accountId, environment, from, until })
      const { opening, closing } = moved
      return { of: 'commission', ...head, opening, closing, lines: () => commissionLines(moved) }
    },
    write: (statement, format) => (format === 'csv' ? statementAsCsv(statement) : statementAsJson(statement)),
    pdf: (statement) => drawPdf(parts, statement.accountId, () => printableStatement(statement, clock.now())),
  }
}

/** @throws `STATEMENT_MONTH_INVALID` */
export function requireMonth(text: string): Month {
  const month = monthOf(text)
  if (!month) throw invoicingErrors.error('STATEMENT_MONTH_INVALID', { month: text })
  return month
}
