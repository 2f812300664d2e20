import type { Envelope } from '@parakh/core'
import { expect, it } from 'vitest'
import { checkEnvelope } from './check-envelope.ts'

/**
 * The suite of an envelope: see `checkEnvelope`.
 *
 * @example
 * testEnvelope('plain', plain)
 */
export function testEnvelope(name: string, envelope: Envelope): void {
  it(`the envelope ${name} keeps to its own schemas`, () => {
    expect(checkEnvelope(envelope)).toEqual([])
  })
}
