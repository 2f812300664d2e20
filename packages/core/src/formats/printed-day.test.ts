import { expect, it } from 'vitest'
import { printedDay } from './index.ts'

it.each([
  ['1990-01-15', '15 Jan 1990'],
  ['2026-01-02', '02 Jan 2026'],
  ['1999-12-31', '31 Dec 1999'],
  ['2024-02-29', '29 Feb 2024'],
])('the day %s is printed %s', (day, printed) => {
  expect(printedDay(day)).toBe(printed)
})

it('has the month as three letters, on every machine', () => {
  const days = Array.from({ length: 12 }, (_, month) => printedDay(`2024-${`${month + 1}`.padStart(2, '0')}-09`))
  expect(days).toEqual('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ').map((month) => `09 ${month} 2024`))
})
