import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server as HttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Keys, provide } from '@parakh/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type App, buildApp } from './app.ts'
import { type Session, SessionFact } from './host-session.ts'

const seed = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
let folder: string
let built: App
let listening: HttpServer
let url: string
let accountId: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-session-'))
  listening = createServer((request, response) => void built.app(request, response))
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const secrets = { pepper: seed, masterKey: seed, jwtKeys: seed }
  built = await buildApp({ databaseFile: join(folder, 'acme.db'), publicUrl: `${url}/verify`, secrets })
  accountId = (await built.server.host.get(Accounts).create({ name: 'Acme', role: 'developer' })).id
})
afterEach(async () => {
  await new Promise((resolve) => listening.close(resolve))
  await built.server.close()
  await rm(folder, { recursive: true, force: true })
})

const signIn = (cookie: string, changes: Partial<Session> = {}) =>
  built.sessions.set(cookie, { userId: 'asha', accountId, version: 1, ...changes })
async function find(cookie: string | null, headers: Record<string, string> = {}) {
  const sent = cookie === null ? headers : { ...headers, cookie: `theme=dark; session=${cookie}` }
  const reply = await fetch(`${url}/verify/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, { headers: sent })
  return { status: reply.status, body: await reply.json() }
}
const stranger = { status: 401, body: { error: { code: 'NOT_AUTHENTICATED' } } }

it('lets a signed-in user call without a key, and the account of the session pays', async () => {
  signIn('first')
  expect(await find('first')).toMatchObject({ status: 200, body: { meta: { charged: 0.5, balance: 99.5 } } })
  expect(await find('first')).toMatchObject({ body: { meta: { balance: 99 } } })
  expect(await find('other')).toMatchObject(stranger)
  expect(await find(null)).toMatchObject(stranger)
})

it('keeps two accounts apart', async () => {
  const { id: other } = await built.server.host.get(Accounts).create({ name: 'Other', role: 'developer' })
  signIn('first')
  signIn('second', { accountId: other })
  expect(await find('first')).toMatchObject({ body: { meta: { balance: 99.5 } } })
  expect(await find('second')).toMatchObject({ body: { meta: { balance: 99.5 } } })
})

it('ends earlier sessions of a user with a higher version, and a user with the key that stands for it', async () => {
  signIn('first')
  signIn('second', { version: 2 })
  signIn('ravi', { userId: 'ravi' })
  expect([(await find('first')).status, (await find('second')).status, (await find('ravi')).status]).toEqual([
    200, 200, 200,
  ])
  expect(await find('first')).toMatchObject(stranger)
  const keys = built.server.host.get(Keys)
  const asha = (await keys.list(accountId)).find(({ external }) => external?.subject === 'asha')
  await keys.revoke(asha?.id ?? '')
  expect(await find('second')).toMatchObject(stranger)
  expect((await find('ravi')).status).toBe(200)
})

it('takes no key, since the host has no scheme of keys', async () => {
  const { key, apiSecret } = await built.server.host.get(Keys).create({ accountId, environment: 'sandbox' })
  expect(await find(null, { 'x-api-key': key.publicId, 'x-api-secret': apiSecret })).toMatchObject(stranger)
})

it('is the same without HTTP', async () => {
  const facts = [provide(SessionFact, { userId: 'asha', accountId, version: 1 })]
  const reply = await built.server.host.call('bank-ifsc-details', { ifsc: 'KKBK0000261' }, { facts })
  expect(reply).toMatchObject({ status: 200, body: { meta: { balance: 99.5 } } })
})

it('opens the console for a signed-in user, once, and for nobody else', async () => {
  signIn('first')
  const open = (cookie: string) =>
    fetch(`${url}/console`, { method: 'POST', redirect: 'manual', headers: { cookie: `session=${cookie}` } })
  const page = { 'sec-fetch-site': 'same-origin', 'x-console-page': '1', 'content-type': 'application/json' }
  const enter = (token: string | undefined) =>
    fetch(`${url}/verify/console/enter`, { method: 'POST', headers: page, body: JSON.stringify({ token }) })
  const { status, headers } = await open('first')
  const [address, token] = headers.get('location')?.split('#') ?? []
  expect([status, address]).toEqual([303, `${url}/verify/console/enter`])
  const entered = await enter(token)
  expect([entered.status, await entered.json()]).toMatchObject([
    200,
    { person: { name: 'asha' }, memberships: [{ account_id: accountId, role: 'developer', production: false }] },
  ])
  expect((await enter(token)).status).toBe(401)
  expect((await open('other')).status).toBe(401)
})
