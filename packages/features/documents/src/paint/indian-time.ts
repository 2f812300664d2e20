const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  ...{ day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
})

/** A moment as it is written in India: `21 Nov 2025, 17:42:10 IST`. */
export function indianTime(moment: Date): string {
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${part['day']} ${part['month']} ${part['year']}, ${part['hour']}:${part['minute']}:${part['second']} IST`
}
