import { type ConsentEntry, Identifier } from '@parakh/core'
import { keptAddress } from '../call-data/kept-address.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { parseConsent } from './parse-consent.ts'

const NOBODY: readonly ConsentEntry[] = []

const textOf = (identifier: string | Identifier): string =>
  typeof identifier === 'string' ? identifier : Identifier.text(identifier)

/**
 * Whom a call is about: an entry for each identifier of a person in its request, with the consent where one is asked.
 *
 * @returns At once where the endpoint asks about nobody.
 * @throws CallRefusal for a consent that is missing.
 */
export function callSubjects(
  parts: CallParts,
  call: ParsedCall,
): readonly ConsentEntry[] | Promise<readonly ConsentEntry[]> {
  const { consent, subjects } = call.arrival.runtime.endpoint
  if (consent) return parseConsent(parts, call).then((given) => entriesOf(parts, call, given))
  return subjects ? entriesOf(parts, call, { notice: '', artefact: '' }) : NOBODY
}

function entriesOf(
  { subjects: index, settings, secrets }: CallParts,
  { arrival, parsed }: ParsedCall,
  given: Pick<ConsentEntry, 'notice' | 'artefact' | 'expiresAt'>,
): readonly ConsentEntry[] {
  const { id, consent, subjects } = arrival.runtime.endpoint
  const request = parsed.request as never
  const identifiers = [...(consent ? [consent.subject(request)] : []), ...(subjects?.(request) ?? [])]
  const { notice, artefact, expiresAt = null } = given
  const ip = keptAddress(arrival.incoming.ip, settings, secrets.hash)
  const entries = identifiers
    .map(textOf)
    .filter((text) => text !== '')
    .map((text) => ({
      ...index.hash(text),
      ...{ purpose: consent?.purpose ?? id, notice, artefact, ip, expiresAt },
    }))
  // The same person twice, such as by two spellings of one number.
  return entries.filter((entry, at) => entries.findIndex(({ subject }) => subject === entry.subject) === at)
}
