import { expect, it } from 'vitest'
import { checkSourceRouter, type SourceRouterTrial } from './check-source-router.ts'

/**
 * The suite of a router of sources: see `checkSourceRouter`.
 *
 * @example
 * testSourceRouter('acme-first', async () => ({ router: await makeDriver(acmeFirst, { first: 'acme' }), names: ['acme'] }))
 */
export function testSourceRouter(name: string, open: () => Promise<SourceRouterTrial>): void {
  it(`the router ${name} keeps to its contract`, async () => {
    expect(checkSourceRouter(await open())).toEqual([])
  })
}
