import { CALL_ERRORS, inr, legacy, Secrets, service } from '@parakh/core'
import { createTestHost, testSecrets } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { door, parcels } from '../../test/parcels.ts'

const sandbox = () => createTestHost({ plugins: [parcels(), door()], funds: inr('100') })

describe('a refusal', () => {
  it('tells how the rate windows stand, and counts in them only where it reached admit', async () => {
    const { host, keys } = await sandbox()
    const invalid = () => host.call('find-parcel', { id: 'NOT VALID' }, keys.sandbox)
    expect((await invalid()).headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '60' })
    await host.call('find-parcel', { id: 'p-1' }, keys.sandbox)
    expect((await invalid()).headers).toMatchObject({ 'x-ratelimit-remaining': '59' })
    await host.stop()
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
    for (const code of ['OUTCOME_UNKNOWN', 'SERVICE_UNAVAILABLE', 'MONEY_STOPPED', 'MONEY_IN_RECOVERY'] as const)
      expect(statusOf(code)).toMatchObject({ status: 503, body: { status: '503' } })
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
