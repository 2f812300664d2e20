import { createServer } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPage, openBrowser } from '../../../test/console-browser.ts'
import { type DemoServer, demoServer } from '../../../test/demo-server.ts'
import { identityProvider } from '../../../test/identity-provider.ts'

/** A port that is free now: the provider knows the address of the console before the console is there. */
const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

describe('signing in by an identity provider, in a browser', () => {
  let demo: DemoServer
  let browser: Browser
  let idp: Awaited<ReturnType<typeof identityProvider>>
  beforeAll(async () => {
    const port = await freePort()
    const people = { asha: { email: 'asha@acme.example', email_verified: true, name: 'Asha Rao' } }
    idp = await identityProvider(people, [`http://localhost:${port}/console/sso`])
    const { issuer, clientId, clientSecret } = idp
    const acme = {
      name: 'Acme',
      issuer,
      clientId,
      clientSecret,
      domains: ['acme.example'],
      secondFactor: 'own' as const,
    }
    ;[demo, browser] = await Promise.all([demoServer({ port, sso: { acme } }), openBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await demo[Symbol.asyncDispose]()
    await idp.close()
  })

  it('opens an account for who comes back from the provider, and keeps nothing of its answer in the address', async () => {
    const { page, context, faults } = await newPage(browser, demo.url)
    await page.goto(`${demo.url}/console/`)
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await page.locator('input[name=login]').fill('asha')
    await page.locator('input[name=password]').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Name of your business').waitFor()
    expect(await page.evaluate('location.search')).not.toContain('code')
    // The provider's pages ask for fonts elsewhere; they are not ours.
    expect(faults.found.filter((fault) => !fault.startsWith('outside:'))).toEqual([])
    await context.close()
  })

  it('an answer of the provider that this tab did not ask for signs nobody in', async () => {
    const { page, context } = await newPage(browser, demo.url)
    await page.goto(`${demo.url}/console/sso?code=somebody-elses&state=any`)
    await page.getByText('This sign-in did not start in this tab').waitFor()
    expect(await context.cookies()).toEqual([])
    expect(page.url()).not.toContain('code')
    await context.close()
  })
})
