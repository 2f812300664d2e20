import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { decimal, Invoices, type Money } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { parseCount } from '../arguments/count.ts'
import { parseMonth } from '../arguments/month.ts'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import { describeInvoice, presentInvoice } from './invoice-text.ts'

const MOST_ROWS = 1_000
const USUAL_ROWS = 50

/** `parakh invoices issue | list | show | pdf | credit-note`. */
export function addInvoices(program: Command, session: Session): void {
  const invoices = program.command('invoices').description('GST invoices of production usage')
  addChange(invoices, 'issue', 'issue the invoice of a past month; idempotent per month')
    .requiredOption('--account <id>', 'the account')
    .addOption(new Option('--month <month>', 'such as 2026-11, in India').argParser(parseMonth).makeOptionMandatory())
    .action((options: IssueOptions) => issue(session, options))
  addCommand(invoices, 'list', 'list invoices and credit notes, newest first')
    .option('--account <id>', 'of this account only')
    .addOption(new Option('--limit <rows>', `1 to ${MOST_ROWS}`).argParser(parseCount(MOST_ROWS)).default(USUAL_ROWS))
    .option('--cursor <text>', 'next_cursor of the previous page')
    .action((options: ListOptions) => list(session, options))
  addCommand(invoices, 'show <number>', 'show an invoice or a credit note').action(
    (number: string, options: CommonOptions) => show(session, number, options),
  )
  addCommand(invoices, 'pdf <number>', 'write an invoice or a credit note as a PDF')
    .requiredOption('--out <file>', 'a path that does not exist')
    .action((number: string, options: PdfOptions) => pdf(session, number, options))
  addChange(invoices, 'credit-note <invoice>', 'issue a credit note for part of an invoice; moves no money')
    .addOption(new Option('--amount <rupees>', 'tax included').argParser(parseRupees).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why; printed on the credit note')
    .action((number: string, options: CreditOptions) => credit(session, number, options))
}

interface IssueOptions extends CommonOptions {
  readonly account: string
  readonly month: string
}
interface ListOptions extends CommonOptions {
  readonly account?: string
  readonly limit: number
  readonly cursor?: string
}
interface PdfOptions extends CommonOptions {
  readonly out: string
}
interface CreditOptions extends CommonOptions {
  readonly amount: Money
  readonly reason: string
}

async function issue(session: Session, options: IssueOptions): Promise<void> {
  const { account: accountId, month } = options
  const { invoice, issued } = await withHost(session, options, (host) =>
    host.get(Invoices).issue({ accountId, month, actor: actorOf(options) }),
  )
  printResult(session.terminal, options, {
    json: { ...presentInvoice(invoice), issued },
    text: `${issued ? 'Issued' : 'Issued before:'} ${invoice.number}, ${decimal(invoice.total)} INR.`,
  })
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const { account, limit, cursor = null } = options
  const accountIds = account === undefined ? null : [account]
  const { items, next } = await withHost(session, options, (host) =>
    host.get(Invoices).list({ accountIds, cursor, limit }),
  )
  const rows = items.map(({ number, kind, accountId, month, invoice, total, issuedAt }) => [
    ...[number, kind.replace('_', ' '), accountId, month ?? invoice ?? '', decimal(total), issuedAt.toISOString()],
  ])
  const table = drawTable(['Number', 'Kind', 'Account', 'For', 'Total', 'Issued'], rows)
  printResult(session.terminal, options, {
    json: { invoices: items.map(presentInvoice), next },
    text: next === null ? table : `${table}\nMore: --cursor ${next}`,
  })
}

async function show(session: Session, number: string, options: CommonOptions): Promise<void> {
  const invoice = await withHost(session, options, (host) => host.get(Invoices).get(number))
  printResult(session.terminal, options, { json: presentInvoice(invoice), text: describeInvoice(invoice) })
}

async function pdf(session: Session, number: string, options: PdfOptions): Promise<void> {
  const file = resolve(session.terminal.cwd, options.out)
  const bytes = await withHost(session, options, (host) => host.get(Invoices).pdf(number))
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw cliErrors.error('WRONG_USAGE', { detail: `${file} cannot be written: --out needs a new file` }, { cause })
  })
  try {
    await handle.writeFile(bytes)
  } finally {
    await handle.close()
  }
  printResult(session.terminal, options, { json: { ok: true, file }, text: `Written to ${file}.` })
}

async function credit(session: Session, number: string, options: CreditOptions): Promise<void> {
  const { amount, reason } = options
  const note = await withHost(session, options, (host) =>
    host.get(Invoices).credit({ invoice: number, amount, reason, actor: actorOf(options) }),
  )
  printResult(session.terminal, options, {
    json: presentInvoice(note),
    text: `Issued ${note.number}, ${decimal(note.total)} INR of ${number}.`,
  })
}
