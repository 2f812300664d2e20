import { type ActingPerson, forbidden } from '@parakh/core'
import { ConsoleParts } from '../people/console-parts.ts'
import { personSelf } from '../people/scopes.ts'

/** What a person reads of itself. */
export const own = { scope: personSelf, whose: 'person', needs: { parts: ConsoleParts } } as const
/** What a person changes of itself. */
export const write = { ...own, effect: 'write' } as const

/** The engine lets nobody but a person run these. */
export function personOf(person: ActingPerson | null): ActingPerson {
  if (person === null) throw forbidden('A person does this for itself')
  return person
}
