import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowsAsCsv } from './rows-as-csv.ts'

it('writes a header and a line for each row, in the order of the columns', () => {
  const rows = [{ balance: '-5.50', account_id: 'A1', extra: 1 }, { account_id: 'A,"2"\n', apis: ['a', 'b'] }, {}]
  expect(rowsAsCsv(['account_id', 'balance', 'apis'], rows)).toBe(
    'account_id,balance,apis\r\nA1,-5.50,\r\n"A,""2""\n",,"[""a"",""b""]"\r\n,,\r\n',
  )
})

it('returns every text, but for what a spreadsheet would run', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((it) => !/^[=+\-@\t\r]/.test(it))
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (pairs) => {
      const csv = rowsAsCsv(
        ['one', 'other'],
        pairs.map(([one, other]) => ({ one, other })),
      )
      expect(parse(csv, { record_delimiter: '\r\n' }).slice(1)).toEqual(pairs)
    }),
  )
})

it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("https://evil.example","Open")', '-1\n=1'])(
  'puts an apostrophe before %j',
  (text) => {
    expect(parse(rowsAsCsv(['name'], [{ name: text }])).at(-1)).toEqual([`'${text}`])
  },
)
