import { expect, it } from 'vitest'
import { rowsAsCsv } from './rows-as-csv.ts'

it('writes a header and a line for each row, in the order of the columns', () => {
  const rows = [{ balance: '-5.50', account_id: 'A1', extra: 1 }, { account_id: 'A,"2"\n', apis: ['a', 'b'] }, {}]
  expect(rowsAsCsv(['account_id', 'balance', 'apis'], rows)).toBe(
    'account_id,balance,apis\r\nA1,-5.50,\r\n"A,""2""\n",,"[""a"",""b""]"\r\n,,\r\n',
  )
})
