import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { settled } from '../../../test/console-browser.ts'
import { choose, type Journeys, openJourneys, press, store } from '../../../test/journey.ts'
import { MENU_PAGES } from '../../../test/menu-pages.ts'

/** Marks the page if it runs as script in any way. */
const HOSTILE = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`
const SHORT = '"><img src=x onerror=window.hacked=1>'
const ADDRESS = 'javascript:window.hacked=1'
const PAGES = process.env['PARAKH_FULL'] === '1' ? MENU_PAGES : ['keys', 'audit', 'team']
const Key = z.object({ key_id: z.string(), api_key: z.string(), api_secret: z.string() })
const Opened = z.object({ url: z.string() })

describe('what people put into fields', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  /** Whether a text of somebody became part of the page. */
  const taken = (page: Page): Promise<unknown> =>
    page.evaluate(
      'window.hacked !== undefined || document.querySelector("img[src=x], [onerror], a[href^=javascript]") !== null',
    )

  it('runs nowhere as script: names, labels, descriptions, references, request ids, agents, on every page and in every panel', async () => {
    const { demo, browser } = journeys
    const { accountId: account_id } = await demo.newAccount(SHORT)
    const sandbox = { account_id, environment: 'sandbox' } as const
    const key = Key.parse(await demo.run('keys.create', { ...sandbox, label: SHORT }))
    await demo.run('keys.create', { ...sandbox, label: ADDRESS })
    await demo.run('webhooks.create', { ...sandbox, url: `${demo.url}/nowhere?${SHORT}`, description: HOSTILE })
    await demo.run('kyc.submit', { account_id, documents: [{ kind: 'pan', reference: ADDRESS }] })
    await demo.run('people.invite', { email: `"x"@acme.example`, role: 'viewer', account_id }).catch(() => null)
    for (const id of ['img-src-x', SHORT, ADDRESS])
      await fetch(`${demo.url}/api/v1/bank-ifsc-details?ifsc=${encodeURIComponent(SHORT)}`, {
        headers: {
          'x-api-key': key.api_key,
          'x-api-secret': key.api_secret,
          'x-request-id': id,
          'user-agent': HOSTILE,
        },
      })
    const context = await browser.newContext({ userAgent: HOSTILE, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('dialog', (dialog) => faults.push(dialog.message()))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource')) faults.push(message.text())
    })
    page.on('request', (request) => {
      if (/\/x$/.test(request.url())) faults.push(request.url())
    })
    await page.goto(await demo.linkFor({ email: 'owner@hostile.example', role: 'owner', accountId: account_id }))
    await page.getByRole('heading', { name: /^Join "><img/ }).waitFor()
    await page.getByLabel('Your name').fill(SHORT)
    await press(page, 'Accept the invitation')
    await page.getByRole('heading', { name: /^Welcome, "><img/ }).waitFor()
    for (const name of PAGES) {
      await page.goto(`${demo.url}/console/${name}`)
      await settled(page)
      expect([name, await taken(page)]).toEqual([name, false])
      const opener = page.getByRole('main').locator('tr[data-opens] button').first()
      if ((await opener.count()) > 0) {
        await opener.click()
        await settled(page)
        expect([`${name}, opened`, await taken(page)]).toEqual([`${name}, opened`, false])
      }
    }
    // A dialog names what it is about.
    await page.goto(`${demo.url}/console/keys`)
    await choose(page, SHORT, 'Rotate secret')
    await page.getByRole('heading', { name: /^Rotate the secret of "><img/ }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret', exact: true }).click()
    await store(page)
    expect([await taken(page), faults]).toEqual([false, []])
    await context.close()
  })

  it('leads nowhere: the way back of a link and of the sign-in stay addresses of the web and of the console', async () => {
    const { demo, signedIn, open } = journeys
    const link = (return_url: string) =>
      demo.run('portal-links.create', { account_id: demo.accountId, role: 'viewer', person_ref: 'user-1', return_url })
    for (const address of [ADDRESS, 'data:text/html,x', '//evil.example', 'https:evil'])
      await expect(link(address)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(Opened.parse(await link('https://app.acme.example/')).url).toContain('/console/enter#pl_')

    for (const back of [ADDRESS, '//evil.example/', 'https://evil.example/', '/\\evil.example']) {
      const { page, context } = await open()
      const { email, context: first } = await signedIn('viewer')
      await first.close()
      await page.goto(`${demo.url}/console/sign-in?back=${encodeURIComponent(back)}`)
      await page.getByLabel('E-mail address').fill(email)
      const before = demo.mailsTo(email)
      await press(page, 'Send me a code')
      await page.getByLabel('Code').fill(await demo.codeFor(email, before))
      await press(page, 'Sign in')
      await page.getByRole('navigation').or(page.getByText('This page is not here')).first().waitFor()
      expect([back, new URL(page.url()).origin, await taken(page)]).toEqual([back, new URL(demo.url).origin, false])
      await context.close()
    }
  })
})
