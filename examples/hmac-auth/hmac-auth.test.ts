import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, defineEndpoint, definePlugin, Keys, modern, zero } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { createServer, type Server } from '@parakh/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import hmacAuth from './src/hmac-auth.ts'

const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
const SECRETS = { acme: randomUUID(), bharat: randomUUID() }
const TARGET = '/api/v1/bank-ifsc-details?ifsc=KKBK0000261'

/** Answers what was posted. */
const echo = definePlugin({
  id: 'echo',
  contract: 1,
  endpoints: [
    defineEndpoint({
      ...{ id: 'echo', method: 'POST', path: '/echo', group: 'Test', summary: 'Answers what was posted' },
      ...{
        envelope: modern,
        price: zero,
        request: z.object({ word: z.string() }),
        data: z.object({ word: z.string() }),
      },
      handle: async ({ request, answer }) => answer(request),
      fixtures: [{ scenario: 'success', request: { word: 'yes' } }],
    }),
  ],
})

let folder: string
let server: Server
let accounts: Record<keyof typeof SECRETS, string>

/** A server of the same database, with the accounts that are there already. */
async function start(): Promise<Server> {
  const partner = (id: keyof typeof SECRETS) => ({
    accountId: accounts[id],
    environment: 'sandbox',
    secret: SECRETS[id],
  })
  return await createServer(
    {
      database: { client: 'sqlite3', filename: join(folder, 'acme.db') },
      plugins: [ifsc(), echo(), hmacAuth()],
      auth: {
        bearer: { use: 'bearer' },
        key: { use: 'key' },
        partners: { use: 'hmac', partners: { acme: partner('acme'), bharat: partner('bharat') } },
      },
      secrets: { pepper: secret, masterKey: secret, jwtKeys: secret },
    },
    { logger: false },
  )
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-hmac-'))
  accounts = { acme: '', bharat: '' }
  server = await start()
  const create = async (name: string) => (await server.host.get(Accounts).create({ name, role: 'developer' })).id
  accounts = { acme: await create('Acme'), bharat: await create('Bharat') }
  await server.close()
  server = await start()
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** In seconds. */
const now = (): number => Math.floor(Date.now() / 1000)

interface Signed {
  readonly partner?: string
  readonly by?: string
  readonly time?: number
  readonly nonce?: string
  readonly method?: 'GET' | 'POST'
  readonly target?: string
  readonly body?: string
}

/** The headers of a request that a partner signs. */
function sign({ partner = 'acme', by = SECRETS.acme, nonce = randomUUID(), ...request }: Signed = {}) {
  const { time = now(), method = 'GET', target = TARGET, body = '' } = request
  const signature = createHmac('sha256', by).update(`${time}.${nonce}\n${method}\n${target}\n${body}`).digest('hex')
  return { 'x-partner': partner, 'x-signed': `${time}.${nonce}`, 'x-signature': signature }
}
const get = (headers: Record<string, string>, url = TARGET) => server.app.inject({ url, headers })
const post = (headers: Record<string, string>, payload: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/echo',
    payload,
    headers: { ...headers, 'content-type': 'application/json' },
  })
const refused = { error: { code: 'INVALID_SIGNATURE' }, meta: { charged: 0 } }

it('pays a signed call from the wallet of its partner, each from its own', async () => {
  const [acme, bharat] = [sign(), sign({ partner: 'bharat', by: SECRETS.bharat })]
  expect((await get(acme)).json()).toMatchObject({ success: true, meta: { charged: 0.5, balance: 99.5 } })
  expect((await get(sign())).json()).toMatchObject({ meta: { balance: 99 } })
  expect((await get(bharat)).json()).toMatchObject({ meta: { balance: 99.5 } })
  expect((await get(sign({ partner: 'bharat' }))).json()).toMatchObject(refused)
})

it('accepts a body byte for byte, and refuses it changed', async () => {
  const body = '{ "word" : "y\\u0065s" }'
  const signed = () => sign({ method: 'POST', target: '/api/v1/echo', body })
  expect((await post(signed(), body)).json()).toMatchObject({ data: { word: 'yes' } })
  expect((await post(signed(), '{"word":"yes"}')).json()).toMatchObject(refused)
  expect((await post(signed(), '')).json()).toMatchObject(refused)
})

it.each([
  ['another path', () => get(sign(), '/api/v1/balance')],
  ['another query', () => get(sign(), '/api/v1/bank-ifsc-details?ifsc=KKBK0999999')],
  ['a later time', () => get({ ...sign({ nonce: 'one' }), 'x-signed': `${now() + 1}.one` })],
  ['another nonce', () => get({ ...sign({ nonce: 'one', time: now() }), 'x-signed': `${now()}.two` })],
  ['an old signature', () => get(sign({ time: now() - 3600 }))],
  ['a signature of the future', () => get(sign({ time: now() + 3600 }))],
  ['no time', () => get({ ...sign(), 'x-signed': '' })],
  ['an unknown partner', () => get(sign({ partner: 'nobody' }))],
  ['a partner of every object', () => get(sign({ partner: 'constructor' }))],
  ['a signature of no hexadecimal digits', () => get({ ...sign(), 'x-signature': 'v1=x' })],
])('refuses %s', async (_, call) => {
  expect((await call()).json()).toMatchObject(refused)
})

it('refuses a request that is sent again, also after a restart', async () => {
  const signed = sign()
  expect((await get(signed)).statusCode).toBe(200)
  expect((await get(signed)).json()).toMatchObject(refused)
  await server.close()
  server = await start()
  expect((await get(signed)).json()).toMatchObject(refused)
  const again = { 'x-request-id': 'order-17' }
  expect((await get({ ...sign(), ...again })).statusCode).toBe(200)
  expect((await get({ ...sign(), ...again })).headers['idempotent-replayed']).toBe('true')
})

it('is listed as a key without a secret, and ends when that is revoked', async () => {
  await get(sign())
  const keys = server.host.get(Keys)
  const [key] = await keys.list(accounts.acme)
  expect(key).toMatchObject({ label: 'partners: acme', external: { scheme: 'partners', subject: 'acme' } })
  await keys.revoke(key?.id ?? '')
  expect((await get(sign())).json()).toMatchObject(refused)
  expect((await get(sign({ partner: 'bharat', by: SECRETS.bharat }))).statusCode).toBe(200)
})

it('stands beside keys, and in the documents', async () => {
  const { key, apiSecret } = await server.host.get(Keys).create({ accountId: accounts.acme, environment: 'sandbox' })
  expect((await get({ 'x-api-key': key.publicId, 'x-api-secret': apiSecret })).statusCode).toBe(200)
  const { paths } = (await server.app.inject('/openapi.json')).json()
  expect(paths['/api/v1/bank-ifsc-details'].get.security).toContainEqual({ Partner: [], Signed: [], Signature: [] })
})
