import {
  Documents,
  defineDocument,
  defineEndpoint,
  definePlugin,
  ISSUED_DOCUMENTS,
  inr,
  modern,
  Pdf,
  service,
} from '@parakh/core'
import { createTestHost, fakeDocuments } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const Card = defineDocument('cards.card', {
  record: z.object({ name: z.string() }),
  title: 'Card',
  fileName: ({ name }) => `${name}.pdf`,
  blocks: ({ name }) => [{ heading: name }],
})
const request = z.object({ name: z.string(), copies: z.number().default(1), fails: z.boolean().default(false) })
const card = defineEndpoint({
  ...{ id: 'card', method: 'POST', path: '/card', group: 'Cards', summary: 'A card', envelope: modern },
  price: inr('3'),
  request,
  data: z.object({ documents: z.array(Pdf) }),
  errors: { NO_CARD: { message: 'No card' } },
  needs: { issue: Card },
  async handle({ request: { name, copies, fails }, issue, answer, fail }) {
    const documents = []
    for (let copy = 1; copy <= copies; copy += 1) documents.push(await issue({ name: `${name} ${copy}` }))
    return fails ? fail('NO_CARD') : answer({ documents })
  },
  fixtures: [{ scenario: 'success', request: { name: 'Asha' } }],
})
const cards = definePlugin({ id: 'cards', contract: 1, endpoints: [card] })
const DAY_MS = 86_400_000

async function setUp(...overrides: Parameters<typeof createTestHost>[0]['overrides'] & object) {
  const made = await createTestHost({ plugins: [cards()], overrides })
  const { host, store, account, keys } = made
  const scope = { accountId: account.id, environment: 'sandbox' } as const
  const call = (input: object, requestId?: string) =>
    host.call('card', input, keys.sandbox, requestId === undefined ? {} : { requestId })
  const kept = () => store.records.page(ISSUED_DOCUMENTS, scope, { cursor: null, limit: 100, state: null })
  const read = async (url: string) => {
    const row = await store.records.get(ISSUED_DOCUMENTS, scope, url.slice(url.lastIndexOf('/') + 1))
    return row && (JSON.parse(row.value) as { fileName: string; renewals: number })
  }
  return { ...made, call, kept, read }
}
const urlsOf = (reply: { data: unknown }): readonly string[] =>
  z
    .object({ documents: z.array(Pdf) })
    .parse(reply.data)
    .documents.map(({ pdf_url }) => pdf_url)

describe('a document of a call', () => {
  it('is kept where the call answers, each copy for itself', async () => {
    const { host, call, kept, read } = await setUp()
    const urls = urlsOf(await call({ name: 'Asha', copies: 3 }))
    expect(new Set(urls).size).toBe(3)
    for (const [index, url] of urls.entries())
      expect(await read(url)).toMatchObject({
        fileName: `Asha ${index + 1}.pdf`,
        blocks: [{ heading: `Asha ${index + 1}` }],
      })
    expect((await kept()).items).toHaveLength(3)
    await host.stop()
  })

  it('is forgotten where the call does not answer, and where the catalogue plays it', async () => {
    const { host, call, kept } = await setUp()
    expect(await call({ name: 'Asha', fails: true })).toMatchObject({ outcome: 'none' })
    await host.scenarios()
    expect((await kept()).items).toEqual([])
    await host.stop()
  })

  it('is renewed by a replay, under the same URL, and kept no longer for it', async () => {
    const { host, call, clock, read } = await setUp()
    const first = await call({ name: 'Asha', copies: 2 }, 'one')
    clock.advance(6 * DAY_MS)
    const again = await call({ name: 'Asha', copies: 2 }, 'one')
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    for (const url of urlsOf(first)) expect(await read(url)).toMatchObject({ renewals: 1 })
    clock.advance(DAY_MS)
    for (const url of urlsOf(first)) expect(await read(url)).toBeNull()
    await host.stop()
  })

  it('is renewed by one of many replays at once, and answered to all', async () => {
    const { host, call, read } = await setUp()
    const first = await call({ name: 'Asha' }, 'one')
    const replies = await Promise.all(Array.from({ length: 20 }, () => call({ name: 'Asha' }, 'one')))
    for (const reply of replies) expect(reply.body).toEqual(first.body)
    const renewed = await read(urlsOf(first)[0] ?? '')
    expect(renewed?.renewals).toBeGreaterThanOrEqual(1)
    await host.stop()
  })

  it('never fails the replay that renews it', async () => {
    const broken = {
      ...fakeDocuments(),
      renew: () => {
        throw new TypeError('a secret')
      },
    }
    const { host, call, logger } = await setUp(service(Documents, {}, () => broken))
    const first = await call({ name: 'Asha' }, 'one')
    expect((await call({ name: 'Asha' }, 'one')).body).toEqual(first.body)
    expect(logger.lines).toContainEqual(expect.objectContaining({ event: 'documents.not_renewed' }))
    expect(JSON.stringify(logger.lines)).not.toContain('a secret')
    await host.stop()
  })

  it('belongs to a host of another kind where that keeps nothing here', async () => {
    const prepare: Documents['prepare'] = async (given) => ({ ...(await fakeDocuments().prepare(given)), kept: null })
    const { host, call, kept } = await setUp(service(Documents, {}, () => ({ ...fakeDocuments(), prepare })))
    expect((await call({ name: 'Asha' }, 'one')).status).toBe(200)
    expect((await call({ name: 'Asha' }, 'one')).status).toBe(200)
    expect((await kept()).items).toEqual([])
    await host.stop()
  })
})
