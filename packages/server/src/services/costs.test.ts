import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Alerts, inr, Keys, LiveSources, Metrics, priceOf, Wallet, zero } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import resale, { Costs, Prices, type ResaleOptions } from '@parakh/resale'
import { type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTables } from '../../../../test/databases.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { openHost } from '../host-from-config.ts'
import { checkConfig } from '../load-config.ts'

const find = { path: '/find', query: { code: 'input.code' }, none: 'status = 404', record: 'body' }
const source = (baseUrl: string) => ({ provider: 'http' as const, baseUrl, timeoutMs: 2_000, operations: { find } })

describe('what providers cost', () => {
  let folder: string
  let upstreams: readonly [FakeUpstream, FakeUpstream]
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-costs-'))
    upstreams = [await fakeUpstream(), await fakeUpstream()]
  })
  afterEach(async () => {
    await Promise.all(upstreams.map((upstream) => upstream.close()))
    await rm(folder, { recursive: true, force: true })
  })

  const secrets = secretsForTest()
  const open = async (
    costs: ResaleOptions['costs'] = { lookup: { find: '0.10' } },
    live: readonly ReturnType<typeof source>[] = upstreams.map(({ url }) => source(url)),
  ) => {
    const plugins = [lookup({ live }), resale({ costs })]
    const database = { client: 'sqlite3' as const, filename: join(folder, 'test.db') }
    return await openHost(await checkConfig({ secrets, database, plugins }), {
      migrate: true,
      logger: false,
    })
  }
  const caller = async (host: Host) => {
    const { id: accountId } = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
    await host.get(Accounts).approveKyc(accountId)
    const { key } = await host.get(Keys).create({ accountId, environment: 'production' })
    const funds = { accountId, environment: 'production', amount: inr('10'), reference: 'r', actor: 'test' } as const
    await host.get(Wallet).credit(funds)
    return { accountId, keyId: key.id }
  }
  const month = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7)

  it('is booked for every attempt, failed ones and those of another provider too, and compared with an invoice', async () => {
    const [first, second] = upstreams
    const host = await open()
    const { keyId } = await caller(host)
    const call = async (code: string) => (await host.call('lookup', { code }, { keyId })).status
    first.answer(reply.status(503))
    second.answer(reply.json({ code: 'AA00', name: 'Asha' }))
    expect(await call('AA00')).toBe(200)
    first.answer(reply.status(404))
    expect(await call('ZZ00')).toBe(404)
    const asked = first.requests.length + second.requests.length
    await host.stop()

    // Stopping the host has written the waiting attempts.
    const again = await open()
    const { endpoints, providers } = await again.get(Costs).margins(month)
    expect(providers.map(({ provider }) => provider).sort()).toEqual(['lookup/http#0', 'lookup/http#1'])
    expect(providers.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(asked)
    expect(endpoints).toEqual([
      {
        ...{ endpoint: 'lookup', attempts: asked, cost: asked * inr('0.10'), calls: 1, revenue: inr('0.50') },
        ...{ commission: 0, margin: inr('0.50') - asked * inr('0.10') },
      },
    ])
    const invoice = { provider: 'lookup/http#1', csv: 'reference,amount\nstranger,0.10\n' }
    const { suspense } = await again.get(Costs).reconcileMonth(month, invoice)
    expect(suspense.map(({ kind }) => kind).sort()).toEqual(['missing', 'unknown'])
    const reference = suspense.find(({ kind }) => kind === 'missing')?.reference
    const right = { ...invoice, csv: `reference,amount\n${reference},0.10\n` }
    expect(await again.get(Costs).reconcileMonth(month, right)).toMatchObject({ matched: 1, suspense: [] })
    await expect(again.get(Costs).margins('2026-1')).rejects.toMatchObject({ code: 'COST_MONTH_INVALID' })
    await again.stop()
  })

  it('is that of the source that was asked, whose history stays with it where the list is reordered', async () => {
    const [first, second] = upstreams
    first.answer(reply.status(404))
    second.answer(reply.json({ code: 'AA00', name: 'Asha' }))
    const acme = { ...source(first.url), name: 'acme', costs: { find: '0.05' } }
    const globex = { ...source(second.url), name: 'globex', costs: { find: 0.2 } }
    const ask = async (requestId: string, live: readonly (typeof acme | typeof globex)[]) => {
      const host = await open({ lookup: { find: '0.10' } }, live)
      const { keyId } = await caller(host)
      await host.call('lookup', { code: 'AA00' }, { keyId }, { requestId })
      await host.stop()
    }
    await ask('ask-1', [acme, globex])
    await ask('ask-2', [globex, acme])
    const host = await open({}, [globex, acme])
    const costs = host.get(Costs)
    const { providers } = await costs.margins(month)
    expect(providers.map(({ provider, attempts, cost }) => [provider, attempts, cost])).toEqual([
      ['lookup/globex', 1, inr('0.20')],
      ['lookup/acme', 1, inr('0.05')],
    ])
    const invoice = { csv: 'reference,amount\nstranger,0.05\n' }
    for (const [provider, booked] of [
      ['lookup', inr('0.25')],
      ['lookup/acme', inr('0.05')],
      ['lookup/globex', inr('0.20')],
    ] as const)
      expect(await costs.reconcileMonth(month, { ...invoice, provider })).toMatchObject({ booked })
    // The floor of a price is what the dearest source costs, whichever is asked first.
    const of = { endpoint: 'lookup', accountId: null, role: null, fromCalls: 0, actor: 'asha' }
    await expect(host.get(Prices).set({ ...of, price: inr('0.19') })).rejects.toMatchObject({
      code: 'PRICE_BELOW_FLOOR',
    })
    const given = { plugin: 'lookup', operation: 'find', actor: 'asha' }
    await costs.set({ ...given, source: 'globex', cost: inr('0.15') })
    await host.get(Prices).set({ ...of, price: inr('0.19') })
    await expect(costs.set({ ...given, source: 'initech', cost: inr('1') })).rejects.toMatchObject({
      ...{ code: 'COST_OPERATION_UNKNOWN', message: expect.stringContaining('acme') },
    })
    expect((await costs.list()).map(({ source: name, cost }) => [name, cost])).toEqual([
      ['acme', inr('0.05')],
      ['globex', inr('0.15')],
    ])
    await host.stop()
  })

  it('stops at the cap of a source: the next one is asked, and where all are capped calls fail without a charge', async () => {
    const [first, second] = upstreams
    for (const one of upstreams) one.answer(reply.json({ code: 'AA00', name: 'Asha' }))
    const live = [
      { ...source(first.url), name: 'acme', dailyCap: 2 },
      { ...source(second.url), name: 'globex', dailyCap: 1 },
    ]
    const host = await open({}, live)
    const { accountId, keyId } = await caller(host)
    const ask = async (of: Host, requestId: string) => {
      const { status, code } = await of.call('lookup', { code: 'AA00' }, { keyId }, { requestId })
      return [status, code, first.requests.length, second.requests.length]
    }
    expect(await ask(host, 'one')).toEqual([200, null, 1, 0])
    expect(await ask(host, 'two')).toEqual([200, null, 2, 0])
    expect(await ask(host, 'three')).toEqual([200, null, 2, 1])
    expect(await ask(host, 'four')).toEqual([503, 'UPSTREAM_UNAVAILABLE', 2, 1])
    const { balance, held } = await host.get(Wallet).balance(accountId, 'production')
    expect([balance, held]).toEqual([inr('8.50'), zero])
    const circuits = host
      .get(LiveSources)
      .list()
      .map(({ health }) => [health.circuit, health.failures.unreachable])
    expect(circuits).toEqual([
      ['closed', 0],
      ['closed', 0],
    ])
    await host.stop()

    // It holds over a restart, and operators are told of it.
    const again = await open({}, live)
    expect(await ask(again, 'five')).toEqual([503, 'UPSTREAM_UNAVAILABLE', 2, 1])
    const rule = again.get(Alerts).get('resale/source-capped')
    if (rule?.of !== 'operators') throw new Error('it is an alert of operators')
    const told = await rule.standing()
    expect(told.map(({ subject, params }) => [subject, params['cap']]).sort()).toEqual([
      ['lookup/acme', '2'],
      ['lookup/globex', '1'],
    ])
    await again.stop()
  })

  it('is kept over a restart if it cannot be booked, which operators and Prometheus are alerted to', async () => {
    const [first] = upstreams
    first.answer(reply.json({ code: 'AA00', name: 'Asha' }))
    const host = await open()
    const { keyId } = await caller(host)
    const rows = openTables({ options: { client: 'sqlite3', filename: join(folder, 'test.db') }, drop: async () => {} })
    await rows.raw('alter table parakh_resale_attempt rename to broken')
    await rows.raw('alter table parakh_resale_operation_cost rename to broken_cost')
    expect((await host.call('lookup', { code: 'AA00' }, { keyId })).status).toBe(200)
    const set = host.get(Costs).set({ plugin: 'lookup', operation: 'find', cost: priceOf(0), actor: 'asha' })
    await expect(set).rejects.toMatchObject({
      code: 'OPERATION_REFUSED',
      message: expect.not.stringMatching(/insert/i),
    })
    await host.stop()
    await rows.raw('update parakh_resale_waiting_attempt set since = since - 120000')

    const again = await open()
    const alert = again.get(Alerts).get('resale/costs-not-booked')
    if (alert?.of !== 'operators') throw new Error('it is an alert of operators')
    expect(await alert.standing()).toMatchObject([{ severity: 'soon', since: expect.any(Date) }])
    const age = async () => {
      const families = [...again.get(Metrics)].flatMap(([, some]) => some)
      return (await families.find(({ name }) => name === 'parakh_costs_not_booked_seconds')?.samples())?.[0]?.value
    }
    expect(await age()).toBeGreaterThan(100)
    await rows.raw('alter table broken rename to parakh_resale_attempt')
    await rows.raw('alter table broken_cost rename to parakh_resale_operation_cost')
    await rows.destroy()
    await again.start()
    await vi.waitFor(async () => expect(await age()).toBe(0), { timeout: 60_000, interval: 200 })
    expect(await alert.standing()).toEqual([])
    expect((await again.get(Costs).margins(month)).providers).toMatchObject([{ attempts: 1, cost: inr('0.10') }])
    await again.stop()
  })

  it('is refused as a cap that nothing counts without the feature', async () => {
    const plugins = [lookup({ live: { ...source(upstreams[0].url), name: 'acme', dailyCap: 2 } })]
    const database = { client: 'sqlite3' as const, filename: join(folder, 'test.db') }
    await expect(checkConfig({ secrets, database, plugins })).rejects.toMatchObject({
      faults: [{ path: 'plugins.0.live.dailyCap', message: expect.stringContaining('@parakh/resale') }],
    })
  })

  it('is the set cost from its time on, for floors and bookings, and the configured one until then', async () => {
    const host = await open()
    const costs = host.get(Costs)
    const given = { plugin: 'lookup', operation: 'find', actor: 'asha' }
    const of = { endpoint: 'verify-lookup', accountId: null, role: null, fromCalls: 0, actor: 'asha' }
    expect(await costs.list()).toEqual([
      { plugin: 'lookup', operation: 'find', source: null, cost: inr('0.10'), set: null, status: 'in force' },
    ])
    await host.get(Prices).set({ ...of, price: inr('0.10') })
    const later = new Date(Date.now() + 86_400_000)
    await costs.set({ ...given, cost: inr('0.30'), validFrom: later })
    await costs.set({ ...given, cost: inr('0.20') })
    expect((await costs.list({ past: true })).map(({ cost, status }) => [cost / inr('0.10'), status])).toEqual([
      ...[
        [1, 'past'],
        [2, 'in force'],
      ],
      [3, 'planned'],
    ])
    await expect(host.get(Prices).set({ ...of, price: inr('0.19') })).rejects.toMatchObject({
      code: 'PRICE_BELOW_FLOOR',
    })
    await host.get(Prices).set({ ...of, price: inr('0.20') })
    const past = { ...given, cost: inr('1'), validFrom: new Date(Date.now() - 1_000) }
    await expect(costs.set(past)).rejects.toMatchObject({ code: 'COST_IN_THE_PAST' })
    for (const unknown of [{ operation: 'lose' }, { plugin: 'elsewhere' }, { operation: 'find.status' }])
      await expect(costs.set({ ...given, ...unknown, cost: inr('1') })).rejects.toMatchObject({
        code: 'COST_OPERATION_UNKNOWN',
      })
    await expect(costs.set({ ...given, cost: priceOf(1) })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await host.stop()
  })

  it('is not recorded without configured costs', async () => {
    const host = await open({})
    expect(await host.get(Costs).margins(month)).toEqual({ endpoints: [], providers: [] })
    await host.stop()
  })
})
