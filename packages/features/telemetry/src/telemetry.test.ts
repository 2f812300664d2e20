import { createServer, type Server } from 'node:http'
import { defineEndpoint, definePlugin, defineProvider, inr, modern, operation, UpstreamError } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import telemetry from './index.ts'

const CardProvider = defineProvider('card', {
  find: operation({ effect: 'read', input: z.object({ pan: z.string() }), output: z.object({ name: z.string() }) }),
})
const card = defineEndpoint({
  ...{ id: 'card', method: 'POST', path: '/card', group: 'Test', summary: 'Find a card', envelope: modern },
  ...{ price: inr('1'), request: z.object({ pan: z.string() }), data: z.object({ name: z.string() }) },
  errors: { NOBODY: { message: 'Nobody has it' } },
  uses: CardProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.find(request)
    return found ? answer(found) : fail('NOBODY')
  },
  fixtures: [
    { scenario: 'success', request: { pan: 'AAAPA0000A' }, records: { find: { name: 'Asha' } } },
    { scenario: 'not-found', request: { pan: 'ZZZPZ0000Z' } },
    { scenario: 'upstream-failure', request: { pan: 'DDDPD0000D' } },
    { scenario: 'throttled', request: { pan: 'TTTPT0000T' } },
  ],
})
const plugin = definePlugin({ id: 'card', contract: 1, provider: CardProvider, endpoints: [card] })
const source = CardProvider.implement({
  ...{ id: 'register', options: z.object({}) },
  make: () => ({
    async find({ pan }) {
      if (pan === 'DOWNP1234D') throw new UpstreamError('unprocessable', `nothing fits ${pan}`)
      return pan === 'NONEP1234N' ? null : { name: 'Asha Rao' }
    },
  }),
})

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const SpanView = z.object({
  ...{ name: z.string(), spanId: z.string(), traceId: z.string(), parentSpanId: z.string().optional() },
  ...{ attributes: z.array(Attribute), status: z.object({ code: z.int().optional() }).optional() },
})
const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanView) })),
    }),
  ),
})
type SpanView = z.output<typeof SpanView>

let collector: Server
let endpoint: string
let taken: { url: string; headers: Record<string, unknown>; body: string }[]
beforeEach(async () => {
  taken = []
  collector = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    taken.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterEach(() => void collector.close())

const sent = (path: string) => taken.filter(({ url }) => url === path)
const spans = (): readonly SpanView[] =>
  sent('/v1/traces').flatMap(({ body }) =>
    Traces.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  )
const attributesOf = (span: SpanView | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
/** `card > provide > ask card/register` */
function pathOf(span: SpanView, all: readonly SpanView[]): string {
  const parent = all.find(({ spanId }) => spanId === span.parentSpanId)
  return parent ? `${pathOf(parent, all)} > ${span.name}` : span.name
}

async function calls(pans: readonly string[], options: object = {}) {
  const made = await createTestHost({
    plugins: [plugin({ live: source({}) }), telemetry({ endpoint, ...options })],
  })
  const replies = []
  for (const pan of pans) replies.push(await made.host.call('card', { pan }, made.keys.production))
  await made.host.stop()
  return { ...made, replies }
}

it('a call is one trace: its stages, the attempt at the source, the operations of the ledger', async () => {
  const { replies } = await calls(['ABCPE1234F'])
  expect(replies[0]).toMatchObject({ status: 200, outcome: 'answer' })
  const all = spans()
  const paths = all.map((span) => pathOf(span, all))
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['card', 'card > identify', 'card > admit', 'card > admit > ledger admit', 'card > provide'],
      ...['card > settle', 'card > settle > ledger settle'],
    ]),
  )
  expect(paths.filter((path) => /^card > provide > ask card\//.test(path))).toHaveLength(1)
  expect(new Set(all.map(({ traceId }) => traceId)).size).toBe(1)
  expect(attributesOf(all.find(({ name }) => name === 'card'))).toMatchObject({
    ...{ 'parakh.endpoint': 'card', 'http.response.status_code': 200, 'parakh.outcome': 'answer' },
    'parakh.environment': 'production',
  })
})

it('counts calls, stages, attempts and operations of the ledger, by how they ended', async () => {
  await calls(['ABCPE1234F', 'NONEP1234N'])
  const bodies = sent('/v1/metrics')
    .map(({ body }) => body)
    .join('')
  for (const name of ['call', 'stage', 'upstream', 'database']) expect(bodies).toContain(`"parakh.${name}.duration"`)
  expect(bodies).toMatch(/"parakh\.outcome"[^}]*"none"/)
})

it('sends the name of the brand and the headers of the configuration', async () => {
  await calls(['ABCPE1234F'], { headers: { authorization: 'Bearer token-of-the-collector' } })
  const [first] = sent('/v1/traces')
  expect(first?.headers['authorization']).toBe('Bearer token-of-the-collector')
  expect(first?.body).toMatch(/"service\.name","value":\{"stringValue":"Test"/)
})

it('sends no input, no answer, no message of a failure', async () => {
  const { replies } = await calls(['ABCPE1234F', 'NONEP1234N', 'DOWNP1234D'])
  expect(replies.map(({ outcome }) => outcome)).toEqual(['answer', 'none', 'failed'])
  const failed = spans().find(({ name, status }) => name.startsWith('ask ') && status?.code === 2)
  expect(attributesOf(failed)['error.type']).toEqual(expect.any(String))
  const all = taken.map(({ body }) => body).join('')
  for (const told of ['ABCPE1234F', 'NONEP1234N', 'DOWNP1234D', 'Asha']) expect(all).not.toContain(told)
})

it('traces the share of calls that is asked for, and measures all', async () => {
  await calls(['ABCPE1234F'], { sampleRatio: 0 })
  expect(spans()).toEqual([])
  expect(sent('/v1/metrics').length).toBeGreaterThan(0)
})

it('answers calls while no collector is there, and says so once', async () => {
  await new Promise((resolve) => collector.close(resolve))
  const { replies, logger } = await calls(['ABCPE1234F', 'ABCPE1235F'])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  await vi.waitFor(() => {
    expect(
      logger
        .of('telemetry.not_sent')
        .map(({ facts }) => facts['what'])
        .sort(),
    ).toEqual(['metrics', 'traces'])
  })
})
