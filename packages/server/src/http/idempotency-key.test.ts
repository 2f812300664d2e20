import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Accounts, inr, Keys, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { live, lookup } from '../../test/lookup-plugin.ts'

/** Base64 of 16 bytes, with each of the three characters. */
const KEY = 'a+b/Cd3EfGhIjKlMnOpQrA=='
const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `keyed_${randomInt(1e9)}_` },
})

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('Idempotency-Key, on %s', (_, database) => {
  let test: AdminForTest
  let asked = 0
  beforeAll(async () => {
    const find = async (code: string) => {
      asked += 1
      await sleep(20)
      return code === 'ZZ00' ? null : { code, name: 'Asha' }
    }
    test = await adminForTest({ plugins: [lookup({ live: live(find) })], ...database() })
  })
  afterAll(() => test.close())

  async function customer() {
    const { id } = await test.account('customer')
    await test.host.get(Accounts).approveKyc(id)
    const of = { accountId: id, environment: 'production' as const }
    await test.host
      .get(Wallet)
      .credit({ accountId: id, environment: 'production', amount: inr('50'), reference: 'utr', actor: 'x' })
    const { key, apiSecret } = await test.host.get(Keys).create(of)
    const credentials = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
    return {
      id,
      keyId: key.id,
      balance: async () => (await test.host.get(Wallet).balance(id, 'production')).balance,
      get: (url: string, headers: Readonly<Record<string, string>> = {}) =>
        test.app.inject({ url: `/api/v1${url}`, headers: { ...credentials, ...headers } }),
    }
  }
  const byKey = (key: string, requestId?: string): Record<string, string> =>
    requestId === undefined ? { 'idempotency-key': key } : { 'idempotency-key': key, 'x-request-id': requestId }

  it('charges one call once, however often a proxy replaces X-Request-Id', async () => {
    const { get, balance } = await customer()
    const before = asked
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => get('/lookup?code=AA00', byKey(KEY, `of-the-proxy-${index}`))),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map(({ payload }) => payload)).size).toBe(1)
    expect(replies[0]?.json().request_id).toBe(KEY)
    expect(replies.map(({ headers }) => headers['x-request-id'])).toEqual(
      Array.from({ length: 20 }, (_, index) => `of-the-proxy-${index}`),
    )
    expect(new Set(replies.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([KEY]))
    expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect([asked - before, await balance()]).toEqual([1, inr('49.50')])
  })

  it('shares its values with X-Request-Id, quoted or bare, also beyond the claims that are kept as sent', async () => {
    const { get, balance } = await customer()
    for (const key of [KEY, `${KEY}/${KEY}/${KEY}/${KEY}/${KEY}`.slice(0, 128)]) {
      const sent = [{ 'x-request-id': key }, byKey(key, 'other'), byKey(`"${key}"`), byKey(`"${key}"`, key)]
      const replies = []
      for (const headers of sent) replies.push(await get('/lookup?code=AA00', headers))
      expect(new Set(replies.map(({ payload }) => payload)).size).toBe(1)
      expect(replies.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true', 'true', 'true'])
    }
    expect(await balance()).toBe(inr('49'))
    const other = await get('/lookup?code=AB00', byKey(KEY))
    expect([other.statusCode, other.json().error.code]).toEqual([422, 'REQUEST_ID_REUSED'])
  })

  it('keeps the same key of two accounts apart, and two keys with one X-Request-Id', async () => {
    const [one, other] = [await customer(), await customer()]
    for (const { get } of [one, other]) await get('/lookup?code=AA00', byKey('same'))
    for (const key of ['k1', 'k2']) await one.get('/lookup?code=AA00', byKey(key, 'constant'))
    expect([await one.balance(), await other.balance()]).toEqual([inr('48.50'), inr('49.50')])
  })

  it('finds the status of a call by its reference or its key, in the path and in the query', async () => {
    const { get } = await customer()
    await get('/lookup?code=AA00', byKey(KEY, 'trace-7'))
    const { ref_id } = (await get(`/requests?ref_id=${encodeURIComponent(KEY)}`)).json().data
    for (const url of [
      `/requests/${encodeURIComponent(KEY)}`,
      `/requests?ref_id=${KEY}`,
      `/requests/${ref_id}`,
      `/requests?ref_id=${ref_id}`,
    ]) {
      const reply = await get(url)
      expect([url, reply.statusCode, reply.json().data]).toMatchObject([
        url,
        200,
        { ref_id, endpoint: 'lookup', state: 'completed', charged: 0.5 },
      ])
    }
    const longest = '/'.repeat(128)
    await get('/lookup?code=AA00', byKey(longest))
    expect((await get(`/requests/${encodeURIComponent(longest)}`)).statusCode).toBe(200)
    expect((await get('/requests?ref_id=no/such')).statusCode).toBe(404)
    expect((await (await customer()).get(`/requests?ref_id=${ref_id}`)).statusCode).toBe(404)
  })

  it('lets operators find and refund a call by its key, if only one account used it', async () => {
    const { id, get, balance } = await customer()
    const key = `order/${randomInt(1e9)}+=`
    await get('/lookup?code=AA00', byKey(key, 'trace-8'))
    const encoded = encodeURIComponent(key)
    const find = async (url: string) => (await test.ask({ url, as: test.operator })).json()
    const { reference } = (await find(`/calls?id=${encoded}`)).items[0]
    const account = `/accounts/${id}`
    for (const of of [key, reference]) {
      const inQuery = encodeURIComponent(of)
      expect((await find(`/calls?id=${of}`)).items).toMatchObject([{ reference, request_id: key, account_id: id }])
      expect((await find(`${account}/usage?request_id=${inQuery}`)).items).toMatchObject([{ reference }])
      expect(await find(`${account}/usage/${inQuery}`)).toMatchObject({ reference })
      expect(await find(`${account}/usage/-?call_id=${inQuery}`)).toMatchObject({ reference })
      expect(await find(`${account}/calls/-/timeline?reference=${inQuery}`)).toMatchObject({ request: { reference } })
      expect(await find(`${account}/calls/${inQuery}/timeline`)).toMatchObject({ request: { reference } })
    }
    const refund = (url: string) =>
      test.ask({ method: 'POST', url, body: { reason: 'wrong record' }, as: test.operator })
    const other = await customer()
    await other.get('/lookup?code=AA00', byKey(key))
    const several = await refund(`/calls/-/refund?reference=${encoded}`)
    expect([several.status, several.json().error.code]).toEqual([409, 'CALL_NOT_REFUNDABLE'])
    expect(several.json().error.message).toContain('give the reference')
    const own = `own/${randomInt(1e9)}+=`
    await get('/lookup?code=AA00', byKey(own))
    await get('/balance', byKey(own))
    const answer = await refund(`/calls/-/refund?reference=${own}`)
    expect([answer.status, answer.json().account_id, answer.json().amount]).toEqual([200, id, '0.50'])
    expect((await refund(`/calls/${encodeURIComponent(own)}/refund`)).status).toBe(409)
    expect((await refund(`/calls/${reference}/refund`)).status).toBe(200)
    expect([await balance(), await other.balance()]).toEqual([inr('50'), inr('49.50')])
    const extra = await refund('/calls/x/refund?reference=y')
    expect(extra.status).toBe(422)
  })

  it.each([
    ['an empty value', ''],
    ['an empty string', '""'],
    ['two values', 'one, one'],
    ['two quoted values', '"one", "one"'],
    ['parameters', '"a";x=1'],
    ['a missing quote', '"a'],
    ['a text after the string', '"a"b'],
    ['escaped quotes', '"a\\"b"'],
    ['a wrong escape', '"a\\b"'],
    ['a space', 'a b'],
    ['characters beyond ASCII', 'schlüssel'],
    ['129 characters', 'x'.repeat(129)],
    ['a PAN', '"ABCPE1234F"'],
    ['an Aadhaar number', '2345 6789 0124'],
  ])('rejects %s, and never uses X-Request-Id in its place', async (_name, value) => {
    const { get, balance } = await customer()
    const reply = await get('/lookup?code=AA00', byKey(value, 'mine'))
    expect([reply.statusCode, reply.json().error.code]).toEqual([400, 'INVALID_REQUEST_ID'])
    expect(reply.json().error.message).toContain('Idempotency-Key must be sent once')
    expect([reply.headers['x-request-id'], reply.json().request_id]).toEqual(['mine', 'mine'])
    expect(reply.headers['idempotency-key']).toBeUndefined()
    expect(await balance()).toBe(inr('50'))
  })

  it('neither echoes, logs nor refuses an identity number in X-Request-Id beside a key', async () => {
    const { get } = await customer()
    const reply = await get('/lookup?code=AA00', byKey('clean', 'ABCPE1234F'))
    expect([reply.statusCode, reply.headers['x-request-id'], reply.json().request_id]).toEqual([200, 'clean', 'clean'])
    await get('/lookup?code=AA00', byKey('clean', 'trace-9'))
    expect(JSON.stringify(test.logger.of('request'))).not.toContain('ABCPE1234F')
    expect(test.logger.of('request').at(-1)?.facts).toMatchObject({ request_id: 'clean', x_request_id: 'trace-9' })
  })

  it('takes both ids without HTTP', async () => {
    const { keyId, balance } = await customer()
    const call = (requestId: string) =>
      test.host.call('lookup', { code: 'AA00' }, { keyId }, { idempotencyKey: '"hosted/1"', requestId })
    const [first, again] = [await call('one'), await call('two')]
    expect(again.body).toEqual(first.body)
    expect([first.headers['x-request-id'], again.headers['x-request-id']]).toEqual(['one', 'two'])
    expect(again.headers['idempotency-key']).toBe('hosted/1')
    expect([again.outcome, await balance()]).toEqual(['replay', inr('49.50')])
  })
})
