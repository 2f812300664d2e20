const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * A day as a document shows it, `DD MMM YYYY`. The month names are listed here because `Intl` depends on the machine's locale data
 * (`Sep` or `Sept`).
 *
 * @param day `YYYY-MM-DD`, a day that exists.
 *
 * @example
 * printedDay('1990-01-15') // '15 Jan 1990'
 */
export function printedDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date} ${MONTHS[Number(month) - 1]} ${year}`
}
