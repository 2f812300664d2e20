import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createReceiver, type Server as Receiver } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Keys, type OutboxEvent } from '@parakh/core'
import { type Config, createServer, type Server } from '@parakh/server'
import { makeDriver } from '@parakh/testkit'
import { testEventSink } from '@parakh/testkit/suites'
import { Webhooks } from '@parakh/webhooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BROKER_BESIDE, BROKER_INSTEAD, configOf } from './config.ts'
import { type Broker, brokerDriver } from './own-broker.ts'

const seed = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
const PATIENCE = { timeout: 60_000, interval: 20 }
let folder: string
let broker: Broker
let server: Server | null = null
let receiver: Receiver
let url: string
let posted: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-broker-'))
  broker = new EventEmitter()
  posted = []
  receiver = createReceiver((request, response) => {
    posted.push(String(request.headers['webhook-id']))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
})
afterEach(async () => {
  await server?.close()
  server = null
  receiver.closeAllConnections()
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})

async function serve(
  events: NonNullable<Config['events']>,
): Promise<{ accountId: string; createKey: () => Promise<string> }> {
  const secrets = { pepper: seed, masterKey: seed, jwtKeys: seed }
  server = await createServer(configOf({ databaseFile: join(folder, 'acme.db'), secrets, broker, events }), {
    logger: false,
  })
  const { host } = server
  const { id: accountId } = await host.get(Accounts).create({ name: 'First', role: 'developer' })
  await host.get(Webhooks).create({ accountId, environment: 'sandbox', url, events: ['key.created'], actor: 'test' })
  const createKey = async (): Promise<string> =>
    (await host.get(Keys).create({ accountId, environment: 'sandbox' })).key.id
  return { accountId, createKey }
}

it('relays committed events to the broker, in place of webhook endpoints', async () => {
  const heard: OutboxEvent[] = []
  broker.on('key.created', (event) => heard.push(event))
  const { accountId, createKey } = await serve(BROKER_INSTEAD)
  const keyId = await createKey()
  await vi.waitFor(() => expect(heard).toHaveLength(1), PATIENCE)
  expect(heard[0]).toMatchObject({ type: 'key.created', accountId, environment: 'sandbox', data: { key_id: keyId } })
  expect(posted).toEqual([])
})

it('relays the types that the configuration names, and no other', async () => {
  const heard: string[] = []
  for (const type of ['key.created', 'wallet.credited']) broker.on(type, (event) => heard.push(event.type))
  const { createKey } = await serve({ broker: { use: 'broker', types: ['key.created'] } })
  await createKey()
  await vi.waitFor(() => expect(heard).toEqual(['key.created']), PATIENCE)
})

it('relays to both sinks; a broker that is down delays no endpoint, and receives all events later', async () => {
  const heard: string[] = []
  let away = true
  broker.on('key.created', ({ id }) => {
    if (away) throw new Error('the broker is away')
    heard.push(id)
  })
  const { createKey } = await serve(BROKER_BESIDE)
  for (let count = 0; count < 3; count += 1) await createKey()
  await vi.waitFor(() => expect(new Set(posted).size).toBe(3), PATIENCE)
  expect(heard).toEqual([])
  away = false
  await vi.waitFor(() => expect(new Set(heard)).toEqual(new Set(posted)), PATIENCE)
})

testEventSink('broker', async () => {
  const own: Broker = new EventEmitter()
  const ids: string[] = []
  let isAway = false
  for (const type of ['key.created', 'referral.paid'])
    own.on(type, ({ id }) => {
      if (isAway) throw new Error('the broker is away')
      ids.push(id)
    })
  const interrupt = async () => {
    isAway = true
    return async () => {
      isAway = false
    }
  }
  return { sink: await makeDriver(brokerDriver(own), {}), received: async () => ids, interrupt }
})
