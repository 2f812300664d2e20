import { inr } from '@parakh/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readInvoice, reconcile } from './reconcile.ts'

const HOSTILE = [
  '',
  ' ',
  '"',
  '""',
  '=1+1',
  '@SUM(A1)',
  '\uFEFF',
  '__proto__',
  'a"b',
  'x'.repeat(5_000),
  '1e400',
  '-0',
  '٤',
  '\0',
]
const CELL = fc.oneof(
  fc.constantFrom('1.20', '0.50', 'a', 'b', ...HOSTILE),
  fc.string({ unit: 'binary' }),
  fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
)
const COLUMN = fc.constantFrom('reference', 'amount', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '')
const LINE_END = fc.constantFrom('\n', '\r\n', '\r', '\n\n')
const HEAD = fc.array(fc.oneof(COLUMN, CELL), { minLength: 1, maxLength: 4 })
const FILE = fc
  .tuple(
    fc.boolean(),
    HEAD,
    fc.array(fc.tuple(fc.array(CELL, { minLength: 1, maxLength: 4 }), LINE_END), { maxLength: 8 }),
  )
  .map(
    ([marked, head, rows]) =>
      `${marked ? '\uFEFF' : ''}${head.join(',')}\n${rows.map(([row, end]) => row.join(',') + end).join('')}`,
  )

it('an invoice of whatever bytes and columns is read, or refused with a code', () => {
  fc.assert(
    fc.property(FILE, COLUMN, COLUMN, (csv, reference, amount) => {
      try {
        for (const [name, call] of readInvoice(csv, { reference, amount })) {
          expect(name).toBeTypeOf('string')
          expect([Number.isSafeInteger(call.amount), call.lines > 0]).toEqual([true, true])
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'COST_INVOICE_INVALID' })
      }
    }),
    {
      numRuns: 2_000,
      examples: [
        ['a,b\n1,2\n', 'constructor', 'b'],
        ['a,b\n1,2\n', 'a', '__proto__'],
      ],
    },
  )
})

it('a file that a spreadsheet wrote is read whole, whatever its line ends and quotes', () => {
  const reference = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text.trim() === text && !/[\r\n]/.test(text))
  const paise = fc.integer({ min: 1, max: 100_000_00 })
  const rows = fc.uniqueArray(fc.tuple(reference, paise), { selector: ([name]) => name, maxLength: 12 })
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, end, marked) => {
      const quoted = lines.map(([name, amount]) => `"${name.replaceAll('"', '""')}","${(amount / 100).toFixed(2)}"`)
      const csv = `${marked ? '\uFEFF' : ''}${['reference,amount', ...quoted].join(end)}${end}`
      const read = readInvoice(csv, { reference: 'reference', amount: 'amount' })
      const booked = lines.map(([name, amount]) => ({
        reference: name,
        attempts: 1,
        cost: inr((amount / 100).toFixed(2) as '1'),
      }))
      expect(reconcile('pan', read, booked)).toMatchObject({ lines: lines.length, matched: lines.length, suspense: [] })
    }),
  )
})
