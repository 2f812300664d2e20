import { AdminTokens } from '@parakh/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type WebhookReceiver, webhookReceiver } from '../../test/webhook-receiver.ts'
import { type WebhookServer, webhookServer } from '../../test/webhook-server.ts'
import { Webhooks } from '../contract.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
let test: WebhookServer
let receiver: WebhookReceiver
let accountId: string
beforeEach(async () => {
  receiver = await webhookReceiver()
  test = await webhookServer('sqlite3')
  accountId = await test.newAccount('Shop')
})
afterEach(async () => {
  await test[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const tell = (url: string, body?: object, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') =>
  test.admin({ method, url, ...(body === undefined ? {} : { body }) })
const ask = async (url: string) => (await test.admin({ url })).json()
async function create(): Promise<{ id: string; secret: string }> {
  const body = { environment: 'sandbox', url: receiver.url, events: ['webhook.test', 'key.*'] }
  const made = await tell(`/accounts/${accountId}/webhooks`, body)
  expect(made.status, made.text).toBe(201)
  return made.json()
}

it('creates, changes, disables and deletes endpoints of an account, and shows each secret once', async () => {
  const { id, secret } = await create()
  expect(secret).toMatch(/^whsec_/)
  const listed = await test.admin({ url: `/accounts/${accountId}/webhooks` })
  expect(listed.json().items).toMatchObject([{ id, account_id: accountId, status: 'enabled', last_attempt: null }])
  expect(listed.text).not.toContain('whsec_')
  expect(await ask(`/accounts/${accountId}/webhooks?environment=production`)).toMatchObject({ items: [] })
  expect((await tell(`/webhooks/${id}`, { description: 'keys\u202e' }, 'PATCH')).json()).toMatchObject({
    error: { fields: { description: 'must be printable characters' } },
  })
  expect((await tell(`/webhooks/${id}`, { description: 'keys' }, 'PATCH')).json()).toMatchObject({
    ...{ description: 'keys', events: ['webhook.test', 'key.*'] },
  })
  expect((await tell(`/webhooks/${id}`, { events: [] }, 'PATCH')).json()).toMatchObject({ id, events: [] })
  expect((await tell(`/webhooks/${id}/rotate`, {})).json().secret).not.toBe(secret)
  expect((await tell(`/webhooks/${id}/disable`)).json()).toMatchObject({ status: 'disabled' })
  expect(await ask(`/webhooks/${id}`)).toMatchObject({ disabled_reason: 'REQUESTED' })
  expect((await tell(`/webhooks/${id}/test`)).status).toBe(409)
  expect((await tell(`/webhooks/${id}/enable`)).json()).toMatchObject({ status: 'enabled', disabled_reason: null })
  expect((await tell(`/webhooks/${id}`, undefined, 'DELETE')).json()).toEqual({ deleted: true })
  expect((await test.admin({ url: `/webhooks/${id}` })).status).toBe(404)
  const audit = await ask(`/audit?subject=${encodeURIComponent(`webhook/${id}`)}`)
  const actions = audit.items.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(
    ['delete', 'enable', 'disable', 'rotate', 'update', 'update', 'create'].map((verb) => `webhook.${verb}`),
  )
})

it('tests, shows the log, and replays an event and a range', async () => {
  const { id } = await create()
  const { event_id } = (await tell(`/webhooks/${id}/test`)).json()
  const ids = () => receiver.postings.map(({ headers }) => headers['webhook-id'])
  await vi.waitFor(() => expect(ids()).toEqual([event_id]), PATIENCE)
  await vi.waitFor(
    async () => expect((await ask(`/webhooks/${id}/deliveries?status=delivered`)).items).toMatchObject([{ event_id }]),
    PATIENCE,
  )
  const last_attempt = { status: 'delivered', http_status: 200, error: null, attempted_at: expect.any(String) }
  expect(await ask(`/webhooks/${id}`)).toMatchObject({ last_attempt })
  for (const list of [`/accounts/${accountId}/webhooks`, '/webhooks'])
    expect((await ask(list)).items).toMatchObject([{ id, last_attempt }])
  const replay = await tell(`/accounts/${accountId}/webhook-events/${event_id}/replay`, { environment: 'sandbox' })
  expect(replay.json()).toEqual({ event_id, endpoints: 1 })
  await vi.waitFor(() => expect(ids()).toEqual([event_id, event_id]), PATIENCE)
  const since = new Date(0).toISOString()
  expect((await tell(`/webhooks/${id}/replay`, { since, dry_run: true })).json()).toEqual({
    ...{ events: 1, cap: 10_000, dry_run: true },
  })
  expect((await tell(`/webhooks/${id}/replay`, { since, status: 'failed' })).json()).toMatchObject({ events: 0 })
})

it('refuses an address that is not allowed, an unknown type, and an event of another account', async () => {
  const refused = async (more: object) =>
    await tell(`/accounts/${accountId}/webhooks`, { environment: 'sandbox', url: receiver.url, ...more })
  const blocked = await refused({ url: 'http://169.254.169.254/' })
  expect([blocked.status, blocked.json().error.code]).toEqual([422, 'WEBHOOK_TARGET_NOT_ALLOWED'])
  expect((await refused({ events: ['no.such'] })).status).toBe(422)
  const { id } = await create()
  const event = await test.host.get(Webhooks).test({ id, owner: null, actor: 'test' })
  const other = await test.newAccount('Other')
  expect((await tell(`/accounts/${other}/webhook-events/${event}/replay`, { environment: 'sandbox' })).status).toBe(404)
})

it('lists endpoints of all accounts page by page, and replays an event of whoever it is, for operators alone', async () => {
  const { id } = await create()
  const other = await test.newAccount('Other')
  await tell(`/accounts/${other}/webhooks`, { environment: 'production', url: 'https://1.1.1.1/hook' })
  const first = await ask('/webhooks?limit=1')
  const second = await ask(`/webhooks?limit=1&cursor=${first.next_cursor}`)
  const owners = [...first.items, ...second.items].map(({ account_id }: { account_id: string }) => account_id)
  expect([owners.sort(), second.next_cursor]).toEqual([[accountId, other].sort(), null])
  expect((await ask(`/webhooks?account_id=${other}`)).items).toMatchObject([{ environment: 'production' }])
  const { event_id } = (await tell(`/webhooks/${id}/test`)).json()
  await vi.waitFor(() => expect(receiver.postings).toHaveLength(1), PATIENCE)
  expect((await tell('/webhook-replays', { event: event_id })).json()).toEqual({ event_id, endpoints: 1 })
  expect((await tell('/webhook-replays', { event: event_id, endpoint: id })).status).toBe(422)
  const { secret } = await test.host
    .get(AdminTokens)
    .create({ name: 'shop', accountId, scopes: ['*'], expiresAt: null, actor: 'test' })
  const asShop = { headers: { authorization: `Bearer ${secret}` } }
  const { app } = test.server
  const seen = await app.inject({ url: '/admin/v1/webhooks', ...asShop })
  expect(seen.json().items).toMatchObject([{ id, account_id: accountId }])
  const refused = await app.inject({
    ...{ method: 'POST', url: '/admin/v1/webhook-replays', ...asShop },
    payload: { event: event_id },
  })
  expect(refused.statusCode).toBe(403)
})
