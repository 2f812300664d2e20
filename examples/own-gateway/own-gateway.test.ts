import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Accounts, inr, Wallet } from '@parakh/core'
import { Funding, PaymentGateways } from '@parakh/funding/contract'
import { createServer, loadConfig, type Server } from '@parakh/server'
import { checkGateway } from '@parakh/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const SECRET = 'a secret of this test'
const sign = (body: string) => ({ 'x-acme-signature': createHmac('sha256', SECRET).update(body).digest('hex') })
const paid = (funding: string) => JSON.stringify({ payment: 'acme_1', funding, paise: 50_000 })

let folder: string
let server: Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-own-gateway-'))
  const file = join(here, 'parakh.yaml')
  const config = await loadConfig(file, { environment: { ACME_PAY_SECRET: SECRET }, allowDevelopmentSecrets: true })
  const database = { client: 'sqlite3', filename: join(folder, 'test.db') } as const
  server = await createServer({ ...config, database }, { logger: false })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

it('credits a wallet when it calls back, once', async () => {
  const { host, app } = server
  const { id: accountId } = await host.get(Accounts).create({ name: 'First', role: 'customer', actor: 'test' })
  const wallet = { accountId, environment: 'production' } as const
  const order = await host.get(Funding).openOrder({ ...wallet, amount: inr('500'), actor: 'asha' })
  const body = paid(order.id)
  const post = (headers: object) =>
    app.inject({
      ...{ method: 'POST', url: '/gateways/till/callback', payload: body },
      headers: { 'content-type': 'application/json', ...headers },
    })
  expect((await post({ 'x-acme-signature': 'forged' })).statusCode).toBe(401)
  expect(await host.get(Wallet).balance(accountId, 'production')).toMatchObject({ balance: 0 })
  for (let time = 0; time < 2; time += 1) expect((await post(sign(body))).json()).toEqual({ success: true })
  expect(await host.get(Wallet).balance(accountId, 'production')).toMatchObject({ balance: inr('500') })
  expect(await host.get(Funding).get(order.id)).toMatchObject({
    state: 'credited',
    gateway: 'till',
    paymentId: 'acme_1',
  })
})

it('keeps to the contract of gateways', () => {
  const gateway = server.host.get(PaymentGateways).get('till')
  if (!gateway) throw new Error('the gateway is not mounted')
  const event = {
    ...({ kind: 'captured', paymentId: 'acme_1', amount: inr('500') } as const),
    ...{ currency: 'INR', reference: 'f1', utr: null },
  }
  expect(checkGateway({ gateway, sign, samples: [{ body: paid('f1'), event }] })).toEqual([])
})

it('is a plugin of less than thirty lines', async () => {
  const source = await readFile(join(here, 'src/acme-pay.ts'), 'utf8')
  expect(source.trimEnd().split('\n').length).toBeLessThan(30)
})
