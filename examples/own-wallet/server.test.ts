import { fileURLToPath } from 'node:url'
import { Accounts, defineEndpoint, definePlugin, inr, Keys, modern, Store, Wallet } from '@parakh/core'
import { createServer, loadConfig, type Server } from '@parakh/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type Cable, cableTo } from './test/cable.ts'
import { type OwnDatabase, ownDatabase } from './test/own-database.ts'

const PRICE = inr('2')
const FUNDS = inr('10')

/** The wallet's tables, and the host's own database beside them. */
let own: OwnDatabase
let hosts: OwnDatabase
let cable: Cable
let server: Server
let accountId: string
let headers: Record<string, string>
/** What happens while a call runs, after its price was reserved. */
let during: () => void = () => undefined

/** One endpoint that costs two rupees. */
const parcels = definePlugin({
  id: 'parcels',
  contract: 1,
  endpoints: [
    defineEndpoint({
      ...{ id: 'find-parcel', method: 'GET', path: '/parcels/{id}', group: 'Parcels', summary: 'Where a parcel is' },
      ...{ envelope: modern, price: PRICE },
      request: z.object({ id: z.string() }),
      data: z.object({ id: z.string() }),
      async handle({ request, answer }) {
        during()
        return answer(request)
      },
      fixtures: [{ scenario: 'success', request: { id: 'p-1' } }],
    }),
  ],
})

async function open(): Promise<void> {
  const file = fileURLToPath(new URL('./parakh.yaml', import.meta.url))
  const config = await loadConfig(file, { environment: { OWN_WALLET: cable.url }, allowDevelopmentSecrets: true })
  const database = { client: 'pg', connection: hosts.url } as const
  server = await createServer(
    { ...config, database, plugins: [...(config.plugins ?? []), parcels()] },
    { logger: false },
  )
}
const find = (requestId: string) =>
  server.app.inject({ method: 'GET', url: '/api/v1/parcels/p-1', headers: { ...headers, 'x-request-id': requestId } })
const table = async () => {
  const [balance] = await own.query('select available from own_balance where account_id = $1', [accountId])
  const [{ held } = {}] = await own.query('select sum(held) as held from own_reservation')
  return { available: Number(balance?.['available'] ?? 0), held: Number(held) }
}
const openTasks = async () => (await server.host.get(Store).walletTasks.backlog()).open
/** Every task was carried out: whoever looks next does it, a second later or several. */
const settled = () => expect.poll(openTasks).toBe(0)

beforeAll(async () => {
  own = await ownDatabase()
  hosts = await ownDatabase()
  cable = await cableTo(own.url)
  await open()
  const { host } = server
  accountId = (await host.get(Accounts).create({ name: 'Acme', role: 'developer' })).id
  await host.get(Accounts).approveKyc(accountId)
  const issued = await host.get(Keys).create({ accountId, environment: 'production' })
  headers = { 'x-api-key': issued.key.publicId, 'x-api-secret': issued.apiSecret }
})
afterAll(async () => {
  await server.close()
  await cable.close()
  await own.drop()
  await hosts.drop()
})

it('has what was paid in, and a paid call, in the table', async () => {
  const credit = { accountId, environment: 'production', amount: FUNDS, reference: 'utr-1', actor: 'test' } as const
  await server.host.get(Wallet).credit(credit)
  await settled()
  expect(await table()).toEqual({ available: FUNDS, held: 0 })
  const reply = await find('a')
  expect(reply.json()).toMatchObject({ success: true, meta: { charged: 2, balance: 8 } })
  await settled()
  expect(await table()).toEqual({ available: inr('8'), held: 0 })
  expect((await find('a')).headers['idempotent-replayed']).toBe('true')
  expect(await server.host.get(Wallet).balance(accountId, 'production')).toMatchObject({ available: inr('8') })
})

it('answers 503 while the table is away, and the same request is answered when it is back', async () => {
  cable.cut()
  const refused = await find('b')
  expect([refused.statusCode, refused.json().error?.code]).toEqual([503, 'WALLET_UNAVAILABLE'])
  cable.mend()
  expect((await find('b')).statusCode).toBe(200)
  await settled()
  expect(await table()).toEqual({ available: inr('6'), held: 0 })
})

it('captures after a restart what the table could not hear before it', async () => {
  during = () => cable.cut()
  expect((await find('c')).statusCode).toBe(200)
  during = () => undefined
  await server.close()
  expect(await table()).toEqual({ available: inr('4'), held: PRICE })
  cable.mend()
  await open()
  await settled()
  expect(await table()).toEqual({ available: inr('4'), held: 0 })
  expect((await server.host.get(Store).ledger.verify()).broken).toEqual([])
})
