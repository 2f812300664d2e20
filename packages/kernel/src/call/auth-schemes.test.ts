import { AccessTokens, AuthSchemes, definePlugin, inr, KnownKeys, provide } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { mounted, parcels } from '../../test/parcels.ts'
import { type Stamp, StampFact, stamps } from '../../test/stamp-scheme.ts'

const BESIDE = { key: { use: 'key' }, bearer: { use: 'bearer' }, app: { use: 'stamp' } }

async function hostWith(auth: Readonly<Record<string, object>> = BESIDE, changes: Parameters<typeof stamps>[0] = {}) {
  const { asked, plugin } = stamps(changes)
  const made = await createTestHost({
    plugins: [parcels(), plugin],
    auth,
    funds: inr('10'),
    settings: { failedAuth: 3 },
  })
  const stamped = (stamp: Partial<Stamp> = {}) => ({
    facts: [provide(StampFact, { accountId: made.account.id, subject: 'asha', ...stamp })],
  })
  const find = (caller: object, options = {}) => made.host.call('find-parcel', { id: 'p-1' }, caller, options)
  /** A legacy GET as it comes over HTTP. */
  const list = (caller: { facts?: readonly ReturnType<typeof provide>[] }, query = {}) => {
    const hosted = made.host.endpoints.find(({ endpoint }) => endpoint.id === 'list-parcels')
    if (!hosted) throw new TypeError('there is no list-parcels')
    const { facts = [], ...credentials } = caller
    const incoming = { hosted, params: {}, query: { limit: '5', ...query }, body: undefined, ip: '127.0.0.1' }
    return made.host.handle({ ...incoming, credentials, facts: () => facts })
  }
  const external = async () => (await made.store.keys.list()).filter((key) => key.external)
  return { ...made, asked, stamped, find, list, external }
}

describe('a scheme that proves somebody whom it knows', () => {
  it('pays from the account that it names, by a key of its subject that has no secret and that there is once', async () => {
    const { host, store, account, find, stamped, external } = await hostWith()
    const replies = await Promise.all([find(stamped()), find(stamped()), find(stamped({ subject: 'ravi' }))])
    expect(replies).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }])
    expect(await find(stamped())).toMatchObject({ body: { meta: { charged: 0.5, balance: 108 } } })
    expect(await external()).toMatchObject([
      { accountId: account.id, environment: 'sandbox', external: { scheme: 'app', subject: 'asha', version: 1 } },
      { external: { scheme: 'app', subject: 'ravi' } },
    ])
    const [asha] = await external()
    const rows = store.tables.usage.filter(({ keyId }) => keyId === asha?.id)
    expect(rows).toHaveLength(3)
    expect(await store.ledger.verify()).toMatchObject({ ok: true })
    await host.stop()
  })

  it('is bound by the limits of that key, and by a revocation of it from the next call on', async () => {
    const { host, store, clock, find, stamped, external } = await hostWith()
    await find(stamped())
    const [key] = await external()
    if (!key) throw new TypeError('a key was made')
    await store.keys.restrict(key.id, { spendCapPerDay: inr('0.75') })
    expect(await find(stamped())).toMatchObject({ status: 403, code: 'API_NOT_PERMITTED' })
    await store.keys.restrict(key.id, { spendCapPerDay: null, endpoints: ['list-parcels'] })
    expect(await find(stamped())).toMatchObject({ status: 403, code: 'API_NOT_PERMITTED' })
    await store.keys.restrict(key.id, { endpoints: null })
    clock.advance(5_000)
    expect(await find(stamped())).toMatchObject({ status: 200 })
    await store.keys.revoke(key.id)
    expect(await find(stamped())).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
    expect(await find(stamped({ version: 2 }))).toMatchObject({ status: 401 })
    expect(await find(stamped({ subject: 'ravi' }))).toMatchObject({ status: 200 })
    await host.stop()
  })

  it('ends what was proven before with a higher version', async () => {
    const { host, find, stamped, clock, external } = await hostWith()
    expect(await find(stamped({ version: 3 }))).toMatchObject({ status: 200 })
    expect(await find(stamped({ version: 4 }))).toMatchObject({ status: 200 })
    expect(await find(stamped({ version: 3 }))).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
    clock.advance(60_000)
    expect(await find(stamped({ version: 3 }))).toMatchObject({ status: 401 })
    expect(await find(stamped({ version: 4 }))).toMatchObject({ status: 200 })
    expect(await external()).toMatchObject([{ external: { version: 4 } }])
    await host.stop()
  })

  it('sees a version that another process was shown, also in the call that finds out', async () => {
    const { host, store, account, find, stamped } = await hostWith()
    expect(await find(stamped())).toMatchObject({ status: 200 })
    const subject = { accountId: account.id, environment: 'sandbox', scheme: 'app', subject: 'asha' } as const
    await store.keys.provideExternal({ ...subject, version: 2 })
    expect(await find(stamped())).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
    await host.stop()
  })

  it('keeps accounts and environments apart', async () => {
    const { host, store, find, stamped } = await hostWith()
    const other = await store.accounts.create({ name: 'Other', role: 'developer' })
    expect(await find(stamped())).toMatchObject({ body: { meta: { balance: 9.5 + 100 } } })
    expect(await find(stamped({ accountId: other.id }))).toMatchObject({ body: { meta: { balance: 99.5 } } })
    const live = await find(stamped({ accountId: other.id, environment: 'production' }))
    expect(live).toMatchObject({ status: 403, code: 'API_NOT_PERMITTED' })
    expect(JSON.stringify(live.body)).toContain('before its KYC is approved')
    await host.stop()
  })

  it('is refused where the account that it names is not there or closed', async () => {
    const { host, store, logger, find, stamped } = await hostWith()
    expect(await find(stamped({ accountId: 'nobody' }))).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
    const other = await store.accounts.create({ name: 'Other', role: 'developer' })
    await store.accounts.setStatus(other.id, 'closed')
    expect(await find(stamped({ accountId: other.id }))).toMatchObject({ status: 401 })
    expect(logger.of('auth.no_account')).toHaveLength(2)
    await host.stop()
  })

  it.each([['AAAPA1234A'], [''], ['asha\n'], ['a\u0000'], ['अशा'], ['a'.repeat(129)]])(
    'is refused with the subject %j, and the log says what is allowed without it',
    async (subject) => {
      const { host, logger, find, stamped, external } = await hostWith()
      expect(await find(stamped({ subject }))).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
      expect(await external()).toEqual([])
      const lines = logger.of('auth.subject_refused')
      const allowed = expect.stringContaining(
        '1 to 128 printable ASCII characters that are no Aadhaar number and no PAN',
      )
      expect(lines).toMatchObject([{ level: 'error', facts: { scheme: 'app', allowed } }])
      if (subject !== '') expect(JSON.stringify(logger.lines)).not.toContain(JSON.stringify(subject).slice(1, -1))
      await host.stop()
    },
  )

  it('cannot make up a key', async () => {
    const made = await hostWith(BESIDE, { identify: () => ({ kind: 'key', key: {} }) as never })
    expect(await made.find(made.stamped())).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' })
    expect(made.logger.of('call.failed')).toMatchObject([{ facts: { error: 'AUTH_PROOF_INVALID' } }])
    await made.host.stop()
  })

  it('reads only what it said it reads', async () => {
    const made = await hostWith(BESIDE, { claims: (request) => request.body().length > 0 })
    expect(await made.find(made.stamped())).toMatchObject({ status: 500 })
    const allowed = expect.stringContaining("reads: ['body']")
    expect(made.logger.of('call.failed')).toMatchObject([
      { facts: { error: 'AUTH_READ_UNDECLARED', scheme: 'app', allowed } },
    ])
    await made.host.stop()
  })
})

it('a scheme that proves keys gives one that the host found, which is revoked and asked for as any other', async () => {
  const card = AuthSchemes.driver({
    id: 'card',
    options: z.object({}),
    needs: { keys: KnownKeys },
    make: ({ keys }) => ({
      proves: 'key',
      reads: [],
      refusal: 'INVALID_SIGNATURE',
      describes: () => ({}),
      claims: (request) => request.header('x-card') !== null,
      async identify(request) {
        const key = await keys.find(request.header('x-card') ?? '', false)
        return key ? { kind: 'key', key } : { kind: 'refused' }
      },
    }),
  })
  const plugin = definePlugin({ id: 'cards', contract: 1, contributes: [card] })()
  const { host, store, keys } = await createTestHost({ plugins: [parcels(), plugin], auth: { card: { use: 'card' } } })
  const { apiKey, id } = keys.sandbox
  const find = (number: string) => host.call('find-parcel', { id: 'p-1' }, { headers: { 'X-Card': number } })
  expect(await find(apiKey)).toMatchObject({ status: 200 })
  expect(await find('pk_test_nobody')).toMatchObject({ status: 401, code: 'INVALID_SIGNATURE' })
  const hosted = host.endpoints.find(({ endpoint }) => endpoint.id === 'list-parcels')
  if (!hosted) throw new TypeError('there is no list-parcels')
  const list = async (query: object) => {
    const incoming = { hosted, params: {}, query: { ...query }, body: undefined, ip: '127.0.0.1', credentials: {} }
    return (await host.handle({ ...incoming, headers: { 'x-card': apiKey } })).status
  }
  expect([await list({}), await list({ api_key: apiKey }), await list({ api_key: keys.production.apiKey })]).toEqual([
    401, 200, 401,
  ])
  await store.keys.revoke(id)
  expect(await find(apiKey)).toMatchObject({ status: 401, code: 'INVALID_SIGNATURE' })
  await host.stop()
})

describe('the schemes of a host', () => {
  it('decide alone: the first that claims a call, also where another would accept it', async () => {
    const { host, keys, asked, find, stamped } = await hostWith()
    expect(await find({ ...keys.sandbox, ...stamped({ subject: 'stranger' }) })).toMatchObject({ status: 200 })
    expect(await find({ apiKey: 'pk_test_x', apiSecret: 'x', ...stamped() })).toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await find({ bearer: 'x', ...stamped() })).toMatchObject({ code: 'INVALID_TOKEN' })
    expect(asked).toEqual({ claims: 0, identify: 0 })
    expect(await find(stamped({ subject: 'stranger' }))).toMatchObject({ code: 'NOT_AUTHENTICATED' })
    expect(await find({})).toMatchObject({ code: 'INVALID_API_KEY' })
    await host.stop()
  })

  it.each([
    ['key', 'bearer', 'app'],
    ['app', 'bearer', 'key'],
  ])('prove keys and tokens in whatever order they stand: %s, %s, %s', async (...names) => {
    const auth = Object.fromEntries(names.map((name) => [name, BESIDE[name as keyof typeof BESIDE]]))
    const { host, store, keys, find, list } = await hostWith(auth)
    const { apiKey } = keys.sandbox
    const owner = await store.keys.get(keys.sandbox.id)
    if (!owner) throw new TypeError('the key was issued')
    const { token: bearer } = await host.get(AccessTokens).issue({ ...owner, environment: 'sandbox', by: 'key' })
    expect(await find(keys.sandbox)).toMatchObject({ status: 200 })
    expect(await find({ bearer, apiKey })).toMatchObject({ status: 200 })
    expect(await find({ bearer, apiKey: keys.production.apiKey })).toMatchObject({ code: 'INVALID_API_KEY' })
    expect((await list({ bearer } as object, { api_key: apiKey })).status).toBe(200)
    expect(await find({})).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    await host.stop()
  })

  it('are all accepted by ordinary endpoints, and no key is where there is no scheme of keys', async () => {
    const { host, keys, find, stamped } = await hostWith({ app: { use: 'stamp' } })
    expect(await find(stamped())).toMatchObject({ status: 200 })
    expect(await find(keys.sandbox)).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
    expect(await host.call('find-parcel', { id: 'p-1' }, { keyId: keys.sandbox.id })).toMatchObject({ status: 200 })
    await host.stop()
  })

  it('are not found for endpoints that accept others: told at start', async () => {
    const { plugin } = stamps()
    const made = createTestHost({ plugins: [parcels(), mounted(), plugin], auth: { app: { use: 'stamp' } } })
    await expect(made).rejects.toMatchObject({
      faults: [{ code: 'AUTH_SCHEME_MISSING', path: 'auth', message: expect.stringContaining('echo accept key') }],
    })
    await expect(createTestHost({ plugins: [parcels()], auth: {} })).rejects.toMatchObject({
      faults: [{ code: 'AUTH_SCHEME_MISSING', message: expect.stringContaining('any scheme') }],
    })
    const misspelt = createTestHost({ plugins: [parcels(), plugin], auth: { app: { use: 'stmap' } } })
    await expect(misspelt).rejects.toMatchObject({ faults: [{ code: 'DRIVER_UNKNOWN', path: 'auth.app.use' }] })
  })

  it('ask for the query key of a legacy endpoint whoever proves a key, and nobody else', async () => {
    const { host, keys, list, stamped } = await hostWith()
    const { apiKey, apiSecret } = keys.sandbox
    expect((await list({ apiKey, apiSecret } as object)).status).toBe(401)
    expect((await list({ apiKey, apiSecret } as object, { api_key: apiKey })).status).toBe(200)
    expect((await list(stamped())).status).toBe(200)
    expect((await list({})).status).toBe(401)
    await host.stop()
    const alone = await hostWith({ app: { use: 'stamp' } })
    expect((await alone.list(alone.stamped())).status).toBe(200)
    expect((await alone.list(alone.stamped(), { api_key: apiKey })).status).toBe(422)
    await alone.host.stop()
  })

  it('are not asked any more for an address whose callers failed too often, unless one of it was proven', async () => {
    const { host, asked, find, stamped } = await hostWith()
    const wrong = stamped({ subject: 'stranger' })
    for (let nth = 0; nth < 3; nth += 1) expect((await find(wrong, { ip: '192.0.2.1' })).status).toBe(401)
    expect(asked.identify).toBe(3)
    expect(await find(stamped(), { ip: '192.0.2.1' })).toMatchObject({ status: 429 })
    expect(asked.identify).toBe(3)
    expect(await find(stamped(), { ip: '192.0.2.2' })).toMatchObject({ status: 200 })
    for (let nth = 0; nth < 4; nth += 1) expect((await find(wrong, { ip: '192.0.2.2' })).status).toBe(401)
    expect(await find(stamped(), { ip: '192.0.2.2' })).toMatchObject({ status: 200 })
    await host.stop()
  })
})

describe('a nonce', () => {
  const once: NonNullable<Parameters<typeof stamps>[0]> = {
    async identify(request) {
      const stamp = request.fact(StampFact)
      const isFirst = stamp !== null && (await request.once(stamp.subject, 600))
      return isFirst ? { kind: 'external', environment: 'sandbox', version: 1, ...stamp } : { kind: 'refused' }
    },
  }

  it('is accepted once until its time has passed, by each scheme for itself', async () => {
    const { host, store, clock, find, stamped } = await hostWith({ one: { use: 'stamp' } }, once)
    expect((await find(stamped())).status).toBe(200)
    expect((await find(stamped())).status).toBe(401)
    expect(await store.nonces.claim({ scheme: 'two', nonce: 'asha', at: clock.now().getTime(), seconds: 1 })).toBe(true)
    clock.advance(600_000)
    expect((await find(stamped())).status).toBe(200)
    await host.stop()
  })

  it('is not asked for again in a call whose key changes meanwhile', async () => {
    const { host, store, find, stamped, external } = await hostWith({ one: { use: 'stamp' } }, once)
    expect((await find(stamped())).status).toBe(200)
    const [key] = await external()
    await store.keys.restrict(key?.id ?? '', { label: 'other' })
    store.tables.nonces.clear()
    expect((await find(stamped())).status).toBe(200)
    await host.stop()
  })
})
