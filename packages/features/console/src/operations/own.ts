import { type ActingPerson, forbidden, personSelf } from '@parakh/core'
import * as z from 'zod'
import { ConsoleParts } from '../people/console-parts.ts'
import { requireWholePerson } from '../sign-in/session-limits.ts'

/** The input or output of an operation that has none. */
export const NOTHING = z.object({})
const own = { scope: personSelf, whose: 'person', needs: { parts: ConsoleParts }, input: NOTHING } as const
/** What a person reads of itself. */
export const read = { ...own, effect: 'read' } as const
/** What a person changes of itself. */
export const write = { ...own, effect: 'write' } as const

/** The acting person, with a session that reaches all of its roles. @throws `SESSION_LIMITED` */
export async function wholePersonOf(parts: ConsoleParts, person: ActingPerson | null): Promise<ActingPerson> {
  const by = personOf(person)
  await requireWholePerson(parts, by)
  return by
}

/** The engine lets nobody but a person run these. */
export function personOf(person: ActingPerson | null): ActingPerson {
  if (person === null) throw forbidden('A person does this for itself')
  return person
}
