import { readFileSync } from 'node:fs'
import jsqr from 'jsqr'
import { URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { settled } from '../../../test/console-browser.ts'
import { type Journeys, openJourneys, press, pressIn, store } from '../../../test/journey.ts'

const scan = 'default' in jsqr ? jsqr.default : jsqr
const Opened = z.object({ url: z.string() })

describe('how people sign in, and stay the only ones who do', () => {
  let journeys: Journeys
  beforeAll(async () => {
    // Passkeys are of a name.
    journeys = await openJourneys({ listensAt: 'localhost' })
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  const home = (page: Page) => page.getByRole('heading', { level: 1, name: /Home|Welcome/ })
  async function signOut(page: Page): Promise<void> {
    await press(page, /Your menu/)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Acme Verify' }).waitFor()
  }

  it('a code that is wrong five times has ended, the right one too, and a new one signs in', async () => {
    const { demo, open } = journeys
    const { page, context } = await open()
    await page.goto(`${demo.url}/console/`)
    await page.getByLabel('E-mail address').fill('wrong@acme.example')
    await press(page, 'Send me a code')
    const code = await demo.codeFor('wrong@acme.example')
    const other = code === '0000 0000' ? '1111 1111' : '0000 0000'
    for (const left of [
      /4 tries are left/,
      /3 tries are left/,
      /2 tries are left/,
      /1 try is left/,
      /no longer valid/,
    ]) {
      await page.getByLabel('Code').fill(other)
      await press(page, 'Sign in')
      await page.getByText(left).waitFor()
    }
    expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isDisabled()).toBe(true)
    await press(page, 'Send a new code')
    const next = await demo.codeFor('wrong@acme.example', 1)
    await page.getByLabel('Code').fill(code)
    await press(page, 'Sign in')
    await page.getByText(/4 tries are left/).waitFor()
    await page.getByLabel('Code').fill(next)
    await press(page, 'Sign in')
    await page.getByLabel('Name of your business').waitFor()
    await context.close()
  })

  it('a passkey is made, signs in without a code, confirms a change, and is removed', async () => {
    const { demo, signedIn } = journeys
    const { page, context } = await signedIn('owner', 'security')
    const debug = await context.newCDPSession(page)
    await debug.send('WebAuthn.enable')
    await debug.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    })
    await press(page, 'Add a passkey')
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
    await press(page, 'Create passkey')
    await page.getByRole('cell', { name: 'Work laptop', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'Never' }).waitFor()
    await signOut(page)
    await press(page, 'Sign in with a passkey')
    await home(page).waitFor()
    demo.pass(11)
    await page.goto(`${demo.url}/console/security`)
    await press(page, 'Remove Work laptop')
    await pressIn(page, 'Remove')
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
    await press(page, 'Use a passkey')
    await page.getByRole('cell', { name: 'Work laptop', exact: true }).waitFor({ state: 'detached' })
    await context.close()
  })

  it('an authenticator is set up by its QR code, asked for at the next sign-in, replaced by a recovery code, removed', async () => {
    const { demo, signedIn, enterCode } = journeys
    const { page, context, email } = await signedIn('owner', 'security')
    await press(page, 'Set up')
    const drawn = page.getByRole('img', { name: 'QR code for the authenticator app' })
    await drawn.waitFor()
    const { data, width, height } = PNG.sync.read(await drawn.screenshot())
    const app = URI.parse(scan(new Uint8ClampedArray(data), width, height)?.data ?? '')
    expect([app.issuer, app.label]).toEqual(['Acme Verify', email])
    const typed = await page.getByRole('dialog').locator('pre').textContent()
    expect(typed?.replaceAll(' ', '')).toBe(app.secret.base32)
    const code = () => ('period' in app ? app.generate({ timestamp: demo.clock.now().getTime() }) : '')
    await page.getByLabel('Code from the app').fill(code() === '000000' ? '111111' : '000000')
    await pressIn(page, 'Confirm')
    await page.getByText('This is not the code.').waitFor()
    await page.getByLabel('Code from the app').fill(code())
    await pressIn(page, 'Confirm')
    const file = page.waitForEvent('download')
    await press(page, 'Download as text')
    const saved = readFileSync((await (await file).path()) ?? '', 'utf8').trim()
    const [shown = ''] = await store(page)
    expect(saved).toBe(shown.trim())
    const recovery = saved.split('\n')
    expect(recovery).toHaveLength(10)
    await page.getByText('10 left').waitFor()

    await signOut(page)
    await enterCode(page, email)
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    demo.pass(1)
    await page.getByLabel('Code').fill(code())
    await press(page, 'Confirm')
    await home(page).waitFor()
    await signOut(page)
    await enterCode(page, email)
    await page.getByLabel('Confirm by').selectOption('recovery_code')
    await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
    await press(page, 'Confirm')
    await home(page).waitFor()

    await page.goto(`${demo.url}/console/security`)
    await page.getByText('9 left').waitFor()
    demo.pass(11)
    await press(page, 'Remove the app')
    await pressIn(page, 'Remove the app')
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByLabel('Code').fill(code())
    await press(page, 'Confirm')
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    await context.close()
  })

  it('a device that is ended elsewhere is signed out at its next request', async () => {
    const { demo, signedIn, open, enterCode } = journeys
    const here = await signedIn('viewer')
    const there = await open()
    await enterCode(there.page, here.email)
    await home(there.page).waitFor()
    await here.page.goto(`${demo.url}/console/security`)
    await settled(here.page)
    await here.page.getByRole('button', { name: /^Sign out Chrome/ }).click()
    await here.page.getByRole('button', { name: /^Sign out Chrome/ }).waitFor({ state: 'detached' })
    await there.page.getByRole('link', { name: 'Usage log' }).click()
    await there.page.getByRole('heading', { name: 'Sign in to Acme Verify' }).waitFor()
    await here.page.reload()
    await here.page.getByText('This device').waitFor()
    await Promise.all([here.context.close(), there.context.close()])
  })

  it('a portal link signs in once, shows its pages alone, leads back, and asks before it replaces somebody', async () => {
    const { demo, signedIn, open } = journeys
    const link = async (pages: readonly string[] | null = null) => {
      const made = await demo.run('portal-links.create', {
        ...{ account_id: demo.accountId, role: 'admin', person_ref: 'user-42', pages },
        return_url: 'https://app.acme.example/verify',
      })
      return Opened.parse(made).url
    }
    const { page, context } = await open()
    const once = await link(['usage', 'security'])
    await page.goto(once)
    await page.getByRole('heading', { level: 1, name: 'Usage log' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await settled(page)
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(
      expect.arrayContaining(['Back to Acme Verify', 'Usage log', 'Security']),
    )
    expect(await page.getByRole('navigation').getByRole('link', { name: 'API keys' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Back to Acme Verify' }).getAttribute('href')).toBe(
      'https://app.acme.example/verify',
    )
    await page.goto(`${demo.url}/console/keys`)
    await page.getByText('This page is not here').waitFor()
    const second = await open()
    await second.page.goto(once)
    await second.page.getByText('This link is no longer valid').waitFor()

    const own = await signedIn('viewer')
    await own.page.goto(await link())
    await own.page.getByText('Somebody else is signed in here').waitFor()
    await own.page.goto(`${demo.url}/console/`)
    await home(own.page).waitFor()
    await own.page.goto(await link())
    await press(own.page, 'Continue')
    await own.page.getByRole('link', { name: 'Back to Acme Verify' }).waitFor()
    // Nobody can confirm here, so a change of people says where it is done.
    await own.page.goto(`${demo.url}/console/team`)
    await press(own.page, 'Invite a person')
    await own.page.getByRole('dialog').getByLabel('E-mail address').fill('new@acme.example')
    await pressIn(own.page, 'Invite a person')
    await own.page.getByText('You came here by a link of another application.', { exact: false }).waitFor()
    await Promise.all([context.close(), second.context.close(), own.context.close()])
  })
})
