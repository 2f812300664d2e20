import { type Clock, errorFacts, isParakhError, type Logger, type TableAccess, token } from '@parakh/core'
import { monthAt } from '@parakh/core/formats'
import { StatementReady } from '../contract/events.ts'
import type { Invoices } from '../contract/invoices.ts'
import type { Statements } from '../contract/statements.ts'
import type { InvoicingSection } from '../settings.ts'
import { monthlyStatements } from '../tables/monthly-statements.ts'

const PAGE = 200
/** What an account without an invoice for a month has: it is no trouble. */
const NO_INVOICE: readonly string[] = ['BILLING_DETAILS_MISSING', 'INVOICE_NOTHING']

/** What is done for each account once a month is over. */
export interface CloseMonth {
  /** For the month before this one, as the section says: issues invoices, tells of statements. What was done for an account is not done again. */
  run(): Promise<{ readonly accounts: number; readonly invoices: number; readonly statements: number }>
}
/** The end of the month of a host. */
export const CloseMonth = token<CloseMonth>('invoicing.close-month', { broughtBy: '@parakh/invoicing' })

/** What it is made of. */
export interface CloseMonthParts {
  readonly tables: TableAccess
  /** That of the database, so that all processes agree which month is over. */
  readonly clock: Pick<Clock, 'now'>
  readonly invoices: Pick<Invoices, 'issue'>
  readonly statements: Pick<Statements, 'wallet'>
  readonly settings: Pick<InvoicingSection, 'monthly'>
  readonly logger: Logger
}

/** Closes months, account by account: a process that ends leaves the others to the next run. */
export function closeMonth(parts: CloseMonthParts): CloseMonth {
  const { tables, clock, invoices, settings, logger } = parts
  const { invoices: issues, statements: tells } = settings.monthly

  /** @returns What was issued and told. */
  async function closeFor(accountId: string, month: string) {
    const issued = issues ? await issuedFor(accountId, month) : 0
    const moved = tells && (await hasMoved(parts, accountId, month))
    const told = await tables.transaction(function* (tx) {
      if ((yield* tx.run(monthlyStatements.close({ account_id: accountId, month }))) === 0 || !moved) return 0
      yield* tx.event(StatementReady, { accountId, environment: 'production', data: { month } })
      return 1
    })
    return { issued, told }
  }
  async function issuedFor(accountId: string, month: string): Promise<number> {
    try {
      return Number((await invoices.issue({ accountId, month, actor: 'invoicing' })).issued)
    } catch (error) {
      if (isParakhError(error) && NO_INVOICE.includes(error.code)) return 0
      throw error
    }
  }
  async function* openAccounts(month: string, until: number): AsyncIterable<string> {
    for (let after_id = ''; ; ) {
      const rows = await tables.rows(monthlyStatements.open({ month, after_id, until, limit: PAGE }))
      for (const { id } of rows) yield id
      const last = rows.at(-1)
      if (rows.length < PAGE || !last) return
      after_id = last.id
    }
  }
  return {
    async run() {
      const done = { accounts: 0, invoices: 0, statements: 0 }
      if (!issues && !tells) return done
      const until = monthAt(clock.now()).from.getTime()
      const { period: month } = monthAt(new Date(until - 1))
      for await (const account of openAccounts(month, until)) {
        try {
          const { issued, told } = await closeFor(account, month)
          done.accounts += 1
          done.invoices += issued
          done.statements += told
        } catch (error) {
          // The next run tries again, and the others go on.
          logger.warn('invoicing.month_not_closed', { account, month, ...errorFacts(error) })
        }
      }
      return done
    },
  }
}

async function hasMoved({ statements }: CloseMonthParts, accountId: string, month: string): Promise<boolean> {
  const statement = await statements.wallet({ accountId, environment: 'production', month })
  for await (const _ of statement.lines()) return true
  return false
}
