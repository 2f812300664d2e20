import { coreErrors, type Retention, type SubjectLookup, type Subjects } from '@parakh/core'

const DAY_MS = 86_400_000
const PAGE = 1_000

/** Until when law asks to keep a call, in milliseconds since 1970; 0: it does not. */
const keptUntil = ({ purpose, endpoint, at }: SubjectLookup, keepDays: Readonly<Record<string, number>>): number => {
  const days = keepDays[purpose] ?? keepDays[endpoint]
  return days === undefined ? 0 : at.getTime() + days * DAY_MS
}

/**
 * Refuses an erasure while law asks to keep a call about the person.
 *
 * @param now Milliseconds since 1970.
 * @throws `ERASURE_REFUSED` with the reason of the configuration, and until when.
 */
export async function requireMayErase(
  { retention: { erasure }, subjects }: { readonly retention: Retention; readonly subjects: Subjects },
  { identifier, now }: { readonly identifier: string; readonly now: number },
): Promise<void> {
  if (!erasure) return
  let [count, until] = [0, 0]
  for (let cursor: string | null = null; ; ) {
    const page = await subjects.find(identifier, { cursor, limit: PAGE })
    const ends = page.items.map((call) => keptUntil(call, erasure.keepDays)).filter((end) => end > now)
    count += ends.length
    until = Math.max(until, ...ends)
    if (page.next === null) break
    cursor = page.next
  }
  if (count > 0)
    throw coreErrors.error('ERASURE_REFUSED', { count, until: new Date(until).toISOString(), reason: erasure.reason })
}
