import { inr } from '@parakh/core'
import { expect, it } from 'vitest'
import { readInvoice, reconcile } from './reconcile.ts'

const COLUMNS = { reference: 'Ref', amount: 'INR' }
const booked = [
  { reference: 'a', attempts: 1, cost: inr('1.20') },
  { reference: 'b', attempts: 2, cost: inr('2.40') },
  { reference: 'c', attempts: 1, cost: inr('1.20') },
  { reference: 'd', attempts: 1, cost: inr('1.20') },
  { reference: 'e', attempts: 2, cost: inr('2.40') },
]

it('finds what an invoice has that was not booked, has otherwise, has too often, or has not', () => {
  const csv =
    '\uFEFFRef,Date,INR\r\na,2026-11-01,1.20\r\nb,,1.2\r\nb,,1.20\r\nc,,1.50\r\nx,,1.20\r\nd,,0.60\r\nd,,0.60\r\n\r\n'
  expect(reconcile('pan', readInvoice(csv, COLUMNS), booked)).toEqual({
    ...{ provider: 'pan', lines: 7, invoiced: inr('7.50'), booked: inr('8.40'), matched: 2 },
    suspense: [
      { kind: 'amount', reference: 'c', invoiced: inr('1.50'), booked: inr('1.20'), lines: 1, attempts: 1 },
      { kind: 'repeated', reference: 'd', invoiced: inr('1.20'), booked: inr('1.20'), lines: 2, attempts: 1 },
      { kind: 'missing', reference: 'e', invoiced: 0, booked: inr('2.40'), lines: 0, attempts: 2 },
      { kind: 'unknown', reference: 'x', invoiced: inr('1.20'), booked: 0, lines: 1, attempts: 0 },
    ],
  })
})

it('accepts one invoice line for all attempts of a call if the amount is their sum', () => {
  const invoiced = readInvoice('Ref,INR\nb,2.40\n', COLUMNS)
  expect(reconcile('pan', invoiced, booked.slice(1, 2))).toMatchObject({ matched: 1, suspense: [] })
})

it.each([
  ['Ref,Amount\na,1\n', 'line 2: the column "INR"'],
  ['Ref,INR\na,1\n,2\n', 'line 3: the column "Ref"'],
  ['Ref,INR\na,1.234\n', 'line 2: the amount'],
  ['Ref,INR\na,-1\n', 'line 2: the amount'],
  ['Ref,INR\na,1,2\n', 'Invalid Record Length'],
  ['Ref,INR\n"a,1\n', 'Quote Not Closed'],
])('refuses %j, with its place', (csv, said) => {
  expect(() => readInvoice(csv, COLUMNS)).toThrow(
    expect.objectContaining({ code: 'COST_INVOICE_INVALID', message: expect.stringContaining(said) }),
  )
})
