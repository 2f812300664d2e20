import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { settled } from '../../../test/console-browser.ts'
import { choose, type Journeys, openJourneys, press, store } from '../../../test/journey.ts'
import { MENU_PAGES } from '../../../test/menu-pages.ts'
import { firstRow } from '../../../test/openings.ts'
import { fillOperators } from '../../../test/operator-data.ts'
import { OTHER_PAGES } from '../../../test/other-pages.ts'

/** Marks the page if it runs as script in any way. */
const HOSTILE = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`
const SHORT = '"><img src=x onerror=window.hacked=1>'
const ADDRESS = 'javascript:window.hacked=1'
const FORMULA = '=HYPERLINK("https://evil.example","Open")'
/** What stands behind the mark is read from right to left. */
const TURNED = '\u202e<b onclick=window.hacked=1>gnp.exe'
const PDF = Buffer.from('%PDF-1.7').toString('base64')
const FULL = process.env['PARAKH_FULL'] === '1'
const PAGES = FULL ? MENU_PAGES : ['keys', 'audit', 'team', 'kyc', 'invoices']
const MOST_OPENED = 8
const Key = z.object({ key_id: z.string(), api_key: z.string(), api_secret: z.string() })
const Opened = z.object({ url: z.string() })

describe('what people put into fields', () => {
  let journeys: Journeys
  /** An endpoint of webhooks that answers with a page. */
  let evil: Server
  beforeAll(async () => {
    journeys = await openJourneys({ name: SHORT })
    evil = createServer((_, response) => response.writeHead(500, { 'content-type': 'text/html' }).end(HOSTILE))
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await journeys[Symbol.asyncDispose]()
    evil.close()
  })

  /** Whether a text of somebody became part of the page. */
  const taken = (page: Page): Promise<unknown> =>
    page.evaluate(
      'window.hacked !== undefined || document.querySelector("img[src=x], [onerror], [onclick], a[href^=javascript]") !== null',
    )

  /** Everything that a person, a key or an operator can name in an account. */
  async function fill(account_id: string): Promise<void> {
    const { demo } = journeys
    const sandbox = { account_id, environment: 'sandbox' } as const
    const key = Key.parse(await demo.run('keys.create', { ...sandbox, label: SHORT }))
    for (const label of [ADDRESS, FORMULA]) await demo.run('keys.create', { ...sandbox, label })
    await expect(demo.run('keys.create', { ...sandbox, label: TURNED })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    const { port } = Object(evil.address())
    const url = `http://127.0.0.1:${port}/?${SHORT}`
    const { id } = Object(await demo.run('webhooks.create', { ...sandbox, url, description: HOSTILE }))
    await demo.run('webhooks.test', { endpoint_id: id })
    const documents = []
    for (const name of [SHORT, FORMULA]) {
      const uploaded = await demo.run('kyc.upload', { account_id, kind: 'pan', name, content: PDF })
      documents.push({ kind: 'pan', reference: String(Object(uploaded).file_id) })
    }
    documents.push({ kind: 'pan', reference: ADDRESS }, { kind: 'gstin', reference: SHORT })
    await demo.run('kyc.submit', { account_id, documents })
    await demo.run('kyc.reject', { account_id, reason: HOSTILE })
    await demo.run('accounts.suspend', { account_id, reason: HOSTILE })
    await demo.run('accounts.resume', { account_id, reason: FORMULA })
    await demo.run('billing.set', { account_id, name: SHORT, address: FORMULA, state_code: '27' })
    await demo.run('wallets.credit', { ...sandbox, amount: '5.00', reference: SHORT })
    await demo.run('wallets.adjust', { ...sandbox, amount: '-1.00', reference: FORMULA, reason: HOSTILE })
    const utr = (text: string) =>
      demo.run('funding.submit-transfer', { ...sandbox, rail: 'neft', amount: '5.00', utr: text })
    for (const text of [SHORT, FORMULA]) await expect(utr(text)).rejects.toMatchObject({ code: 'FUNDING_UTR_INVALID' })
    for (const email of ['"<b>x"@acme.example', '<b>@acme.example', `a@x.example"><img src=x>`])
      await expect(demo.run('people.invite', { email, role: 'viewer', account_id })).rejects.toThrow()
    for (const request of ['img-src-x', SHORT, ADDRESS])
      await fetch(`${demo.url}/api/v1/bank-ifsc-details?ifsc=${encodeURIComponent(SHORT)}`, {
        headers: {
          ...{ 'x-api-key': key.api_key, 'x-api-secret': key.api_secret },
          ...{ 'x-request-id': request, 'user-agent': HOSTILE },
        },
      })
  }

  it('runs nowhere as script, on every page and in every panel', async () => {
    const { demo, browser } = journeys
    const { accountId: account_id } = await demo.newAccount(SHORT)
    await fill(account_id)
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
      const opener = page.getByRole('main').locator('tr[data-opens] button')
      for (let nth = 0; nth < Math.min(await opener.count(), FULL ? MOST_OPENED : 1); nth += 1) {
        await opener.nth(nth).click()
        await settled(page)
        expect([`${name}, opened ${nth}`, await taken(page)]).toEqual([`${name}, opened ${nth}`, false])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
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

  it.runIf(FULL).each(OTHER_PAGES)(
    'runs nowhere as script on the pages of $who, and in their panels',
    async ({ open, pages }) => {
      const { demo } = journeys
      const { resellerId, accountId } = await fillOperators(demo, { name: SHORT, reason: HOSTILE })
      const brand = { host: `${resellerId.toLowerCase()}.example`, name: SHORT, colour: null, support_email: null }
      await demo.run('brands.set', { account_id: resellerId, ...brand })
      const { page, context, faults } = await open(journeys, resellerId)
      const names = await pages(demo, accountId)
      for (const name of names) {
        await page.goto(`${demo.url}/console/${name}`)
        await settled(page)
        expect([name, await taken(page)]).toEqual([name, false])
        if ((await firstRow(page).count()) === 0) continue
        await firstRow(page).click()
        await settled(page)
        // Each field that is there takes it, and what is shown of it while it is typed is a text too.
        for (const field of await page.getByRole('dialog').getByRole('textbox').all())
          if (await field.isEditable()) await field.fill(SHORT)
        await settled(page)
        expect([`${name}, opened`, await taken(page)]).toEqual([`${name}, opened`, false])
      }
      await context.close()
      expect(faults.found).toEqual([])
    },
  )

  it.runIf(FULL)(
    'leads nowhere: the way back of a link and of the sign-in stay addresses of the web and of the console',
    async () => {
      const { demo, signedIn, open } = journeys
      const link = (return_url: string) =>
        demo.run('portal-links.create', {
          account_id: demo.accountId,
          role: 'viewer',
          person_ref: 'user-1',
          return_url,
        })
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
    },
  )
})
