import { expect, it } from 'vitest'
import { type ConsentVerifierTrial, checkConsentVerifier } from './check-consent-verifier.ts'

/**
 * The suite of a consent verifier: see `checkConsentVerifier`.
 *
 * @param open Makes a verifier, and says which consents it knows.
 * @example
 * testConsentVerifier('acme-consents', async () => ({ verifier, valid, expired, compares: ['purpose'], withdraw, interrupt }))
 */
export function testConsentVerifier(name: string, open: () => Promise<ConsentVerifierTrial>): void {
  it(`the consent verifier ${name} keeps to its contract`, async () => {
    expect(await checkConsentVerifier(await open())).toEqual([])
  })
}
