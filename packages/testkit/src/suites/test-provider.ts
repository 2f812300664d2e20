import { describe, expect, it } from 'vitest'
import { checkProviderAbort, checkProviderCase, type ProviderUnderTest } from './check-provider.ts'

/**
 * The suite of a provider: known inputs answer records that meet the contract, unknown ones the definite no, `same` fields equal,
 * trouble is an `UpstreamError`, and an aborted signal ends the call.
 *
 * @param provider The contract, how the implementation is made, and the cases.
 * @example
 * testProvider('acme', {
 *   contract: PanProvider,
 *   make: () => acme.make({ options }),
 *   cases: [
 *     { operation: 'holder', input: { pan: 'ABCPE1234F' }, expect: 'record' },
 *     { operation: 'holder', input: { pan: 'ABCPE9999F' }, expect: 'none' },
 *   ],
 * })
 */
export function testProvider(name: string, provider: ProviderUnderTest): void {
  describe(`the provider ${name}`, () => {
    it.each(
      provider.cases.map((asked, place) => [`${place + 1}. ${asked.operation}: ${asked.expect}`, asked] as const),
    )('keeps its contract: %s', async (_title, asked) => {
      expect(await checkProviderCase(provider, asked)).toEqual([])
    })
    const firsts = new Map(provider.cases.map((asked) => [asked.operation, asked]))
    it.each([...firsts])('ends when its signal is aborted: %s', async (_operation, asked) => {
      expect(await checkProviderAbort(provider, asked)).toEqual([])
    })
  })
}
