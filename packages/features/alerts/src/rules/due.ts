import type { StandingAlert } from '@parakh/core'
import type { AlertSection } from '../settings.ts'

const MINUTE_MS = 60_000
const FIRST_AGAIN_MS = 60_000
const LONGEST_AGAIN_MS = 7_200_000
/** How often something is sent before it is given up: after about a day. */
export const MOST_TRIES = 17

/** When the next mail is due, and when the last one went. */
export interface MailTimes {
  readonly due_at: number | null
  readonly mailed_at: number | null
}

/** When the mail goes into which an alert comes now: at once if it is urgent, but never too soon after the last one. */
export function mailDue(
  { due_at, mailed_at }: MailTimes,
  severity: StandingAlert['severity'],
  {
    at,
    joinMinutes,
    minutesBetweenMails,
  }: Pick<AlertSection, 'joinMinutes' | 'minutesBetweenMails'> & { readonly at: number },
): number {
  const wanted = severity === 'now' ? at : at + joinMinutes * MINUTE_MS
  const earliest = mailed_at === null ? 0 : mailed_at + minutesBetweenMails * MINUTE_MS
  return Math.max(earliest, Math.min(due_at ?? wanted, wanted))
}

/** When it is tried again; null: it is given up. @param tries How often it was tried, 1 or more. */
export const againAt = (tries: number, at: number): number | null =>
  tries >= MOST_TRIES ? null : at + Math.min(FIRST_AGAIN_MS * 2 ** (tries - 1), LONGEST_AGAIN_MS)
