import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Accounts, Keys } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { createServer, loadConfig, type Server } from '@parakh/server'
import { testEnvelope } from '@parakh/testkit/suites'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ownEnvelope, { plain } from './src/own-envelope.ts'

const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
let folder: string
let server: Server
let headers: Record<string, string>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-envelope-'))
  const database = { client: 'sqlite3' as const, filename: join(folder, 'acme.db') }
  const secrets = { pepper: secret, masterKey: secret, jwtKeys: secret }
  const config = { database, plugins: [ifsc(), ownEnvelope()], envelope: { use: 'plain' }, secrets }
  server = await createServer(config, { logger: false })
  const { id: accountId } = await server.host.get(Accounts).create({ name: 'First', role: 'developer' })
  const { key, apiSecret } = await server.host.get(Keys).create({ accountId, environment: 'sandbox' })
  headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret, 'x-request-id': 'mine-1' }
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
const get = async (url: string, given: Record<string, string> = headers) =>
  (await server.app.inject({ url, headers: given })).json()

testEnvelope('plain', plain)

it('is the format of answers, of errors and of unknown routes', async () => {
  expect(await get('/api/v1/balance')).toMatchObject({ ok: true, id: 'mine-1', cost: 0, data: { balance: 100 } })
  expect(await get('/api/v1/balance?colour=red')).toMatchObject({
    ...{ ok: false, id: 'mine-1', code: 'VALIDATION_FAILED', fields: { colour: [expect.any(String)] } },
  })
  expect(await get('/api/v1/balance', {})).toMatchObject({ ok: false, code: 'INVALID_API_KEY' })
  expect(await get('/nothing')).toMatchObject({ ok: false, id: 'mine-1', code: 'UNKNOWN_ENDPOINT' })
})

it('leaves an endpoint that names an envelope of its own with that', async () => {
  expect(await get('/api/v1/bank-ifsc-details?ifsc=KKBK0000261')).toMatchObject({ success: true })
})

it('is chosen by name in a file', async () => {
  const file = fileURLToPath(new URL('parakh.yaml', import.meta.url))
  expect((await loadConfig(file, { withoutSecrets: true })).envelope).toEqual({ use: 'plain' })
})
