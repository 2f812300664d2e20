import { createRequire } from 'node:module'
import { isParakhError, type Money, micro, parseAmount, plus, zero } from '@parakh/core'
import type * as CsvParse from 'csv-parse/sync'
import * as z from 'zod'
import type { CostSuspense, Reconciliation } from '../contract/costs.ts'
import { resaleErrors } from '../error-codes.ts'
import type { BookedCost } from '../tables/cost-book.ts'

/** An invoice's lines for one call. */
export interface InvoicedCall {
  readonly lines: number
  readonly amount: Money
}
/** The columns of an invoice that are read. */
export interface InvoiceColumns {
  readonly reference: string
  readonly amount: string
}

const load = createRequire(import.meta.url)
const Rows = z.array(z.record(z.string(), z.string()))

/**
 * Reads an invoice: a header line, then one line for each attempt or call.
 *
 * @returns The lines by the reference of the call.
 * @throws `COST_INVOICE_INVALID` with the line
 */
export function readInvoice(csv: string, columns: InvoiceColumns): ReadonlyMap<string, InvoicedCall> {
  const calls = new Map<string, InvoicedCall>()
  for (const [place, row] of rowsOf(csv).entries()) {
    // The header is line 1.
    const line = place + 2
    const reference = cellOf(row, columns.reference, line)
    const { lines, amount } = calls.get(reference) ?? { lines: 0, amount: zero }
    calls.set(reference, { lines: lines + 1, amount: plus(amount, amountOf(cellOf(row, columns.amount, line), line)) })
  }
  return calls
}

function rowsOf(csv: string): z.output<typeof Rows> {
  const { parse }: typeof CsvParse = load('csv-parse/sync')
  try {
    return Rows.parse(parse(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true }))
  } catch (error) {
    // Its first sentence names the line and contains no value.
    const detail = error instanceof Error ? error.message.split(/[:.]/, 1)[0] : 'it is no CSV'
    throw resaleErrors.error('COST_INVOICE_INVALID', { line: '', detail: detail ?? '' })
  }
}

function cellOf(row: Readonly<Record<string, string>>, column: string, line: number): string {
  // A column may be named like what every object has.
  const cell = Object.hasOwn(row, column) ? row[column] : undefined
  if (cell !== undefined && cell !== '') return cell
  throw resaleErrors.error('COST_INVOICE_INVALID', {
    line: ` in line ${line}`,
    detail: `the column "${column}" is empty or missing`,
  })
}

function amountOf(text: string, line: number): Money {
  try {
    return parseAmount(text)
  } catch (error) {
    if (!isParakhError(error)) throw error
    throw resaleErrors.error('COST_INVOICE_INVALID', {
      ...{ line: ` in line ${line}`, detail: 'the amount is not rupees with at most two decimals' },
    })
  }
}

/** Compares an invoice with the booked costs, call by call. */
export function reconcile(
  provider: string,
  invoiced: ReadonlyMap<string, InvoicedCall>,
  booked: readonly BookedCost[],
): Reconciliation {
  const ours = new Map(booked.map((cost) => [cost.reference, cost]))
  const references = [...new Set([...invoiced.keys(), ...ours.keys()])].sort()
  const suspense = references.flatMap((reference) => {
    const item = compared(reference, invoiced.get(reference), ours.get(reference))
    return item ?? []
  })
  const sum = (amounts: readonly Money[]): Money => micro(amounts.reduce((total, amount) => total + amount, 0))
  return {
    provider,
    lines: [...invoiced.values()].reduce((total, { lines }) => total + lines, 0),
    invoiced: sum([...invoiced.values()].map(({ amount }) => amount)),
    booked: sum(booked.map(({ cost }) => cost)),
    matched: references.length - suspense.length,
    suspense,
  }
}

/** Null: they match. */
function compared(
  reference: string,
  line: InvoicedCall | undefined,
  cost: BookedCost | undefined,
): CostSuspense | null {
  const item = (kind: CostSuspense['kind']): CostSuspense => ({
    ...{ kind, reference, invoiced: line?.amount ?? zero, booked: cost?.cost ?? zero },
    ...{ lines: line?.lines ?? 0, attempts: cost?.attempts ?? 0 },
  })
  if (!cost) return item('unknown')
  if (!line) return item('missing')
  if (line.lines > cost.attempts) return item('repeated')
  return line.amount === cost.cost ? null : item('amount')
}
