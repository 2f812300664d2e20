import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server as HttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, inr, Keys, Thresholds } from '@parakh/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type App, buildApp } from './app.ts'

const Token = z.object({ data: z.object({ access_token: z.string(), token_type: z.string(), expires_in: z.int() }) })

const seed = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
let folder: string
let built: App
let listening: HttpServer
let url: string
let mails: string[]
let mailServer: 'up' | 'down' | 'asked while down'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-express-'))
  const secrets = { pepper: seed, masterKey: seed, jwtKeys: seed }
  listening = createServer((request, response) => void built.app(request, response))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const publicUrl = `${url}/verify`
  mails = []
  mailServer = 'up'
  const mail = async (_: string, text: string): Promise<void> => {
    if (mailServer === 'up') return void mails.push(text)
    mailServer = 'asked while down'
    throw new Error('the mail server is down')
  }
  built = await buildApp({ databaseFile: join(folder, 'acme.db'), publicUrl, secrets, mail, logger: quiet })
})
afterEach(async () => {
  await new Promise((resolve) => listening.close(resolve))
  await built.server.close()
  await rm(folder, { recursive: true, force: true })
})

async function sandboxKey(): Promise<{ api_key: string; api_secret: string }> {
  const { host } = built.server
  const account = await host.get(Accounts).create({ name: 'First', role: 'developer' })
  const { key, apiSecret } = await host.get(Keys).create({ accountId: account.id, environment: 'sandbox' })
  return { api_key: key.publicId, api_secret: apiSecret }
}

it('serves a lookup below its prefix, and keeps the routes of the application', async () => {
  const { api_key, api_secret } = await sandboxKey()
  const headers = { 'x-api-key': api_key, 'x-api-secret': api_secret }
  const answer = await fetch(`${url}/verify/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, { headers })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    success: true,
    data: { ifsc: 'KKBK0000261', bank: expect.stringContaining('Kotak') },
    meta: { charged: 0.5, balance: 99.5, environment: 'sandbox' },
  })
  const balance = await fetch(`${url}/verify/api/v1/balance`, { headers })
  expect(await balance.json()).toMatchObject({ data: { balance: 99.5 } })
  expect(await (await fetch(url)).json()).toEqual({ application: 'Acme' })
})

it('returns links that resolve to it', async () => {
  const document = await (await fetch(`${url}/verify/openapi.json`)).json()
  expect(document).toMatchObject({ servers: [{ url: `${url}/verify` }] })
  expect(await (await fetch(`${url}/verify/docs`)).text()).toContain('Acme Verify')
})

it('accepts a body that express.json() has parsed', async () => {
  const key = await sandboxKey()
  const issued = await fetch(`${url}/verify/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key),
  })
  const { data } = Token.parse(await issued.json())
  expect(data).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  const answer = await fetch(`${url}/verify/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, {
    headers: { authorization: `Bearer ${data.access_token}` },
  })
  expect(answer.status).toBe(200)
})

it('mails the owner of a wallet that is low, once the mail server is up', async () => {
  const { host } = built.server
  const { id: accountId } = await host.get(Accounts).create({ name: 'Second', role: 'developer' })
  const { key } = await host.get(Keys).create({ accountId, environment: 'sandbox' })
  await host.get(Thresholds).set({ accountId, environment: 'sandbox', amount: inr('99.80'), actor: 'test' })
  mailServer = 'down'
  await host.call('bank-ifsc-details', { ifsc: 'KKBK0000261' }, { keyId: key.id })
  await vi.waitFor(() => expect(mailServer).toBe('asked while down'), { timeout: 60_000 })
  mailServer = 'up'
  await vi.waitFor(() => expect(mails).toEqual(['Your balance is 99.50, below 99.80']), { timeout: 60_000 })
})
