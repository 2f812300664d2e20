import type { KycDocument } from '@parakh/core'
import { InvalidArgumentError } from 'commander'

/**
 * Reads a KYC document and appends it.
 *
 * @param text `kind=reference`, such as `pan-card=vault/17.pdf`.
 * @param before The documents that were read before.
 * @throws InvalidArgumentError when a part is missing.
 */
export function parseDocument(text: string, before: readonly KycDocument[] = []): readonly KycDocument[] {
  const place = text.indexOf('=')
  if (place < 1 || place === text.length - 1)
    throw new InvalidArgumentError('Allowed: a kind and where it is kept, such as pan-card=vault/17.pdf.')
  return [...before, { kind: text.slice(0, place), reference: text.slice(place + 1) }]
}
