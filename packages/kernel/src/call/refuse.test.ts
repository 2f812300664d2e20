import { Billing, CALL_ERRORS, inr, legacy, Secrets, Store, service } from '@parakh/core'
import { createTestHost, testSecrets } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { mounted, parcels } from '../../test/parcels.ts'

const sandbox = () => createTestHost({ plugins: [parcels(), mounted()], funds: inr('100') })

describe('a refusal', () => {
  it('counts in the rate windows as an answer does, whatever it is for, and tells how they stand', async () => {
    const { host, keys } = await sandbox()
    const remaining = async (input: object, options: object = {}) => {
      const { status, headers } = await host.call('find-parcel', input, keys.sandbox, options)
      return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
    }
    expect(await remaining({ id: 'NOT VALID' })).toEqual([422, '60', '59'])
    expect(await remaining({ id: 'p-1' }, { requestId: 'one' })).toEqual([200, '60', '58'])
    expect(await remaining({ id: 'p-1' }, { requestId: 'one' })).toEqual([200, '60', '57'])
    expect(await remaining({ id: 'p-2' }, { requestId: 'one' })).toEqual([422, '60', '56'])
    expect(await remaining({ id: 'p-1' }, { requestId: 'not an id' })).toEqual([400, '60', '55'])
    await host.stop()
  })

  it('of a key that has made its calls is 429, whatever is wrong with it, until Retry-After and no longer', async () => {
    const { host, keys, clock } = await sandbox()
    const invalid = () => host.call('find-parcel', { id: 'NOT VALID' }, keys.sandbox)
    clock.advance(1000 - (clock.now().getTime() % 1000))
    for (let nth = 0; nth < 60; nth += 1) expect((await invalid()).status).toBe(422)
    expect(await invalid()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '61', 'x-ratelimit-remaining': '0' },
    })
    clock.advance(60_999)
    expect(await invalid()).toMatchObject({ status: 429, headers: { 'retry-after': '1', 'x-ratelimit-limit': '60' } })
    clock.advance(1)
    expect(await invalid()).toMatchObject({ status: 422, headers: { 'x-ratelimit-remaining': '59' } })
    await host.stop()
  })

  it('is written as one row a key, endpoint and second once its window is full, and asks the store for nothing', async () => {
    const store = { operations: 0 }
    const counting = service(Billing, { inner: Store }, ({ inner: { billing } }) => ({
      ...billing,
      admit: (operation) => {
        store.operations += 1
        return billing.admit(operation)
      },
      log: (operation) => {
        store.operations += 1
        return billing.log(operation)
      },
    }))
    const {
      host,
      keys,
      store: kept,
      account,
      clock,
    } = await createTestHost({
      plugins: [parcels(), mounted()],
      funds: inr('100'),
      overrides: [counting],
      settings: { limits: { perEndpoint: 5, sandbox: 50, production: 300, inFlight: 20 } },
    })
    const call = (id: string) => host.call('find-parcel', { id }, keys.sandbox)
    for (let nth = 0; nth < 6; nth += 1) await call('NOT VALID')
    const before = store.operations
    for (let nth = 0; nth < 300; nth += 1) expect((await call(nth % 2 ? 'p-1' : 'NOT VALID')).status).toBe(429)
    clock.advance(1_000)
    for (let nth = 0; nth < 100; nth += 1) expect((await call('p-1')).status).toBe(429)
    expect(store.operations).toBe(before)
    // Another endpoint of the key has a window of its own.
    expect((await host.call('list-parcels', {}, keys.sandbox)).status).toBe(200)
    await host.stop()
    const query = { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 100, endpoints: ['find-parcel'] }
    const { rows } = await kept.usageLog.page({ accountId: account.id, environment: 'sandbox' }, query)
    const throttled = rows.filter(({ status }) => status === 429)
    expect(throttled.map(({ calls, code }) => [calls, code])).toEqual([
      [100, 'RATE_LIMIT_EXCEEDED'],
      [301, 'RATE_LIMIT_EXCEEDED'],
    ])
    expect((await kept.usage.counts(account.id, 'sandbox', clock.now())).total).toBe(407)
  })

  it('of a key that was revoked meanwhile is about the key, whatever else is wrong', async () => {
    const { host, keys, store } = await sandbox()
    await host.call('find-parcel', { id: 'p-1' }, keys.sandbox)
    const [key] = await store.keys.list()
    for (const { id } of await store.keys.list()) await store.keys.revoke(id)
    expect(key).toBeDefined()
    expect(await host.call('find-parcel', { id: 'NOT VALID' }, keys.sandbox)).toMatchObject({
      status: 401,
      code: 'INVALID_API_KEY',
    })
    expect(await host.call('find-parcel', { id: 'p-1' }, keys.sandbox)).toMatchObject({
      status: 401,
      code: 'INVALID_API_KEY',
    })
    await host.stop()
  })

  it('for failed credentials comes with what a throttled caller needs to know', async () => {
    const { host } = await createTestHost({ plugins: [parcels()], settings: { failedAuth: 2 } })
    const wrong = () => host.call('find-parcel', { id: 'p-1' }, { apiKey: 'pk_test_x', apiSecret: 'sk_test_x' })
    expect([(await wrong()).status, (await wrong()).status]).toEqual([401, 401])
    const throttled = await wrong()
    expect(throttled.status).toBe(429)
    expect(throttled.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' })
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
    await host.stop()
  })

  it('for unknown keys is by address, and locks out nobody whose credentials were right there within the hour', async () => {
    const { host, keys, clock, store, account } = await createTestHost({
      plugins: [parcels()],
      settings: { unknownKeys: 3 },
    })
    const from = (ip: string, credentials: object) => host.call('find-parcel', { id: 'p-1' }, credentials, { ip })
    const unknown = (nth: number) => ({ apiKey: `pk_test_${nth}`, apiSecret: 'sk_test_x' })
    const { key, apiSecret } = await store.keys.create({ accountId: account.id, environment: 'sandbox' })
    const newcomer = { apiKey: key.publicId, apiSecret }
    expect((await from('192.0.2.1', keys.sandbox)).status).toBe(200)
    for (let nth = 0; nth < 3; nth += 1) expect((await from('192.0.2.1', unknown(nth))).status).toBe(401)
    expect(await from('192.0.2.1', unknown(4))).toMatchObject({
      status: 429,
      headers: { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' },
    })
    expect((await from('192.0.2.1', keys.sandbox)).status).toBe(200)
    // Who knows its public id alone is not the key's holder.
    expect((await from('192.0.2.1', { ...keys.sandbox, apiSecret: 'sk_test_x' })).status).toBe(429)
    expect((await from('192.0.2.1', newcomer)).status).toBe(429)
    expect((await from('192.0.2.2', newcomer)).status).toBe(200)
    clock.advance(61_000)
    expect((await from('192.0.2.1', newcomer)).status).toBe(200)
    clock.advance(3_600_000)
    for (let nth = 0; nth < 3; nth += 1) await from('192.0.2.1', unknown(nth))
    expect((await from('192.0.2.1', keys.sandbox)).status).toBe(429)
    await host.stop()
  })

  it('for too many calls of one address comes where addresses are limited', async () => {
    const limits = { perEndpoint: 60, sandbox: 60, production: 300, inFlight: 20, address: 2 }
    const { host, keys, clock } = await createTestHost({ plugins: [parcels()], settings: { limits } })
    const call = async (ip: string) => (await host.call('find-parcel', { id: 'p-1' }, keys.sandbox, { ip })).status
    expect([await call('192.0.2.1'), await call('192.0.2.1'), await call('192.0.2.1')]).toEqual([200, 200, 429])
    expect(await call('192.0.2.2')).toBe(200)
    clock.advance(61_000)
    expect(await call('192.0.2.1')).toBe(200)
    await host.stop()
  })

  it('of a legacy endpoint keeps its status where the trouble is ours', () => {
    const statusOf = (code: keyof typeof CALL_ERRORS) =>
      legacy().fault({ ...CALL_ERRORS[code], code, requestId: 'r' }) as unknown as {
        status: number
        body: { status: string }
      }
    expect(statusOf('UPSTREAM_UNAVAILABLE')).toMatchObject({
      status: 400,
      body: { status: '404', message: 'request failed' },
    })
    const ours = [
      'OUTCOME_UNKNOWN',
      'SERVICE_UNAVAILABLE',
      'SERVICE_OVERLOADED',
      'MONEY_STOPPED',
      'MONEY_IN_RECOVERY',
    ] as const
    for (const code of ours) expect(statusOf(code)).toMatchObject({ status: 503, body: { status: '503' } })
    expect(statusOf('INTERNAL_ERROR')).toMatchObject({ status: 500, body: { status: '500' } })
  })
})

describe('a pepper', () => {
  it('may be rotated: a retry of an earlier call is still a replay', async () => {
    const [older, newer] = [testSecrets('older'), testSecrets('newer')]
    let current = [older]
    const rotating = service(Secrets, {}, () => ({
      digits: (count: number) => older.digits(count),
      hash: (text: string) => current[0]?.hash(text) ?? '',
      hashes: (text: string) => current.flatMap((secrets) => secrets.hashes(text)),
      matches: () => false,
    }))
    const { host, keys } = await createTestHost({ plugins: [parcels()], overrides: [rotating] })
    const find = (id: string) => host.call('find-parcel', { id }, keys.sandbox, { requestId: 'one' })
    await find('p-1')
    current = [newer, older]
    expect(await find('p-1')).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(await find('p-2')).toMatchObject({ status: 422, code: 'REQUEST_ID_REUSED' })
    await host.stop()
  })
})
