import { inr, micro } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { mounted, parcels } from '../../test/parcels.ts'

const sandbox = () => createTestHost({ plugins: [parcels(), mounted()], funds: inr('100') })
async function production(options: Parameters<typeof createTestHost>[0]['settings'] = {}) {
  const upstream = carrier()
  const made = await createTestHost({
    plugins: [parcels({ live: upstream.source })],
    settings: options,
    funds: inr('100'),
  })
  const balance = async () => (await made.store.wallet.balance(made.account.id, 'production')).available
  const find = (id: string, requestId?: string) =>
    made.host.call('find-parcel', { id }, made.keys.production, requestId === undefined ? {} : { requestId })
  return { ...made, upstream, balance, find }
}

describe('a call without HTTP', () => {
  it.each([undefined, null])('of nobody (%s) is refused as one without credentials', async (caller) => {
    const { host } = await sandbox()
    const reply = await host.call('find-parcel', { id: 'p-1' }, caller as never)
    expect(reply).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    await host.stop()
  })

  it('without input is refused as one whose fields are missing', async () => {
    const { host, keys } = await sandbox()
    const reply = await host.call('find-parcel', undefined as never, keys.sandbox)
    expect(reply).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    await host.stop()
  })
})

describe('a paid call', () => {
  it('is charged once when it answers, and replayed byte for byte', async () => {
    const { host, keys, store, account } = await sandbox()
    const before = await store.wallet.balance(account.id, 'sandbox')
    const first = await host.call('find-parcel', { id: 'p-1' }, keys.sandbox, { requestId: 'one' })
    expect(first).toMatchObject({
      status: 200,
      outcome: 'answer',
      data: { id: 'p-1', place: 'Pune', owner: '000000000001' },
    })
    const again = await host.call('find-parcel', { id: 'p-1' }, keys.sandbox, { requestId: 'one' })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    const after = await store.wallet.balance(account.id, 'sandbox')
    expect(before.balance - after.balance).toBe(500_000)
    expect(first.body).toMatchObject({
      success: true,
      request_id: 'one',
      meta: { charged: 0.5, balance: after.available / 1_000_000 },
    })
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('costs nothing when the source says no, is down, or gives an answer that does not bill', async () => {
    const { host, keys, store, account } = await sandbox()
    const before = (await store.wallet.balance(account.id, 'sandbox')).balance
    const reply = async (id: string) => await host.call('find-parcel', { id }, keys.sandbox)
    expect(await reply('p-2')).toMatchObject({
      status: 200,
      body: { meta: { charged: 0, balance: before / 1_000_000 } },
    })
    expect(await reply('p-3')).toMatchObject({ status: 404, code: 'PARCEL_NOT_FOUND', outcome: 'none' })
    expect(await reply('p-4')).toMatchObject({
      status: 503,
      code: 'UPSTREAM_UNAVAILABLE',
      headers: { 'retry-after': '5' },
    })
    expect(await reply('p-5')).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'retry-after': '1' },
    })
    expect(await store.wallet.balance(account.id, 'sandbox')).toMatchObject({ balance: before, held: 0 })
    await host.stop()
  })

  it('answers unlisted sandbox input as a success made of it, the same each time, and takes a scenario by header', async () => {
    const { host, keys } = await sandbox()
    const first = await host.call('find-parcel', { id: 'my-own' }, keys.sandbox)
    expect(first.data).toMatchObject({ id: 'my-own' })
    expect((await host.call('find-parcel', { id: 'my-own' }, keys.sandbox)).data).toEqual(first.data)
    const forced = await host.call('find-parcel', { id: 'my-own' }, keys.sandbox, { scenario: 'not-found' })
    expect(forced).toMatchObject({ status: 404, code: 'PARCEL_NOT_FOUND' })
    const unknown = await host.call('find-parcel', { id: 'my-own' }, keys.sandbox, { scenario: 'nonsense' })
    expect(unknown).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await host.stop()
  })

  it('frees a request id whose call failed, and refuses one that was used for another request', async () => {
    const { upstream, find, host, balance } = await production()
    upstream.state.behaviour = 'is-down'
    expect(await find('p-1', 'one')).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    upstream.state.behaviour = 'accepts'
    expect(await find('p-1', 'one')).toMatchObject({ status: 200, outcome: 'answer' })
    expect(await find('p-2', 'one')).toMatchObject({ status: 422, code: 'REQUEST_ID_REUSED' })
    expect(await balance()).toBe(inr('99.50'))
    await host.stop()
  })

  it('never answers with the data of another', async () => {
    const { upstream, find, host, balance } = await production()
    upstream.state.place = 'elsewhere'
    const reply = await find('p-1')
    expect(reply).toMatchObject({ status: 422, code: 'UPSTREAM_UNPROCESSABLE', outcome: 'failed' })
    expect(JSON.stringify(reply.body)).not.toContain('p-999')
    expect(await balance()).toBe(inr('100'))
    await host.stop()
  })

  it('masks identity numbers in production unless the licence allows the whole', async () => {
    const { find, host } = await production()
    expect((await find('p-1')).data).toMatchObject({ owner: 'XXXX XXXX 2346' })
    await host.stop()
  })

  it('ends at the deadline where a provider hangs, and tells nothing of what a provider throws', async () => {
    const { upstream, find, host, balance, logger } = await production({ deadlineMs: 60 })
    upstream.state.behaviour = 'hangs'
    expect(await find('p-1')).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    upstream.state.behaviour = 'throws'
    const thrown = await find('p-77')
    expect(thrown.status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify([thrown, logger.lines])).not.toContain('no route to p-77')
    expect(await balance()).toBe(inr('100'))
    await host.stop()
  })

  it('runs once for twenty parallel calls with one request id', async () => {
    const { upstream, find, host, balance } = await production()
    const replies = await Promise.all(Array.from({ length: 20 }, () => find('p-1', 'same')))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(upstream.state.asked).toBe(1)
    expect(await balance()).toBe(inr('99.50'))
    await host.stop()
  })

  it('lets exactly ten of sixty-four parallel calls through with funds for ten', async () => {
    const { host, store, account, keys } = await production({
      limits: { perEndpoint: 100, sandbox: 100, production: 300, inFlight: 100 },
    })
    const { accountId } = { accountId: account.id }
    const spent = await host.call('send-parcels', { to: 'Delhi', count: 9 }, keys.production)
    expect(spent.status).toBe(200)
    const { available } = await store.wallet.balance(accountId, 'production')
    const drain = await createTestHost({
      plugins: [parcels({ live: carrier().source })],
      funds: inr('5'),
      settings: { limits: { perEndpoint: 100, sandbox: 100, production: 300, inFlight: 100 } },
    })
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => drain.host.call('find-parcel', { id: 'p-1' }, drain.keys.production)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ status, code }) => status === 402 && code === 'INSUFFICIENT_BALANCE')).toHaveLength(54)
    expect(available).toBe(micro(82_000_000))
    await Promise.all([host.stop(), drain.host.stop()])
  })

  it('is counted and limited per key and endpoint, and says when to come back', async () => {
    const { find, host, clock } = await production({
      limits: { perEndpoint: 3, sandbox: 60, production: 300, inFlight: 20 },
    })
    const replies = [await find('p-1'), await find('p-1'), await find('p-1'), await find('p-1')]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(replies[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
    const wait = Number(replies[3]?.headers['retry-after'])
    clock.advance(wait * 1000)
    expect((await find('p-1')).status).toBe(200)
    await host.stop()
  })

  it('needs a live provider in production, and says so', async () => {
    const { host, keys } = await sandbox()
    expect(await host.call('find-parcel', { id: 'p-1' }, keys.production)).toMatchObject({
      status: 403,
      code: 'MODULE_NOT_ACTIVATED',
    })
    expect(host.endpoints[0]?.activation('production')).toMatchObject({
      active: false,
      reason: expect.stringContaining('no live provider'),
    })
    await host.stop()
  })

  it('fails over to the next provider on trouble only', async () => {
    const [first, second] = [carrier('first'), carrier('second')]
    const { host, keys } = await createTestHost({ plugins: [parcels({ live: [first.source, second.source] })] })
    first.state.behaviour = 'is-down'
    second.state.place = 'Goa'
    const find = () => host.call('find-parcel', { id: 'p-1' }, keys.production)
    expect((await find()).data).toMatchObject({ place: 'Goa' })
    first.state.behaviour = 'refuses'
    expect(await find()).toMatchObject({ status: 404 })
    await host.stop()
  })

  it('takes credentials, envelope and errors of a mount of its own', async () => {
    const { host, keys } = await sandbox()
    expect(host.endpoints.find(({ endpoint }) => endpoint.id === 'echo')?.path).toBe('/mounted/v2/echo')
    const { apiKey } = keys.sandbox
    expect(await host.call('echo', { word: 'hi' }, { apiKey })).toMatchObject({
      status: 200,
      body: { ok: true, data: { word: 'hi' } },
    })
    expect(await host.call('echo', { word: 'hi' }, { apiKey: 'pk_test_x' })).toMatchObject({
      status: 403,
      body: { ok: false, code: 'KEY_UNKNOWN' },
    })
    await host.stop()
  })

  it('refuses what it does not know, field by field, without repeating it', async () => {
    const { host, keys } = await sandbox()
    const reply = await host.call(
      'find-parcel',
      { id: 'SECRET VALUE', note: 'much too long', balance: 9 } as { id: string },
      keys.sandbox,
    )
    expect(reply).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    const { errors } = reply.body as { errors: Record<string, string[]> }
    expect(Object.keys(errors).sort()).toEqual(['balance', 'id', 'note'])
    expect(errors['balance']?.[0]).toContain('Allowed: id, note')
    expect(JSON.stringify(reply.body)).not.toContain('SECRET VALUE')
    await host.stop()
  })

  it('computes a price from the request and the settings, and a price may refuse', async () => {
    const { host, keys, store, account } = await sandbox()
    const before = (await store.wallet.balance(account.id, 'sandbox')).balance
    expect(await host.call('send-parcels', { to: 'Delhi', count: 1 }, keys.sandbox)).toMatchObject({
      body: { meta: { charged: 2 } },
    })
    expect(await host.call('send-parcels', { to: 'moon', count: 1 }, keys.sandbox)).toMatchObject({
      status: 404,
      code: 'TOO_FAR',
      outcome: 'refused',
    })
    expect(before - (await store.wallet.balance(account.id, 'sandbox')).balance).toBe(2_000_000)
    await host.stop()
  })
})
