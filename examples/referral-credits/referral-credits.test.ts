import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Accounts,
  AdminTokens,
  Clock,
  decorate,
  definePlugin,
  inr,
  Keys,
  Ledger,
  Store,
  service,
  Wallet,
} from '@parakh/core'
import { createServer, loadConfig, type Server } from '@parakh/server'
import { manualClock } from '@parakh/testkit'
import { testIsolation } from '@parakh/testkit/suites'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { invite, useCode } from './src/operations.ts'
import { ReferralPaid } from './src/pay-rewards.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const MINUTE_MS = 60_000

/** The server of parakh.yaml on a database of its own, with a clock and a ledger that the test holds. */
async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-referrals-'))
  const clock = manualClock(new Date())
  /** What happens to the next change of the ledger: it is lost before its commit, or its answer after it. */
  let trouble: 'before' | 'after' | null = null
  const unsteady = definePlugin({
    ...{ id: 'unsteady', contract: 1 },
    decorates: [
      decorate(Ledger, {
        ...{ id: 'trouble', needs: {} },
        wrap: (inner) => ({
          async change(change, work) {
            const now = trouble
            trouble = null
            if (now === 'before') throw new Error('the process ended')
            const done = await inner.change(change, work)
            if (now === 'after') throw new Error('the process ended')
            return done
          },
        }),
      }),
    ],
  })
  const config = await loadConfig(join(here, 'parakh.yaml'), { environment: {}, allowDevelopmentSecrets: true })
  const server = await createServer(
    {
      ...{ ...config, plugins: [...(config.plugins ?? []), unsteady()] },
      ...{ database: { client: 'sqlite3', filename: join(folder, 'test.db') } },
      services: [service(Clock, {}, () => clock)],
    },
    { logger: false },
  )
  const close = async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { server, clock, close, lose: (when: 'before' | 'after') => (trouble = when) }
}

describe('referral credits', () => {
  let test: Awaited<ReturnType<typeof open>>
  let server: Server
  beforeEach(async () => {
    test = await open()
    server = test.server
  })
  afterEach(() => test.close())

  const asha = { operator: 'asha' } as const
  const wallet = (accountId: string) => ({ accountId, environment: 'production' }) as const
  /** A customer with 100 INR, and what calls once. */
  async function customer() {
    const { host } = server
    const { id } = await host.get(Accounts).create({ name: 'A customer', role: 'developer', actor: 'test' })
    await host.get(Accounts).approveKyc(id)
    await host.get(Wallet).credit({ ...wallet(id), amount: inr('100'), reference: 'first', actor: 'test' })
    const { key } = await host.get(Keys).create(wallet(id))
    const call = async () => (await host.call('bank-ifsc-details', { ifsc: 'KKBK0000261' }, { keyId: key.id })).body
    return { id, call }
  }
  const invited = async (referrer: string, account: string): Promise<string> => {
    const { code } = await server.host.run(invite, { account_id: referrer }, asha)
    await server.host.run(useCode, { account_id: account, code }, asha)
    return code
  }
  const balance = async (accountId: string) => (await server.host.get(Wallet).balance(accountId, 'production')).balance
  const nextMinute = () => test.clock.advance(MINUTE_MS)
  const made = async (account_id: string) =>
    (await server.host.run('accounts.get', { account_id }, asha)) as { views: { referrals: object } }

  it('are paid once to who made a code, when who used it has spent enough after its free calls', async () => {
    const [anna, bela] = [await customer(), await customer()]
    const heard: unknown[] = []
    await server.host.on(ReferralPaid, ({ accountId, data }) => void heard.push({ accountId, ...data }))
    const code = await invited(anna.id, bela.id)
    const charged = []
    for (let calls = 0; calls < 7; calls += 1) charged.push(await bela.call())
    expect(charged).toMatchObject([0, 0, 0, 4, 4, 4, 4].map((rupees) => ({ meta: { charged: rupees } })))
    nextMinute()
    await bela.call()
    nextMinute()
    await expect.poll(() => balance(anna.id)).toBe(inr('105'))
    nextMinute()
    nextMinute()
    await expect.poll(() => heard).toEqual([{ accountId: anna.id, code, reward: '5.00' }])
    expect(await balance(anna.id)).toBe(inr('105'))
    expect((await made(anna.id)).views.referrals).toEqual({ used: 1, paid: 1 })
    expect(await server.host.get(Store).ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })

  it.each(['before', 'after'] as const)('are paid once where the process ends %s the commit', async (when) => {
    const [anna, bela] = [await customer(), await customer()]
    await invited(anna.id, bela.id)
    for (let calls = 0; calls < 8; calls += 1) await bela.call()
    test.lose(when)
    // Each look is a minute later: the job fails once, and is run again.
    const later = async () => {
      nextMinute()
      return await balance(anna.id)
    }
    await expect.poll(later).toBe(inr('105'))
    for (let minutes = 0; minutes < 5; minutes += 1) expect(await later()).toBe(inr('105'))
    expect((await made(anna.id)).views.referrals).toEqual({ used: 1, paid: 1 })
  })

  it('count what was spent in the days of the offer, and are paid after them too', async () => {
    const [anna, bela, chand] = [await customer(), await customer(), await customer()]
    await invited(anna.id, bela.id)
    await invited(anna.id, chand.id)
    for (let calls = 0; calls < 8; calls += 1) await bela.call()
    test.clock.advance(31 * 24 * 60 * MINUTE_MS)
    for (let calls = 0; calls < 8; calls += 1) await chand.call()
    const later = async () => {
      nextMinute()
      return await balance(anna.id)
    }
    await expect.poll(later).toBe(inr('105'))
    for (let minutes = 0; minutes < 5; minutes += 1) expect(await later()).toBe(inr('105'))
    expect((await made(anna.id)).views.referrals).toEqual({ used: 2, paid: 1 })
  })

  it('keep one open code for each account, which nobody uses twice or for itself', async () => {
    const [anna, bela, chand] = [await customer(), await customer(), await customer()]
    const offer = await server.host.run(invite, { account_id: anna.id }, asha)
    expect(offer).toEqual({ code: expect.any(String), reward: '5.00', spend: '20.00' })
    expect(await server.host.run(invite, { account_id: anna.id }, asha)).toEqual(offer)
    const use = (account_id: string, code: string) => server.host.run(useCode, { account_id, code }, asha)
    const refused = { code: 'REFERRAL_CODE_INVALID' }
    await expect(use(anna.id, offer.code)).rejects.toMatchObject(refused)
    await expect(use(bela.id, 'unknown')).rejects.toMatchObject(refused)
    expect(await use(bela.id, offer.code)).toEqual({ free_calls: 3 })
    await expect(use(chand.id, offer.code)).rejects.toMatchObject(refused)
    const second = await server.host.run(invite, { account_id: anna.id }, asha)
    await expect(use(bela.id, second.code)).rejects.toMatchObject(refused)
    test.clock.advance(31 * 24 * 60 * MINUTE_MS)
    await expect(use(chand.id, second.code)).rejects.toMatchObject(refused)
  })

  it('are served over HTTP, and announced to endpoints of webhooks', async () => {
    const anna = await customer()
    const given = { name: 'op', accountId: null, scopes: ['*'], expiresAt: null, actor: 'test' }
    const { secret } = await server.host.get(AdminTokens).create(given)
    const post = (url: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url: `/admin/v1${url}`,
        payload,
        headers: { authorization: `Bearer ${secret}` },
      })
    const asked = await post(`/accounts/${anna.id}/referrals/invite`, {})
    expect([asked.statusCode, asked.json()]).toMatchObject([200, { reward: '5.00' }])
    const refused = await post(`/accounts/${anna.id}/referrals/use`, { code: 'none' })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { error: { code: 'REFERRAL_CODE_INVALID' } }])
    const endpoint = { environment: 'production', url: 'https://hooks.example.in/', events: ['referral.paid'] }
    expect((await post(`/accounts/${anna.id}/webhooks`, endpoint)).statusCode).toBe(201)
  })

  it('are less than two hundred lines', async () => {
    const files = await readdir(join(here, 'src'))
    const sources = await Promise.all(files.map((name) => readFile(join(here, 'src', name), 'utf8')))
    expect(sources.join('').trimEnd().split('\n').length).toBeLessThan(200)
  })
})

testIsolation('referral credits', async () => {
  const { server, close } = await open()
  return { host: server.host, close, of: ['referrals'], inputs: { 'referrals.use': { code: 'none' } } }
})
