import type {
  Account,
  Accounts,
  Brands,
  Clock,
  CommissionBook,
  PrintableDocuments,
  Statement,
  StatementLedger,
  StatementRequest,
  Statements,
} from '@parakh/core'
import { brandAbove } from '@parakh/core'
import { type Month, monthOf } from '@parakh/core/formats'
import { invoicingErrors } from '../error-codes.ts'
import { commissionLines } from './commission-lines.ts'
import { printableStatement } from './printable-statement.ts'
import { walletLines } from './wallet-lines.ts'
import { statementAsCsv, statementAsJson } from './write-statement.ts'

/** The options of `createStatements`. */
export interface StatementsParts {
  readonly accounts: Pick<Accounts, 'get' | 'ancestors'>
  readonly brands: Pick<Brands, 'all'> | null
  readonly ledger: StatementLedger
  readonly commission: Pick<CommissionBook, 'month'>
  readonly printableDocuments: PrintableDocuments
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Monthly statements, read from the ledger on request.
 *
 * @example
 * const statements = createStatements({ accounts, brands, ledger: store.statements, commission: store.commission, printableDocuments, clock })
 * const statement = await statements.wallet({ accountId, environment: 'production', month: '2026-11' })
 * for await (const line of statement.lines()) { … }
 */
export function createStatements(parts: StatementsParts): Statements {
  const { accounts, ledger, commission, printableDocuments, clock } = parts
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
      const moved = await commission.month({ accountId, environment, from, until })
      const { opening, closing } = moved
      return { of: 'commission', ...head, opening, closing, lines: () => commissionLines(moved) }
    },
    write: (statement, format) => (format === 'csv' ? statementAsCsv(statement) : statementAsJson(statement)),
    async pdf(statement) {
      const document = await printableStatement(statement, clock.now())
      return await printableDocuments.pdf({ ...document, brand: await brandAbove(parts, statement.accountId) })
    },
  }
}

/** @throws `STATEMENT_MONTH_INVALID` */
export function requireMonth(text: string): Month {
  const month = monthOf(text)
  if (!month) throw invoicingErrors.error('STATEMENT_MONTH_INVALID', { month: text })
  return month
}
