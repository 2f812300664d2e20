import type { MailedPerson } from '@parakh/core'
import { type Choice, defaultChoice } from '../rules/choice.ts'
import { mailStatements } from '../tables/mail-statements.ts'
import { type AlertParts, placeOf } from './alert-parts.ts'

/** A person who may be mailed about an account, and what it wants. */
export interface Reader {
  readonly person: MailedPerson
  readonly choice: Choice
}

/** The people of an account, or operators, with what they chose. */
export async function readersOf(
  { people, tables, settings }: Pick<AlertParts, 'people' | 'tables' | 'settings'>,
  accountId: string | null,
): Promise<readonly Reader[]> {
  const persons = (await people?.mailed(accountId)) ?? []
  if (persons.length === 0) return []
  const asked = { place: placeOf(accountId), person_ids: persons.map(({ id }) => id) }
  const chosen = new Map((await tables.rows(mailStatements.choices(asked))).map((row) => [row.person_id, row]))
  return persons.map((person) => {
    const [base, row] = [defaultChoice(person, settings), chosen.get(person.id)]
    if (!row) return { person, choice: base }
    const choice = {
      isMailed: row.is_mailed ?? base.isMailed,
      muted: row.muted,
      language: row.language ?? base.language,
      quietHours: row.quiet === null ? base.quietHours : row.quiet.hours,
      isQuietForUrgent: row.quiet_for_urgent ?? base.isQuietForUrgent,
    }
    return { person, choice }
  })
}

/** Those of them who were never told of this place: what stands there is new to them. */
export async function neverTold(
  { tables }: Pick<AlertParts, 'tables'>,
  place: string,
  readers: readonly Reader[],
): Promise<readonly Reader[]> {
  if (readers.length === 0) return []
  const person_ids = readers.map(({ person }) => person.id)
  const told = new Set(
    (await tables.rows(mailStatements.mailboxesOf({ place, person_ids }))).map((row) => row.person_id),
  )
  return readers.filter(({ person }) => !told.has(person.id))
}
