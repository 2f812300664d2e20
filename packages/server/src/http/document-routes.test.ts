import { inflateSync } from 'node:zlib'
import { Clock, Documents, type Service, Store, service } from '@parakh/core'
import documents from '@parakh/documents'
import { fakeDocuments } from '@parakh/testkit'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { cards } from '../../test/card-plugin.ts'
import {
  type ServerForTest,
  type ServerForTestOptions,
  secretsForTest,
  serverForTest,
} from '../../test/server-for-test.ts'
import { parakh } from '../fastify-plugin.ts'

const PUBLIC = 'https://api.acme.example'
const Card = z.object({
  data: z.object({ pdf_url: z.string(), pdf_expires_in: z.int(), file_name: z.string(), pages: z.int() }),
})

/** A stream of a PDF; empty: it is packed in another way. */
function unpacked(packed: string): string {
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}

describe('the document of a call', () => {
  let test: ServerForTest
  let laterMs = 0
  const clock = {
    now: () => new Date(Date.now() + laterMs),
    monotonicMs: () => performance.now(),
    advance: (ms: number) => {
      laterMs += ms
    },
  }
  const start = async ({ config, ...options }: ServerForTestOptions = {}) => {
    test = await serverForTest({
      plugins: [cards(), documents()],
      services: [service(Clock, {}, () => clock)],
      config: {
        brand: { name: 'Acme & Sons', supportEmail: 'help@acme.example', colour: '#0a6d52' },
        server: { port: 0, publicUrl: PUBLIC },
        ...config,
      },
      ...options,
    })
    return test
  }
  afterEach(() => {
    laterMs = 0
    return test.server.close()
  })
  const issue = async (requestId = 'one', name = 'Asha Kulkarni') => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/v1/card',
      headers: { ...test.sandbox.headers, 'x-request-id': requestId },
      payload: { name },
    })
    return { reply, data: Card.parse(reply.json()).data }
  }
  const pathOf = (url: string): string => url.replace(PUBLIC, '')
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    test.app.inject({ method, url, headers })

  it('is served as an uncacheable PDF, by GET and HEAD, to whoever has the link', async () => {
    await start()
    const { data } = await issue()
    expect(data).toMatchObject({ pdf_expires_in: 900, file_name: 'Asha Kulkarni.pdf', pages: 1 })
    expect(data.pdf_url).toMatch(/^https:\/\/api\.acme\.example\/documents\/[\w-]+$/)
    const reply = await get(pathOf(data.pdf_url))
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Asha Kulkarni.pdf"; filename*=UTF-8''Asha%20Kulkarni.pdf`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const head = await get(pathOf(data.pdf_url), {}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', undefined])
    expect(head.headers).toMatchObject({ 'content-type': 'application/pdf', etag: reply.headers['etag'] })
    const unchanged = await get(pathOf(data.pdf_url), { 'if-none-match': String(reply.headers['etag']) })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  })

  const documentsOf = (pdf: () => Promise<Uint8Array | null>): Service =>
    service(Documents, {}, () => ({
      ...fakeDocuments(),
      open: async () => ({ kind: 'found', etag: '"one"', fileName: 'one.pdf', pdf }),
    }))

  it('is not drawn for a HEAD, nor for one who has it', async () => {
    let drawn = 0
    const documents = documentsOf(async () => {
      drawn += 1
      return Buffer.from('%PDF-1.7')
    })
    await start({ services: [documents] })
    const head = await get('/documents/one', {}, 'HEAD')
    expect([head.statusCode, head.headers['etag']]).toEqual([200, '"one"'])
    expect((await get('/documents/one', { 'if-none-match': '"one"' })).statusCode).toBe(304)
    expect(drawn).toBe(0)
    expect((await get('/documents/one', { 'if-none-match': '"another"' })).body).toBe('%PDF-1.7')
    expect(drawn).toBe(1)
    const { body } = await get('/metrics')
    expect(body).toContain('parakh_document_fetches_total{outcome="sent"} 1')
    expect(body).toContain('parakh_document_fetches_total{outcome="without_body"} 2')
  })

  it('answers Retry-After 1 if too many are being drawn, as a page or as JSON', async () => {
    await start({ services: [documentsOf(async () => null)] })
    const page = await get('/documents/one')
    expect([page.statusCode, page.headers['retry-after'], page.headers['etag']]).toEqual([503, '1', undefined])
    expect(page.body).toContain('One moment, please')
    const json = await get('/documents/one', { accept: 'application/json' })
    expect([json.statusCode, json.headers['retry-after']]).toEqual([503, '1'])
    expect(json.json()).toMatchObject({ success: false, error: { code: 'DOCUMENTS_BUSY' }, meta: { charged: 0 } })
    expect((await get('/metrics')).body).toContain('parakh_document_fetches_total{outcome="busy"} 2')
  })

  it('has a name in any script that no header breaks on', async () => {
    await start()
    const { data } = await issue('two', 'आशा "K"\r\nX-Evil: 1')
    const reply = await get(pathOf(data.pdf_url))
    expect(reply.headers['x-evil']).toBeUndefined()
    expect(reply.headers['content-disposition']).toMatch(
      /^inline; filename="[\x20-\x7e]+\.pdf"; filename\*=UTF-8''%E0%A4%86/,
    )
  })

  it('expires, with a clear page, and opens again under the same link when its call is replayed', async () => {
    await start({ plugins: [cards(), documents({ expiresInSeconds: 60 })] })
    const { reply: first, data } = await issue()
    expect(data.pdf_expires_in).toBe(60)
    clock.advance(60_000)
    const expired = await get(pathOf(data.pdf_url), { accept: 'text/html,application/xhtml+xml' })
    expect(expired.statusCode).toBe(403)
    expect(expired.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(expired.headers['content-security-policy']).toContain("default-src 'none'")
    expect(expired.body).toContain('This link has expired')
    expect(expired.body).toContain('Acme &#38; Sons')
    expect(expired.body).not.toContain('Asha')
    const { reply: replayed } = await issue()
    expect(replayed.headers['idempotent-replayed']).toBe('true')
    expect(replayed.body).toBe(first.body)
    expect((await get(pathOf(data.pdf_url))).statusCode).toBe(200)
    clock.advance(60_000)
    expect((await get(pathOf(data.pdf_url))).statusCode).toBe(403)
  })

  it('is refused where the link is altered, foreign or of nothing, as a page or as JSON', async () => {
    await start()
    const { data } = await issue()
    const path = pathOf(data.pdf_url)
    const end = path.endsWith('A') ? 'B' : 'A'
    const foreign = path.slice(0, -22) + 'A'.repeat(22)
    for (const wrong of [
      path.slice(0, -1) + end,
      foreign,
      `${path}A`,
      `${path}/x`,
      '/documents/',
      '/documents/%00',
      `/documents/${'A'.repeat(3000)}`,
    ]) {
      const page = await get(wrong)
      expect([wrong, page.statusCode]).toEqual([wrong, 403])
      expect(page.body).toContain('This link is not valid')
    }
    const json = await get(foreign, { accept: 'application/json' })
    expect(json.statusCode).toBe(403)
    expect(json.json()).toEqual({
      success: false,
      request_id: expect.any(String),
      error: { code: 'DOCUMENT_LINK_INVALID', message: expect.stringContaining('Acme & Sons') },
      meta: { charged: 0 },
    })
    clock.advance(900_000)
    expect((await get(path, { accept: 'application/json' })).json()).toMatchObject({
      error: { code: 'DOCUMENT_LINK_EXPIRED' },
    })
  })

  it('is in no log and no metric', async () => {
    await start()
    const { data } = await issue()
    const token = data.pdf_url.slice(data.pdf_url.lastIndexOf('/') + 1)
    await get(pathOf(data.pdf_url))
    await get(pathOf(data.pdf_url).slice(0, -1))
    const metrics = (await get('/metrics')).body
    for (const text of [test.logger.text(), metrics]) {
      expect(text).not.toContain(token.slice(0, 40))
      expect(text).not.toContain('Asha')
    }
  })

  it('is verified by its code: title, time and issuer, no subject, also after its retention', async () => {
    await start()
    const { data } = await issue()
    const path = await verifyPathOf(data.pdf_url)
    clock.advance(30 * 86_400_000)
    const page = await get(path)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('A sandbox document, not a record')
    expect(page.body).toContain('Member card')
    const json = await get(path, { accept: 'application/json' })
    expect(json.json()).toEqual({
      issued: true,
      number: expect.stringMatching(/^[0-9A-Z]{26}$/),
      title: 'Member card',
      environment: 'sandbox',
      issued_at: expect.any(String),
      fingerprint: expect.stringMatching(/^[0-9A-F]{16}$/),
      issuer: 'Acme & Sons',
    })
    for (const text of [page.body, json.body]) expect(text).not.toMatch(/Asha|XXXX/)
    const forged = await get(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)
    expect(forged.statusCode).toBe(404)
    expect(forged.body).toContain('Not a document of ours')
  })

  it('is confirmed as issued, and no copy of it as unaltered', async () => {
    const issuedAt = new Date('2025-11-21T12:12:10Z')
    const found = { number: '01K9', title: 'Licence', environment: 'production', issuedAt, fingerprint: 'AB' } as const
    await start({ services: [service(Documents, {}, () => ({ ...fakeDocuments(), verify: () => found }))] })
    const { body } = await get('/documents/verify/one')
    expect(body).toContain('issued a document of this number, title and time')
    expect(body).toContain('does not confirm that a copy is unaltered')
  })

  /** The URL of the code on a document. */
  const verifyPathOf = async (pdfUrl: string): Promise<string> => {
    const pdf = (await get(pathOf(pdfUrl))).rawPayload.toString('latin1')
    const objects = [...pdf.matchAll(/\bstream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = '']) =>
      unpacked(packed),
    )
    const [, uri = ''] = /\/URI \(([^)]+)\)/.exec(objects.join('\n')) ?? []
    expect(uri).toMatch(/^https:\/\/api\.acme\.example\/documents\/verify\/[\w-]+$/)
    return pathOf(uri)
  }

  it('has loopback links without a public URL, whatever the Host header', async () => {
    await start({ config: { server: { port: 0, prefix: '/verify' } } })
    const { url } = await test.server.listen()
    const reply = await test.app.inject({
      method: 'POST',
      url: '/verify/api/v1/card',
      headers: { ...test.sandbox.headers, host: 'evil.example' },
      payload: { name: 'Asha' },
    })
    const { pdf_url } = Card.parse(reply.json()).data
    expect(pdf_url.startsWith(`${url}/documents/`)).toBe(true)
    expect((await get(new URL(pdf_url).pathname)).statusCode).toBe(200)
  })
})

it('is served within an application that allows short parameters only', async () => {
  const app = fastify()
  const { store, server } = await serverForTest({ plugins: [cards(), documents()] })
  await app.register(parakh, {
    plugins: [cards(), documents()],
    secrets: secretsForTest(),
    services: [service(Store, {}, () => store)],
    server: { publicUrl: 'https://acme.example/inner' },
    logger: false,
    prefix: '/inner',
  })
  await app.ready()
  const reply = await app.inject(`/inner/documents/${'A'.repeat(200)}`)
  expect(reply.statusCode).toBe(403)
  await app.close()
  await server.close()
})
