import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type WebhookReceiver, webhookReceiver } from '../test/webhook-receiver.ts'
import { type WebhookServer, webhookServer } from '../test/webhook-server.ts'
import { Webhooks } from './contract.ts'
import { WebhookRows } from './webhook-store.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const owner = null
const actor = 'test'

let test: WebhookServer
let server: WebhookServer['server']
let receiver: WebhookReceiver
let accountId: string
beforeEach(async () => {
  receiver = await webhookReceiver()
  test = await webhookServer('sqlite3', { schedule: [0, '1h'] })
  ;({ server, accountId } = test)
})
afterEach(async () => {
  await test[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const read = async (): Promise<string> => (await server.app.inject('/metrics')).body
const tested = async (url: string): Promise<string> => {
  const draft = { accountId, environment: 'sandbox', url, description: '', events: ['webhook.test'], actor } as const
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  // Written by the store, which does not check the address: the worker does, at each attempt.
  const { id } = await server.host.get(WebhookRows).create({ ...draft, secret, most: 10 })
  await server.host.get(Webhooks).test({ id, owner, actor })
  return id
}

it('counts attempts by outcome and exports pending deliveries, without endpoints and URLs in labels', async () => {
  expect(await read()).toContain('parakh_webhook_attempts_total{outcome="delivered"} 0')
  const taken = await tested(receiver.url)
  await vi.waitFor(
    async () => expect(await read()).toContain('parakh_webhook_attempts_total{outcome="delivered"} 1'),
    PATIENCE,
  )
  const blocked = await tested('http://10.0.0.1/')
  await vi.waitFor(
    async () => expect(await read()).toContain('parakh_webhook_attempts_total{outcome="refused_target"} 1'),
    PATIENCE,
  )
  receiver.answer(410)
  await server.host.get(Webhooks).test({ id: taken, owner, actor })
  await vi.waitFor(async () => {
    const body = await read()
    expect(body).toContain('parakh_webhook_attempts_total{outcome="failed"} 1')
    expect(body).toContain('parakh_webhook_endpoints_disabled{reason="gone"} 1')
    expect(body).toContain('parakh_webhook_endpoints_disabled{reason="requested"} 0')
    // A failed attempt is retried in an hour.
    expect(body).toContain('parakh_webhook_pending_deliveries 1')
    expect(body).toContain('parakh_webhook_oldest_due_seconds 0')
    expect(body).toContain('parakh_outbox_oldest_seconds 0')
    expect(body).toContain('parakh_webhook_attempt_duration_seconds_count 3')
  }, PATIENCE)
  const body = await read()
  for (const told of [taken, blocked, accountId, '127.0.0.1', '10.0.0.1']) expect(body).not.toContain(told)
})

it('omits metrics that need the database while it is down, and exports the rest', async () => {
  const reading = vi.spyOn(server.host.get(WebhookRows), 'backlog').mockRejectedValue(new Error('the database is away'))
  const reply = await server.app.inject('/metrics')
  expect(reading).toHaveBeenCalledOnce()
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('parakh_webhook_attempts_total{outcome="delivered"} 0')
  expect(reply.body).not.toMatch(/^parakh_webhook_(pending|oldest|endpoints)/m)
})
