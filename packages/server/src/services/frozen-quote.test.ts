import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, inr, Keys, Store, Wallet } from '@parakh/core'
import resale, { Commissions, Prices } from '@parakh/resale'
import { fakeUpstream, reply } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { openHost } from '../host-from-config.ts'
import { checkConfig } from '../load-config.ts'

const find = { path: '/find', query: { code: 'input.code' }, none: 'status = 404', record: 'body' }
const environment = 'production'
const actor = 'asha'

it('keeps its price and shares during changes of prices and parents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-frozen-'))
  const upstream = await fakeUpstream()
  const live = [{ provider: 'http' as const, baseUrl: upstream.url, timeoutMs: 10_000, operations: { find } }]
  const host = await openHost(
    await checkConfig({
      ...{ database: { client: 'sqlite3', filename: join(folder, 'test.db') }, plugins: [lookup({ live }), resale()] },
      secrets: secretsForTest(),
    }),
    { migrate: true, logger: false },
  )
  const [accounts, commissions] = [host.get(Accounts), host.get(Commissions)]
  const shop = (await accounts.create({ name: 'Shop', role: 'retailer' })).id
  const other = (await accounts.create({ name: 'Other', role: 'retailer' })).id
  const payer = (await accounts.create({ name: 'Asha', role: 'customer', parentId: shop })).id
  await accounts.approveKyc(payer)
  const { key } = await host.get(Keys).create({ accountId: payer, environment })
  await host.get(Wallet).credit({ accountId: payer, environment, amount: inr('10'), reference: 'r', actor })
  await commissions.set({ accountId: shop, basisPoints: 800, actor })
  await commissions.set({ accountId: other, basisPoints: 100, actor })

  let arrived: () => void = () => undefined
  let release: () => void = () => undefined
  const underway = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const changed = new Promise<void>((resolve) => {
    release = resolve
  })
  const answer = reply.json({ code: 'AA00', name: 'Asha' })
  upstream.answer(async (exchange) => {
    arrived()
    await changed
    await answer(exchange)
  })
  const call = () => host.call('lookup', { code: 'AA00' }, { keyId: key.id })
  const first = call()
  await underway
  const price = { endpoint: 'lookup', price: inr('5'), accountId: null, role: null, fromCalls: 0, actor }
  await host.get(Prices).set(price)
  await commissions.set({ accountId: shop, basisPoints: 200, actor })
  await accounts.move(payer, other)
  release()
  expect(await first).toMatchObject({ status: 200 })
  const balance = async () => (await host.get(Wallet).balance(payer, environment)).balance
  const accrued = async (id: string) => (await commissions.totals(id, environment)).accrued
  expect([await balance(), await accrued(shop), await accrued(other)]).toEqual([inr('9.50'), 40_000, 0])
  upstream.answer(answer)
  expect(await call()).toMatchObject({ status: 200 })
  expect([await balance(), await accrued(shop), await accrued(other)]).toEqual([inr('4.50'), 40_000, 50_000])
  expect(await host.get(Store).ledger.verify()).toMatchObject({ ok: true, broken: [] })
  await host.stop()
  await upstream.close()
  await rm(folder, { recursive: true, force: true })
})
