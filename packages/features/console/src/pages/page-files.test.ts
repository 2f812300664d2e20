import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoServer, demoServer } from '../../test/demo-server.ts'
import { SITE_FOLDER } from '../site-folder.ts'
import { readSite } from './built-site.ts'

/** Of the scripts that Home needs first, in bytes of gzip. */
const FIRST_LOAD_BYTES = 190_000

describe('the pages as they are served', () => {
  let demo: DemoServer
  beforeAll(async () => {
    demo = await demoServer()
  })
  afterAll(async () => {
    await demo[Symbol.asyncDispose]()
  })
  const get = (path: string, headers: Record<string, string> = {}) => demo.server.app.inject({ url: path, headers })

  it('have a policy that runs no inline script, a nonce of their own, and stand in no frame and no cache', async () => {
    const [one, other] = [await get('/console/'), await get('/console/usage')]
    const policyOf = (reply: typeof one) => String(reply.headers['content-security-policy'])
    expect(policyOf(one)).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
    expect(policyOf(one)).toContain("frame-ancestors 'none'")
    expect(policyOf(one)).toContain("base-uri 'none'; form-action 'self'")
    expect(policyOf(one)).not.toContain('unsafe')
    expect(policyOf(one)).not.toBe(policyOf(other))
    expect([one.statusCode, one.headers['cache-control'], one.headers['x-content-type-options']]).toEqual([
      200,
      'no-store',
      'nosniff',
    ])
    expect(one.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'referrer-policy': 'no-referrer',
    })
  })

  it('carry the brand of the host as data, whatever it holds', async () => {
    const hostile = await demoServer({ name: '</script><script>alert(1)</script>' })
    const { payload } = await hostile.server.app.inject({ url: '/console/' })
    await hostile[Symbol.asyncDispose]()
    expect(payload).not.toContain('<script>alert')
    expect(payload).toContain('\\u003c/script>')
    expect(payload).toContain('<title>&#60;/script&#62;')
  })

  it('name their files relative to the requested path, so that any prefix works', async () => {
    const scripts = async (path: string) => /src="([^"]+)"/.exec((await get(path)).payload)?.[1]
    expect(await scripts('/console/')).toMatch(/^\.\/assets\//)
    expect(await scripts('/console/usage')).toMatch(/^\.\/assets\//)
    expect(await scripts('/console/webhooks/01J')).toMatch(/^\.\.\/assets\//)
    expect((await get('/console')).headers['location']).toBe('./console/')
  })

  it('send each file in the best form that a browser takes, for ever, and nothing that was not built', async () => {
    const name = /assets\/([^"]+\.js)/.exec((await get('/console/')).payload)?.[1] ?? ''
    const as = (encoding: string) => get(`/console/assets/${name}`, { 'accept-encoding': encoding })
    const [br, gzip, plain] = [await as('gzip, br'), await as('gzip, br;q=0'), await as('identity')]
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(br.rawPayload.length).toBeLessThan(gzip.rawPayload.length)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const path of ['none.js', '..%2findex.html', '%2e%2e%2f%2e%2e%2fpackage.json'])
      expect((await get(`/console/assets/${path}`)).statusCode).toBe(404)
  })

  it('load less than 190 kB of scripts for Home', () => {
    const { html, assets } = readSite(SITE_FOLDER)
    const first = [...(html ?? '').matchAll(/assets\/([^"]+\.js)/g)].map(([, name = '']) => assets.get(name))
    const bytes = first.reduce((sum, file) => sum + (file?.gzip ?? file?.plain ?? []).length, 0)
    expect(first.length).toBeGreaterThan(1)
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES)
  })
})
