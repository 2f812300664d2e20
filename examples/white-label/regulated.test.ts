import type { Plugin } from '@parakh/core'
import { type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ServedSandbox, servedSandbox } from './served-sandbox.ts'

/** What takes or returns an Aadhaar number, or maps one identity to another. */
const REGULATED = [
  'aadhaar-to-pan',
  'agristack-farmer-pdf',
  'mobile-to-pan',
  'npci-status',
  'pan-to-aadhaar',
  'pan-to-aadhaar-search',
  'ration-print',
  'up-ration-to-aadhaar',
  'voter-mobile-link',
]

let served: ServedSandbox
let upstream: FakeUpstream
beforeEach(async () => {
  upstream = await fakeUpstream()
})
afterEach(async () => {
  await served[Symbol.asyncDispose]()
  await upstream.close()
})
const hosted = () => served.server.host.endpoints

it('regulates those endpoints and no others', async () => {
  served = await servedSandbox()
  const installed = hosted().map(({ endpoint }) => endpoint.id)
  const regulated = hosted().filter(({ endpoint }) => endpoint.consent?.regulated)
  expect(regulated.map(({ endpoint }) => endpoint.id).sort()).toEqual(REGULATED.filter((id) => installed.includes(id)))
})

it('answers 403 to each of them in production, for nothing, as the file stands', async () => {
  served = await servedSandbox()
  const { headers, apiKey, paise } = await served.account('production')
  const before = await paise()
  for (const { endpoint, path } of hosted().filter(({ endpoint }) => REGULATED.includes(endpoint.id))) {
    const body =
      endpoint.method === 'POST'
        ? { body: '{}', headers: { ...headers, 'content-type': 'application/json' } }
        : { headers }
    const query = endpoint.method === 'POST' ? '' : `?api_key=${apiKey}`
    const { status } = await fetch(`${served.url}${path}${query}`, { method: endpoint.method, ...body })
    expect([endpoint.id, status]).toEqual([endpoint.id, 403])
  }
  expect(await paise()).toBe(before)
})

/** PAN lookups with a source over HTTP, licensed. */
const licensed = (plugins: readonly Plugin[]) =>
  plugins.map((plugin) => {
    if (plugin.id !== 'pan') return plugin
    const byMobile = { path: '/by-mobile', body: { mobile: 'input.mobile' }, record: 'body' }
    const link = { path: '/link', body: { pan: 'input.pan' }, record: 'body' }
    const live = { provider: 'http', baseUrl: upstream.url, authorised: true, operations: { byMobile, link } }
    const licence = { authority: 'UIDAI', number: 'KUA-17', validUntil: '2099-03-31' }
    return { ...plugin, options: { ...plugin.options, live, licence, consent: { notice: 'notice-3' } } }
  })

it('needs the consent of the holder in each call, by the header or by the field that an endpoint has', async () => {
  served = await servedSandbox(licensed)
  upstream.on('/by-mobile', reply.json({ pan: 'ABCPE1234F', name: 'ASHA RAO', mobile: '9876543210' }))
  const link = { pan: 'ABCPE1234F', name: 'ASHA RAO', dob: '1990-01-15', gender: 'F', seeded_on: '2020-06-01' }
  upstream.on('/link', reply.json({ ...link, aadhaar: '234123412346' }))
  const { headers, apiKey } = await served.account('production')
  const byMobile = (more: object = {}) =>
    fetch(`${served.url}/api/v1/mobile-to-pan?Name=Asha%20Rao&MobileNo=9876543210&api_key=${apiKey}`, {
      headers: { ...headers, ...more },
    })
  const search = (body: object) =>
    fetch(`${served.url}/api/v1/pan-to-aadhaar-search`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ pan: 'ABCPE1234F', ...body }),
    })
  expect((await byMobile()).status).toBe(422)
  expect(await (await search({})).json()).toMatchObject({ error: { code: 'CONSENT_REQUIRED' }, meta: { charged: 0 } })
  expect(upstream.requests).toHaveLength(0)
  expect(await (await byMobile({ 'x-consent-ref': 'artefact-9' })).json()).toMatchObject({ pan_number: 'ABCPE1234F' })
  const found = await search({ consent: 'Y' })
  expect(found.status).toBe(200)
  const text = await found.text()
  expect(JSON.parse(text)).toMatchObject({ data: { linked: true, id_masked: 'XXXX XXXX 2346' } })
  expect(text).not.toContain('234123412346')
})
