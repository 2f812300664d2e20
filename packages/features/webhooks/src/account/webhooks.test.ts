import { createHmac } from 'node:crypto'
import plans from '@parakh/plans'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebhookReceiver, webhookReceiver } from '../../test/webhook-receiver.ts'
import { type WebhookServer, webhookServer } from '../../test/webhook-server.ts'
import webhooks from '../index.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

describe.each(['sqlite3', 'pg'] as const)('webhooks of the account itself, on %s', (client) => {
  let test: WebhookServer
  let receiver: WebhookReceiver
  let accountId: string
  beforeEach(async () => {
    receiver = await webhookReceiver()
    test = await webhookServer(client, { schedule: [0, 1, '1h'] })
    accountId = test.accountId
  })
  afterEach(async () => {
    await test[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  const newKey: WebhookServer['newKey'] = (key) => test.newKey(key)
  const ask: WebhookServer['ask'] = (...given) => test.ask(...given)
  const tell: WebhookServer['tell'] = (...given) => test.tell(...given)
  const create = async (more: object = {}) => {
    const reply = await tell('/webhooks', { url: receiver.url, events: ['webhook.test'], ...more })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data as { id: string; secret: string }
  }
  const posted = (id: string) => receiver.postings.filter(({ headers: of }) => of['webhook-id'] === id)

  it('shows a secret once, signs a test event by it, and logs the attempt', async () => {
    const { id, secret } = await create()
    const shown = await ask(`/webhooks/${id}`)
    expect(shown.json().data).toMatchObject({ id, status: 'enabled', environment: 'sandbox' })
    expect(shown.json().data).not.toHaveProperty('endpoint_id')
    expect(shown.body + (await ask('/webhooks')).body).not.toContain('whsec_')
    const { event_id } = (await tell(`/webhooks/${id}/test`)).json().data
    await vi.waitFor(() => expect(posted(event_id)).toHaveLength(1), PATIENCE)
    const [posting] = posted(event_id)
    const { body = '', headers: sent = {} } = posting ?? {}
    const mac = createHmac('sha256', secret).update(`${sent['x-timestamp']}.${body}`).digest('hex')
    expect(sent['x-signature']).toBe(mac)
    expect(Object.keys(JSON.parse(body))).toEqual([
      ...['id', 'type', 'created_at', 'environment', 'account_id', 'sequence', 'data'],
    ])
    expect(JSON.parse(body)).toMatchObject({ id: event_id, type: 'webhook.test', account_id: accountId })
    await vi.waitFor(async () => {
      const { deliveries } = (await ask(`/webhooks/${id}/deliveries`)).json().data
      expect(deliveries).toMatchObject([
        { event_id, endpoint_id: id, attempt: 1, status: 'delivered', http_status: 200, response_excerpt: 'noted' },
      ])
    }, PATIENCE)
  })

  it.each([
    ['an empty list', { events: [] }],
    ['null', { events: null }],
    ['nothing', { events: undefined }],
  ])('sends every event if events is %s, and shows an empty list', async (_, more) => {
    const { id, ...made } = await create(more)
    expect(made).toMatchObject({ events: [] })
    expect((await ask('/webhooks')).json().data.webhooks).toMatchObject([{ id, events: [] }])
    await newKey({ accountId, environment: 'sandbox' })
    await vi.waitFor(
      () => expect(receiver.postings.map(({ body }) => JSON.parse(body).type)).toContain('key.created'),
      PATIENCE,
    )
  })

  it('tries again with the same id and bytes, and signs each attempt again', async () => {
    receiver.answer(500)
    const { id } = await create()
    const { event_id } = (await tell(`/webhooks/${id}/test`)).json().data
    await vi.waitFor(() => expect(posted(event_id)).toHaveLength(1), PATIENCE)
    receiver.answer(204)
    await vi.waitFor(() => expect(posted(event_id)).toHaveLength(2), PATIENCE)
    const [first, second] = posted(event_id)
    expect(second?.body).toBe(first?.body)
    await vi.waitFor(async () => {
      const { deliveries } = (await ask(`/webhooks/${id}/deliveries`)).json().data
      expect(deliveries.map((one: { status: string }) => one.status)).toEqual(['delivered', 'failed'])
    }, PATIENCE)
  })

  it('disables an endpoint at 410, keeps its events, and replays them once it is enabled', async () => {
    receiver.answer(410)
    const since = new Date(Date.now() - 60_000).toISOString()
    const { id } = await create({ events: ['key.*', 'webhook.test'] })
    await tell(`/webhooks/${id}/test`)
    const standing = async () => (await ask(`/webhooks/${id}`)).json().data
    await vi.waitFor(async () => expect(await standing()).toMatchObject({ disabled_reason: 'GONE' }), PATIENCE)
    await newKey({ accountId, environment: 'sandbox' })
    const missed = async () => (await ask(`/webhooks/${id}/deliveries?status=failed`)).json().data.deliveries
    await vi.waitFor(
      async () => expect(await missed()).toContainEqual(expect.objectContaining({ attempt: 0 })),
      PATIENCE,
    )
    expect((await tell(`/webhooks/${id}/replay`, { since })).json().error.code).toBe('WEBHOOK_DISABLED')
    receiver.answer(200)
    await tell(`/webhooks/${id}/enable`)
    const dry = (await tell(`/webhooks/${id}/replay`, { since, status: 'failed', dry_run: true })).json().data
    expect(dry.events).toBeGreaterThanOrEqual(1)
    const before = receiver.postings.length
    const { events } = (await tell(`/webhooks/${id}/replay`, { since, status: 'failed' })).json().data
    expect(events).toBe(dry.events)
    await vi.waitFor(() => expect(receiver.postings.length).toBe(before + events), PATIENCE)
  })

  it('rotates with both signatures while they overlap, changes, and forgets', async () => {
    const { id, secret } = await create()
    const rotated = (await tell(`/webhooks/${id}/rotate`, { overlap_seconds: 60 })).json().data
    expect(rotated.secret).not.toBe(secret)
    const { event_id } = (await tell(`/webhooks/${id}/test`)).json().data
    await vi.waitFor(() => expect(posted(event_id)).toHaveLength(1), PATIENCE)
    expect(posted(event_id)[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    expect(posted(event_id)[0]?.headers).toHaveProperty('x-signature-next')
    const changed = await tell(`/webhooks/${id}`, { description: 'orders', events: [] })
    expect(changed.json().data).toMatchObject({ description: 'orders', events: [], url: receiver.url })
    expect((await tell(`/webhooks/${id}/disable`)).json().data).toMatchObject({ disabled_reason: 'REQUESTED' })
    expect((await tell(`/webhooks/${id}/delete`)).json().data).toEqual({ deleted: true })
    expect((await ask(`/webhooks/${id}`)).statusCode).toBe(404)
  })

  it('replays one event, with its id or as a new one', async () => {
    const { id } = await create()
    const { event_id } = (await tell(`/webhooks/${id}/test`)).json().data
    await vi.waitFor(() => expect(posted(event_id)).toHaveLength(1), PATIENCE)
    expect((await tell(`/webhook-events/${event_id}/replay`)).json().data).toEqual({ event_id, endpoints: 1 })
    await vi.waitFor(() => expect(posted(event_id)).toHaveLength(2), PATIENCE)
    const { event_id: anew } = (await tell(`/webhook-events/${event_id}/replay`, { as_new: true })).json().data
    await vi.waitFor(() => expect(posted(anew)).toHaveLength(1), PATIENCE)
    expect(JSON.parse(posted(anew)[0]?.body ?? '{}')).toMatchObject({ id: anew, replay_of: event_id })
  })

  it('knows nothing of endpoints and events of others, of another environment, nor for a key that is kept from them', async () => {
    const { id } = await create()
    const { event_id } = (await tell(`/webhooks/${id}/test`)).json().data
    const other = await test.newAccount('Other')
    const strangers = [
      await newKey({ accountId: other, environment: 'sandbox' }),
      await newKey({ accountId, environment: 'production' }),
    ]
    const paths = ['', '/enable', '/disable', '/delete', '/rotate', '/test'].map((verb) => `/webhooks/${id}${verb}`)
    for (const by of strangers) {
      for (const path of [...paths, `/webhook-events/${event_id}/replay`]) {
        expect([path, (await tell(path, {}, by)).statusCode]).toEqual([path, 404])
      }
      const since = new Date(0).toISOString()
      expect((await tell(`/webhooks/${id}/replay`, { since }, by)).statusCode).toBe(404)
      expect((await ask(`/webhooks/${id}/deliveries`, by)).statusCode).toBe(404)
      expect((await ask('/webhooks', by)).json().data.webhooks).toEqual([])
    }
    const kept = await newKey({ accountId, environment: 'sandbox', endpoints: ['lookup'] })
    for (const path of paths) expect((await tell(path, {}, kept)).json().error.code).toBe('WEBHOOK_NOT_PERMITTED')
    expect((await ask('/webhooks', kept)).statusCode).toBe(403)
    expect((await ask(`/webhooks/${id}`)).json().data.status).toBe('enabled')
  })

  it.each([
    [{ url: 'http://10.0.0.1/' }, 'WEBHOOK_TARGET_NOT_ALLOWED'],
    [{ url: 'http://[::ffff:169.254.169.254]/latest/meta-data' }, 'WEBHOOK_TARGET_NOT_ALLOWED'],
    [{ url: 'https://user:pass@hooks.example.in/' }, 'WEBHOOK_TARGET_NOT_ALLOWED'],
    [{ url: 'https://hooks.example.in:22/' }, 'WEBHOOK_TARGET_NOT_ALLOWED'],
    [{ url: 'https://1.1.1.1/of/ABCPE1234F' }, 'WEBHOOK_TARGET_NOT_ALLOWED'],
    [{ url: 'https://1.1.1.1/?of=one&uid=2341%202341%202346' }, 'WEBHOOK_TARGET_NOT_ALLOWED'],
    [{ events: ['no.such_event'] }, 'WEBHOOK_EVENT_UNKNOWN'],
  ])('refuses %j', async (more, code) => {
    const refused = await tell('/webhooks', { url: receiver.url, ...more })
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, code])
    const { id } = await create()
    expect((await tell(`/webhooks/${id}`, more)).json().error.code).toBe(code)
  })
})

it('need a feature of the plan in production, where features are enforced', async () => {
  const offered = { developer: { features: ['productionKeys' as const] } }
  await using test = await webhookServer('sqlite3', {}, { plugins: [webhooks(), plans({ offered })] })
  const { accountId } = test
  const make = async (environment: 'sandbox' | 'production') =>
    await test.tell('/webhooks', { url: 'https://1.1.1.1/hook' }, await test.newKey({ accountId, environment }))
  expect((await make('production')).json()).toMatchObject({ error: { code: 'PLAN_FEATURE_REQUIRED' } })
  expect((await make('sandbox')).statusCode).toBe(200)
})

it('take the events that can happen on their host: those of plans where there are plans', async () => {
  const body = { url: 'https://1.1.1.1/hook', events: ['plan.renewed', 'webhook.disabled'] }
  await using without = await webhookServer('sqlite3')
  const refused = await without.tell('/webhooks', body)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ error: { code: 'WEBHOOK_EVENT_UNKNOWN' } })
  await using beside = await webhookServer('sqlite3', {}, { plugins: [webhooks(), plans({ offered: {} })] })
  expect((await beside.tell('/webhooks', body)).json()).toMatchObject({ data: { events: body.events } })
})

it.each(['234123412346', '2341 2341 2346', '2341-2341-2346', 'ABCPE1234F', 'abcpe1234f', 'ABCPE-1234-F'])(
  'keep no identity number such as %s as a description, and do not echo it',
  async (identity) => {
    await using test = await webhookServer('sqlite3')
    const reply = await test.tell('/webhooks', { url: 'https://1.1.1.1/hook', description: identity })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({
      error: { code: 'VALIDATION_FAILED' },
      errors: { description: ['must not be an Aadhaar number or a PAN: it is kept in clear'] },
    })
    expect(reply.body).not.toContain(identity)
  },
)

it('stand in the Postman collection, each with what the one before it gave', async () => {
  await using test = await webhookServer('sqlite3')
  const { item, variable } = (await test.server.app.inject('/postman.json')).json()
  type Item = {
    readonly name: string
    readonly item: readonly { readonly request: { readonly url: { readonly raw: string } } }[]
  }
  const webhooks: readonly Item[] = item.find(({ name }: Item) => name === 'Webhooks').item
  expect(webhooks).toHaveLength(12)
  expect(webhooks.map(({ item: [one] }) => one?.request.url.raw)).toContain(
    '{{baseUrl}}/api/v1/webhooks/{{endpoint_id}}/deliveries',
  )
  const names = variable.map(({ key }: { readonly key: string }) => key)
  expect(names).toEqual(['baseUrl', 'apiKey', 'apiSecret', 'endpoint_id', 'event_id'])
})
