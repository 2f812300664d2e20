const DAY_MS = 86_400_000
const SOON_DAYS = 21

/** For how many days a certificate holds, where that is few; null: it is not few. */
export function fewDays(until: Date | null, now: Date): number | null {
  if (until === null) return null
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  return days < SOON_DAYS ? days : null
}
