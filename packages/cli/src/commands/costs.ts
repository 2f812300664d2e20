import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Costs, decimal, exactDecimal, type Margin, type Reconciliation } from '@parakh/core'
import type { Command } from 'commander'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import { addCostChanges } from './costs-set.ts'

/** `parakh costs set | list | margins | reconcile`. */
export function addCosts(program: Command, session: Session): void {
  const costs = program
    .command('costs')
    .description('the cost of providers: as set here, else by the section costs of the configuration')
  addCostChanges(costs, session)
  addCommand(costs, 'margins', 'show the margin of each endpoint after commission and provider costs')
    .requiredOption('--month <month>', 'a month in India such as 2026-11')
    .action((options: MarginOptions) => margins(session, options))
  addCommand(costs, 'reconcile', "hold a provider's invoice against what was booked")
    .requiredOption('--provider <name>', "a plugin's id such as pan, or one of its providers such as pan/http#0")
    .requiredOption('--file <csv>', 'the invoice: a header line, then a line for each attempt or call')
    .requiredOption('--month <month>', 'the month in India, such as 2026-11')
    .option('--reference-column <name>', 'the column with our reference of the call', 'reference')
    .option('--amount-column <name>', 'the column with rupees', 'amount')
    .action((options: ReconcileOptions) => reconcile(session, options))
}

interface MarginOptions extends CommonOptions {
  readonly month: string
}
interface ReconcileOptions extends MarginOptions {
  readonly provider: string
  readonly file: string
  readonly referenceColumn: string
  readonly amountColumn: string
}

async function margins(session: Session, options: MarginOptions): Promise<void> {
  const { month } = options
  const found = await withHost(session, options, (host) => host.get(Costs).margins(month))
  printResult(session.terminal, options, {
    json: { month, margins: found.map(presentMargin) },
    text: found.length === 0 ? `No provider with a known cost was asked in ${month}.` : drawMargins(found),
  })
}

const presentMargin = (row: Margin) => ({
  endpoint: row.endpoint,
  calls: row.calls,
  revenue: decimal(row.revenue),
  commission: exactDecimal(row.commission),
  attempts: row.attempts,
  cost: decimal(row.cost),
  margin: exactDecimal(row.margin),
})

const drawMargins = (rows: readonly Margin[]): string =>
  drawTable(
    ['Endpoint', 'Charged calls', 'Revenue', 'Commission', 'Attempts', 'Cost', 'Margin (INR)'],
    rows
      .map(presentMargin)
      .map((row) => [
        ...[row.endpoint, `${row.calls}`, row.revenue, row.commission, `${row.attempts}`, row.cost, row.margin],
      ]),
  )

async function reconcile(session: Session, options: ReconcileOptions): Promise<void> {
  const { provider, file, month, referenceColumn, amountColumn } = options
  const csv = await readFile(resolve(session.terminal.cwd, file), 'utf8').catch(() => {
    throw cliErrors.error('COST_INVOICE_UNREADABLE', { file })
  })
  const found = await withHost(session, options, (host) =>
    host.get(Costs).reconcileMonth(month, { provider, csv, referenceColumn, amountColumn }),
  )
  printResult(session.terminal, options, { json: present(found), text: describe(found) })
}

const present = ({ suspense, invoiced, booked, ...found }: Reconciliation) => ({
  ...found,
  invoiced: decimal(invoiced),
  booked: decimal(booked),
  suspense: suspense.map((item) => ({ ...item, invoiced: decimal(item.invoiced), booked: decimal(item.booked) })),
})

function describe(found: Reconciliation): string {
  const { provider, lines, matched, invoiced, booked, suspense } = found
  const title = `${provider}: ${lines} lines of ${decimal(invoiced)} INR, ${decimal(booked)} INR booked, ${matched} calls match.`
  if (suspense.length === 0) return title
  const rows = suspense.map((item) => [
    ...[item.kind, item.reference, `${item.lines}`, decimal(item.invoiced), `${item.attempts}`, decimal(item.booked)],
  ])
  const table = drawTable(['Difference', 'Reference', 'Lines', 'Invoiced', 'Attempts', 'Booked (INR)'], rows)
  return `${title}\n\n${table}`
}
