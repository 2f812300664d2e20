/** Whether `YYYY-MM-DD` names a day that exists. */
export function isRealDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The current day in India, `YYYY-MM-DD`. */
export function indianDay(at: Date): string {
  const IST_OFFSET_MS = 19_800_000
  return new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 10)
}
