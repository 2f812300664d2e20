import {
  type Documents,
  defineDocument,
  ISSUED_DOCUMENTS,
  type RecordRow,
  type RecordScope,
  type RecordStore,
  walletKey,
  zero,
} from '@parakh/core'
import { manualClock, testSecrets } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readPdf } from '../test/read-pdf.ts'
import type { DocumentBrand } from './brand/brand.ts'
import { createDocuments } from './create-documents.ts'

const Card = defineDocument('dl.licence', {
  record: z.object({ name: z.string(), number: z.string() }),
  title: 'Driving licence',
  fileName: ({ number }) => `dl-${number}.pdf`,
  blocks: ({ name }) => [{ fields: [['Name', name]] }],
})
const call = {
  reference: '01K9Z7Q4M8T2W6X0Y3B5C7D9FA',
  requestId: 'one',
  account: 'account',
  environment: 'production',
  price: zero,
  at: new Date(0),
} as const
const id = `${call.reference}.dl.licence`

function setUp() {
  const clock = manualClock()
  const rows = new Map<string, string>()
  const place = (collection: string, scope: RecordScope, at: string): string =>
    `${collection} ${scope === 'shared' ? scope : walletKey(scope)} ${at}`
  const records: Pick<RecordStore, 'get'> = {
    get: async (collection, scope, at) => {
      const value = rows.get(place(collection, scope, at))
      const row: RecordRow | null =
        value === undefined
          ? null
          : { id: at, state: 'issued', version: 1, value, createdAt: clock.now(), updatedAt: clock.now() }
      return row
    },
  }
  const make = (secret?: string, brand: DocumentBrand = { name: 'Acme Verify' }) =>
    createDocuments({
      brand,
      ...{ baseUrl: () => 'https://api.acme.example', expiresInSeconds: 900, clock, secrets: testSecrets(secret) },
      records: records as RecordStore,
    })
  const documents = make()
  const keep = (kept: string | null): void => {
    const { account: accountId, environment } = call
    rows.set(place(ISSUED_DOCUMENTS, { accountId, environment }, id), kept ?? '')
  }
  const prepare = (record = { name: 'Asha Kulkarni', number: 'XX0020200000001' }) =>
    documents.prepare({ id, document: Card, record, call })
  return { clock, documents, make, keep, prepare, rows }
}
const last = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

describe('a document', () => {
  it('is issued with a stable URL, a lifetime, a file name and a page count, and opens once it is stored', async () => {
    const { documents, make, keep, prepare } = setUp()
    const { issued, kept } = await prepare()
    expect(issued).toEqual({
      pdf_url: expect.stringMatching(/^https:\/\/api\.acme\.example\/documents\/[\w-]+$/),
      pdf_expires_in: 900,
      file_name: 'dl-XX0020200000001.pdf',
      pages: 1,
    })
    expect((await prepare()).issued).toEqual(issued)
    const token = last(issued.pdf_url)
    expect(await documents.open(token)).toEqual({ kind: 'expired' })
    keep(kept)
    for (const process of [documents, make()]) {
      const opened = await process.open(token)
      if (opened.kind !== 'found') throw new Error(opened.kind)
      expect(opened.fileName).toBe('dl-XX0020200000001.pdf')
      expect((await readPdf((await opened.pdf()) ?? new Uint8Array())).pages[0]).toContain('Asha Kulkarni')
    }
  })

  it('expires by the clock of the server, and opens again under the same URL when it is renewed', async () => {
    const { clock, documents, keep, prepare } = setUp()
    const { issued, kept } = await prepare()
    keep(kept)
    const token = last(issued.pdf_url)
    expect(documents.renew(kept ?? '')).toBeNull()
    clock.advance(899_000)
    expect(await documents.open(token)).toMatchObject({ kind: 'found' })
    clock.advance(1_000)
    expect(await documents.open(token)).toEqual({ kind: 'expired' })
    keep(documents.renew(kept ?? ''))
    clock.advance(899_000)
    expect(await documents.open(token)).toMatchObject({ kind: 'found' })
  })

  it('lives as long as a renewal says, which a later and shorter one does not cut', async () => {
    const { clock, documents, keep, prepare } = setUp()
    const { issued, kept } = await prepare()
    const long = documents.renew(kept ?? '', { forSeconds: 86_400 })
    keep(long)
    clock.advance(960_000)
    expect(documents.renew(long ?? '')).toBeNull()
    clock.advance(86_400_000 - 961_000)
    expect(await documents.open(last(issued.pdf_url))).toMatchObject({ kind: 'found' })
    clock.advance(1_000)
    expect(await documents.open(last(issued.pdf_url))).toEqual({ kind: 'expired' })
  })

  it('has an entity tag of its stored content and the brand, known before it is drawn', async () => {
    const { clock, documents, make, keep, prepare } = setUp()
    const etagOf = async (from: Documents, token: string): Promise<string> => {
      const opened = await from.open(token)
      return opened.kind === 'found' ? opened.etag : opened.kind
    }
    const { issued, kept } = await prepare()
    const token = last(issued.pdf_url)
    keep(kept)
    const etag = await etagOf(documents, token)
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect(await etagOf(make(), token)).toBe(etag)
    clock.advance(5_000)
    keep(documents.renew(kept ?? ''))
    expect(await etagOf(documents, token)).toBe(etag)
    const others = [
      { name: 'Other Verify' },
      { name: 'Acme Verify', colour: '#0a6d52' },
      { name: 'Acme Verify', logo: Uint8Array.of(1) },
    ]
    const etags = await Promise.all(others.map((brand) => etagOf(make(undefined, brand), token)))
    keep((await prepare()).kept)
    expect(new Set([etag, ...etags, await etagOf(documents, token)]).size).toBe(5)
  })

  it('is drawn once for all who fetch it', async () => {
    const { documents, keep, prepare } = setUp()
    const { issued, kept } = await prepare()
    keep(kept)
    const fetched = Array.from({ length: 100 }, async () => {
      const opened = await documents.open(last(issued.pdf_url))
      return opened.kind === 'found' ? opened.pdf() : null
    })
    const [first, ...others] = await Promise.all(fetched)
    expect(first).not.toBeNull()
    for (const other of others) expect(other).toBe(first)
  })

  it('is refused during preparation if its content is too large to lay out quickly', async () => {
    const { prepare } = setUp()
    const name = 'word '.repeat(4_000)
    await expect(prepare({ name, number: 'X' })).resolves.toMatchObject({ issued: { pages: expect.any(Number) } })
    const { documents } = setUp()
    const long = defineDocument('long', { ...Card.definition, blocks: () => Array(6).fill({ note: name }) })
    await expect(documents.prepare({ id, document: long, record: { name, number: 'X' }, call })).rejects.toMatchObject({
      code: 'DOCUMENT_INVALID',
      message: expect.stringContaining('at most 100000 characters'),
    })
  })

  it('is of no use at another host', async () => {
    const { make, keep, prepare } = setUp()
    const { issued, kept } = await prepare()
    keep(kept)
    expect(await make('another').open(last(issued.pdf_url))).toEqual({ kind: 'invalid' })
  })

  it('is verified by its code, which reveals nothing about its subject', async () => {
    const { documents, make, prepare } = setUp()
    const { kept } = await prepare()
    const { verifyUrl, fingerprint } = z
      .object({ verifyUrl: z.string(), fingerprint: z.string() })
      .parse(JSON.parse(kept ?? ''))
    const verified = documents.verify(last(verifyUrl))
    expect(verified).toEqual({
      number: call.reference,
      title: 'Driving licence',
      environment: 'production',
      issuedAt: manualClock().now(),
      fingerprint,
    })
    expect(fingerprint).toMatch(/^[0-9A-F]{16}$/)
    expect(make('another').verify(last(verifyUrl))).toBeNull()
  })

  it('has a fingerprint of its content', async () => {
    const { prepare } = setUp()
    const fingerprint = ({ kept }: { kept: string | null }) => JSON.parse(kept ?? '').fingerprint
    const [one, same, other] = [await prepare(), await prepare(), await prepare({ name: 'Asha Kulkarnj', number: 'X' })]
    expect(fingerprint(same)).toBe(fingerprint(one))
    expect(fingerprint(other)).not.toBe(fingerprint(one))
  })

  it.each([
    ['no blocks', []],
    ['a value that is no text', [{ fields: [['Name', 7]] }]],
    ['a block of no kind', [{ picture: 'x' }]],
    ['too many columns', [{ table: { columns: Array(17).fill('c'), rows: [] } }]],
  ])('is refused if its definition returns %s, without the content in the error', async (_, blocks) => {
    const { documents } = setUp()
    const broken = defineDocument('broken', { ...Card.definition, blocks: () => blocks as never })
    await expect(
      documents.prepare({ id, document: broken, record: { name: 'SECRET', number: 'SECRET' }, call }),
    ).rejects.toMatchObject({ code: 'DOCUMENT_INVALID', message: expect.not.stringContaining('SECRET') })
  })
})
