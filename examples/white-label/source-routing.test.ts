import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Accounts, inr, Keys, Wallet } from '@parakh/core'
import { Costs } from '@parakh/resale'
import { createServer, loadConfig, type Server } from '@parakh/server'
import { collectingLogger, type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Plugins are found from below this folder, which depends on them. */
const PARENT = fileURLToPath(new URL('./node_modules/', import.meta.url))
const FIRST = 'brand: { name: Acme Verify }\ndatabase: { client: sqlite3, filename: ./guide.db }\nserver: { port: 0 }\n'
const guide = readFileSync(new URL('../../docs/guides/upstreams/README.md', import.meta.url), 'utf8')
const CAP = 'dailyCap: 50000'
const REACHED = 6
/** With a cap that a test reaches. */
const example = (/```yaml example=routing\n(.*?)```/s.exec(guide)?.[1] ?? '').replace(CAP, `dailyCap: ${REACHED}`)
const NONE = reply.json({ code: 'UNKNOWN' }, { status: 404 })

let folder: string
let upstreams: readonly [FakeUpstream, FakeUpstream]
let server: Server
let url: string
let headers: Record<string, string>
const logger = collectingLogger()
beforeAll(async () => {
  folder = await mkdtemp(join(PARENT, '.source-routing-'))
  upstreams = [await fakeUpstream(), await fakeUpstream()]
  const [acme, globex] = upstreams
  await writeFile(join(folder, 'parakh.yaml'), FIRST + example)
  const environment = { ACME_URL: acme.url, GLOBEX_URL: globex.url }
  const config = await loadConfig(join(folder, 'parakh.yaml'), { environment, allowDevelopmentSecrets: true, logger })
  server = await createServer(config, { logger })
  url = (await server.listen()).url
  const { host } = server
  const { id: accountId } = await host.get(Accounts).create({ name: 'A customer', role: 'developer' })
  await host.get(Accounts).approveKyc(accountId)
  const of = { accountId, environment: 'production' } as const
  await host.get(Wallet).credit({ ...of, amount: inr('100'), reference: 'UTR1', actor: 'test' })
  const { key, apiSecret } = await host.get(Keys).create(of)
  headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
})
afterAll(async () => {
  await server.close()
  await Promise.all(upstreams.map((one) => one.close()))
  await rm(folder, { recursive: true, force: true })
})

const asked = () => upstreams.map(({ requests }) => requests.length)
const ask = async () => (await fetch(`${url}/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, { headers })).status

it('asks as the guide of upstreams says: the cheaper source until its cap, and each is paid what its entry says', async () => {
  expect(guide).toContain(CAP)
  const [acme, globex] = upstreams
  for (const one of upstreams) one.answer(NONE)
  expect(await ask()).toBe(404)
  expect(asked()).toEqual([0, 1])
  globex.answer(reply.status(401))
  expect(await ask()).toBe(404)
  expect(asked()).toEqual([1, 2])

  globex.answer(NONE)
  const costs = server.host.get(Costs)
  await costs.set({ plugin: 'ifsc', operation: 'branch', source: 'acme', cost: inr('0.20'), actor: 'asha' })
  const second = async () => [await ask(), acme.requests.length]
  await expect.poll(second, { interval: 600, timeout: 20_000 }).toEqual([404, 2])
  expect(globex.requests.length).toBeLessThan(REACHED)
  acme.answer(reply.status(401))
  const ends: number[] = []
  for (let call = 0; call < REACHED; call += 1) ends.push(await ask())
  expect([ends[0], ends.at(-1), globex.requests.length]).toEqual([404, 503, REACHED])
  expect(logger.of('upstream.cap_reached')).toMatchObject([{ facts: { provider: 'ifsc/globex', cap: REACHED } }])

  const month = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7)
  const booked = async () => {
    const { providers } = await costs.margins(month)
    return Object.fromEntries(providers.map(({ provider, cost }) => [provider, cost]))
  }
  const ofAcme = inr('0.40') + (acme.requests.length - 1) * inr('0.20')
  await expect.poll(booked, { timeout: 20_000 }).toEqual({ 'ifsc/acme': ofAcme, 'ifsc/globex': REACHED * inr('0.25') })
})
