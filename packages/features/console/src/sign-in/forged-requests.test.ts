import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'
import consolePlugin from '../index.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const OWN = { ...JSON_BODY, 'x-console-page': '1', 'sec-fetch-site': 'same-origin' }
const { 'sec-fetch-site': _, ...OLD_BROWSER } = OWN
/** What pages of other sites can make a browser send. */
const FORGERIES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a form of another site', { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }],
  ['a form with a body of text', { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }],
  ['a page of another site, with the header', { ...OWN, 'sec-fetch-site': 'cross-site' }],
  ['a page of a host below the same domain', { ...OWN, 'sec-fetch-site': 'same-site' }],
  ['an address that was typed', { ...OWN, 'sec-fetch-site': 'none' }],
  ['a page of this host, without the header', { ...JSON_BODY, 'sec-fetch-site': 'same-origin' }],
  ['a page of this host, with a form', { ...OWN, 'content-type': 'multipart/form-data; boundary=x' }],
  ['a page of this host, with text', { ...OWN, 'content-type': 'text/plain; application/json' }],
  ['an old browser on another site', { ...OLD_BROWSER, origin: 'https://evil.example' }],
  ['an old browser on a page without an origin', { ...OLD_BROWSER, origin: 'null' }],
  ['an old browser on this host by another port', { ...OLD_BROWSER, origin: 'https://console.example:8443' }],
  ['an old browser on a host that begins alike', { ...OLD_BROWSER, origin: 'https://console.example.evil.example' }],
  ['a client that tells nothing', OLD_BROWSER],
]
const POSTS = consolePlugin.definition.routes.filter(({ method }) => method === 'POST').map(({ path }) => path)

describe('a request that no page of the console sent', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let browser: Browser
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    process = await place.open()
    browser = process.browser()
    await browser.signUp('asha@acme.example')
  })
  afterAll(() => place.end())
  const body = '{"email":"asha@acme.example"}'

  it.each(FORGERIES)('is refused on every route of the sign-in: %s', async (_, headers) => {
    expect(POSTS).toContain('/console/sign-in')
    for (const path of POSTS) {
      const refused = await browser.send('POST', path, { body, headers })
      expect([refused.status, refused.code, refused.headers['set-cookie']], path).toEqual([
        ...[403, 'REQUEST_FORGED', undefined],
      ])
    }
  })

  it.each(FORGERIES)('changes nothing over the admin API: %s', async (_, headers) => {
    for (const [method, url] of [
      ['PATCH', '/admin/v1/me'],
      ['POST', '/admin/v1/keys'],
      ['DELETE', '/admin/v1/me/totp'],
    ] as const) {
      const refused = await browser.send(method, url, { body: '{"name":"Eve"}', headers })
      expect([refused.status, refused.code], `${method} ${url}`).toEqual([403, 'REQUEST_FORGED'])
    }
    expect((await browser.admin('GET', '/me')).body.name).not.toBe('Eve')
  })

  it('is told from one of an old browser on a page of this host, which is answered', async () => {
    const headers = { ...OLD_BROWSER, origin: 'https://console.example' }
    expect((await browser.send('PATCH', '/admin/v1/me', { body: { name: 'Asha' }, headers })).status).toBe(200)
  })

  it('reads nothing that another site could read: no answer is shared with one', async () => {
    const read = await browser.send('GET', '/admin/v1/me', { headers: { origin: 'https://evil.example' } })
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    expect(read.headers['cache-control']).toBe('no-store')
  })
})
