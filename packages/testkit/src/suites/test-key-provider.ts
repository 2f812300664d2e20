import { expect, it } from 'vitest'
import { checkKeyProvider, type KeyProviderTrial } from './check-key-provider.ts'

/**
 * The suite of a key provider: see `checkKeyProvider`.
 *
 * @param open Makes a provider, and others over the same and other keys.
 * @example
 * testKeyProvider('acme-kms', async () => ({ provider, again, rotated, mistaken: async () => null, interrupt: stopKms }))
 */
export function testKeyProvider(name: string, open: () => Promise<KeyProviderTrial>): void {
  it(`the key provider ${name} keeps to its contract`, async () => {
    expect(await checkKeyProvider(await open())).toEqual([])
  })
}
