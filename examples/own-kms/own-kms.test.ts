import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, inr, Keys, Store, Wallet } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { type Config, createServer, type Server } from '@parakh/server'
import { makeDriver } from '@parakh/testkit'
import { testKeyProvider } from '@parakh/testkit/suites'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ownKms, { kmsDriver } from './src/own-kms.ts'
import { type KmsStandIn, kmsStandIn } from './test/kms-stand-in.ts'

const KEY = 'parakh-production'
const seed = (): string => randomBytes(32).toString('base64')
let kms: KmsStandIn
let folder: string
let server: Server | null = null
const secrets = { pepper: seed(), jwtKeys: seed() }

beforeEach(async () => {
  kms = await kmsStandIn(KEY)
  folder = await mkdtemp(join(tmpdir(), 'parakh-kms-'))
})
afterEach(async () => {
  await server?.close()
  server = null
  await kms.close()
  await rm(folder, { recursive: true, force: true })
})

const optionsOf = ({ url, secret }: KmsStandIn) => ({ url, key: KEY, secret })
async function serve(more: Partial<Config> = {}): Promise<Server> {
  await server?.close()
  server = null
  server = await createServer(
    {
      database: { client: 'sqlite3', filename: join(folder, 'acme.db') },
      plugins: [ifsc(), ownKms()],
      keyProviders: { kms: kmsDriver.use(optionsOf(kms)) },
      secrets,
      ...more,
    },
    { logger: false },
  )
  return server
}
/** An account with a sandbox key and funds, as a caller of the server. */
async function caller() {
  const host = (server as Server).host
  const { id: accountId } = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
  const { key, apiSecret } = await host.get(Keys).create({ accountId, environment: 'sandbox' })
  const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
  const call = async (requestId: string) => {
    const url = '/api/v1/bank-ifsc-details?ifsc=KKBK0000261'
    return await (server as Server).app.inject({ url, headers: { ...headers, 'x-request-id': requestId } })
  }
  const balance = () => (server as Server).host.get(Wallet).balance(accountId, 'sandbox')
  return { call, balance }
}

it('wraps data keys in the service, so that neither a key nor a data key is in the process or the file', async () => {
  await serve()
  const { call } = await caller()
  const answer = await call('first')
  expect(answer.statusCode).toBe(200)
  expect(await (server as Server).host.get(Store).secrets.masterKeys()).toEqual([
    { keyId: `${KEY}/1`, dataKeys: 1, isCurrent: true, state: 'there' },
  ])
  const asked = kms.unwrapped
  // The data key stays in memory: nobody is asked for a replay, nor for another call.
  expect((await call('first')).body).toBe(answer.body)
  expect((await call('second')).statusCode).toBe(200)
  expect(kms.unwrapped).toBe(asked)
  expect(await readFile(join(folder, 'acme.db'), 'latin1')).not.toContain(kms.secret)
})

it('refuses calls that need a data key while the service is away, holds nothing, and goes on with those in memory', async () => {
  await serve()
  const [known, unknown] = [await caller(), await caller()]
  const answer = await known.call('first')
  kms.isAway = true
  const refused = await unknown.call('first')
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE' } })
  expect(refused.headers['retry-after']).toBe('1')
  expect(await unknown.balance()).toMatchObject({ held: 0, available: inr('100') })
  expect((await known.call('second')).statusCode).toBe(200)
  expect((await known.call('first')).body).toBe(answer.body)
  kms.isAway = false
  expect((await unknown.call('first')).statusCode).toBe(200)
  expect(await unknown.balance()).toMatchObject({ held: 0 })
})

it('is not started while the service is away or has lost a version that data keys need', async () => {
  await serve()
  const { call } = await caller()
  await call('first')
  kms.isAway = true
  await expect(serve()).rejects.toMatchObject({ code: 'MASTER_KEY_UNAVAILABLE' })
  kms.isAway = false
  await serve()
  kms.rotate()
  kms.forget()
  await expect(serve()).rejects.toMatchObject({
    code: 'MASTER_KEY_MISSING',
    message: expect.stringContaining(`${KEY}/1`),
  })
})

it('takes over from a master key of the environment, and from its own older version', async () => {
  const masterKey = { id: '2025', value: seed() }
  await serve({
    keyProviders: { environment: { use: 'environment' } },
    secrets: { ...secrets, masterKey: [masterKey] },
  })
  const { call } = await caller()
  const answer = await call('first')
  const both = { kms: kmsDriver.use(optionsOf(kms)), environment: { use: 'environment' } }
  await serve({ keyProviders: both, secrets: { ...secrets, masterKey: [masterKey] } })
  const rewrap = () => (server as Server).host.run('secrets.rewrap', {}, { operator: 'asha' })
  expect(await rewrap()).toMatchObject({ key_id: `${KEY}/1`, rewrapped: 1, left: 0 })
  await serve()
  expect((await call('first')).body).toBe(answer.body)
  kms.rotate()
  expect(await rewrap()).toMatchObject({ key_id: `${KEY}/2`, rewrapped: 1, left: 0 })
  kms.forget()
  await serve()
  expect((await call('first')).body).toBe(answer.body)
})

testKeyProvider('kms', async () => {
  const [standIn, other] = [kms, await kmsStandIn(KEY)]
  const made = (of: KmsStandIn) => makeDriver(kmsDriver, optionsOf(of))
  return {
    provider: await made(standIn),
    again: () => made(standIn),
    async rotated() {
      standIn.rotate()
      return await made(standIn)
    },
    mistaken: () => made(other),
    async interrupt() {
      await other.close()
      standIn.isAway = true
      return async () => {
        standIn.isAway = false
      }
    },
  }
})
