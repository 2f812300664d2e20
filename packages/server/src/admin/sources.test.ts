import {
  Accounts,
  defineEndpoint,
  definePlugin,
  defineProvider,
  inr,
  Keys,
  modern,
  operation,
  Store,
} from '@parakh/core'
import { Aadhaar } from '@parakh/core/formats'
import { type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseOn, openTables, type TestDatabase } from '../../../../test/databases.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { orders } from '../../test/order-plugin.ts'

const AADHAAR = '234123412346'
const PAN = 'ABCPE0000F'
const ANSWER = { code: 'AB12', name: 'Asha' }
const NOWHERE = 'http://127.0.0.1:1'

const PersonProvider = defineProvider('person', {
  holder: operation({
    effect: 'read',
    input: z.object({ aadhaar: Aadhaar }),
    same: ['aadhaar'],
    output: z.object({ aadhaar: Aadhaar, name: z.string(), note: z.string() }),
  }),
})
/** A regulated lookup: its licence ends with 2099. */
const person = definePlugin({
  id: 'person',
  contract: 1,
  provider: PersonProvider,
  endpoints: [
    defineEndpoint({
      ...{ id: 'person', method: 'POST', path: '/person', group: 'People', summary: 'Find a person' },
      ...{ envelope: modern, price: inr('1'), uses: PersonProvider },
      consent: { regulated: true, purpose: 'person', subject: ({ aadhaar }) => aadhaar },
      request: z.object({ aadhaar: Aadhaar }),
      data: z.object({ name: z.string() }),
      errors: { PERSON_NOT_FOUND: { message: 'No such person' } },
      async handle({ request, provider, answer, fail }) {
        const found = await provider.holder(request)
        return found ? answer(found) : fail('PERSON_NOT_FOUND')
      },
      fixtures: [],
    }),
  ],
})

describe('sources', () => {
  let database: TestDatabase
  let upstream: FakeUpstream
  let test: AdminForTest
  beforeEach(async () => {
    ;[database, upstream] = await Promise.all([databaseOn('sqlite3'), fakeUpstream()])
    const find = { path: '/find', query: { code: 'input.code' }, none: 'status = 404' }
    const mapped = { code: 'body.code', name: 'body.full_name' }
    const http = { provider: 'http' as const, timeoutMs: 300, headers: { authorization: 'Bearer of-ours' } }
    const run = { path: '/run', body: { what: 'input.what' }, record: 'body' }
    const holder = { method: 'POST' as const, path: '/holder', body: { uid: 'input.aadhaar' }, record: 'body' }
    test = await adminForTest({
      database: database.options,
      plugins: [
        lookup({
          live: [
            { ...http, baseUrl: upstream.url, operations: { find: { ...find, record: mapped } } },
            { ...http, baseUrl: NOWHERE, operations: { find: { ...find, record: 'body' } } },
          ],
        }),
        orders({ live: { ...http, baseUrl: upstream.url, operations: { run } } }),
        person({
          licence: { authority: 'A', number: '1', validUntil: '2099-12-31' },
          consent: { notice: '2026-01' },
          live: [
            { ...http, baseUrl: upstream.url, authorised: true, operations: { holder } },
            { ...http, baseUrl: upstream.url, operations: { holder } },
          ],
        }),
      ],
    })
  })
  afterEach(async () => {
    await Promise.all([test.close(), upstream.close()])
    await database.drop()
  })
  const found = { plugin: 'lookup', operation: 'find', input: { code: 'AB12' } }
  const send = async (body: object, as = test.operator) => {
    const { status, json, text } = await test.ask({ method: 'POST', url: '/sources/test', as, body })
    return { status, text, body: json() }
  }
  const sources = async (as = test.operator) => (await test.ask({ url: '/sources', as })).json()
  /** A reply as the command line records one. */
  const recorded = (body: unknown, status = 200) => JSON.stringify({ status, headers: {}, body })

  it('lists those of the configuration in their order, also before they are asked', async () => {
    const { since, items } = await sources()
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now())
    expect(items.map((one: { source: string; position: number }) => [one.source, one.position])).toEqual([
      ['lookup/http#0', 1],
      ['lookup/http#1', 2],
      ['orders/http#0', 1],
      ['person/http#0', 1],
      ['person/http#1', 2],
    ])
    expect(items[0]).toMatchObject({ kind: 'http', circuit: 'closed', licence_until: null, last_trouble: null })
    expect(items[3]).toMatchObject({ authorised: true, licence_until: '2099-12-31' })
    expect(items[3].operations).toEqual([
      {
        ...{ name: 'holder', effect: 'read', regulated: true, endpoints: ['person'] },
        input: [{ name: 'aadhaar', required: true, type: 'text' }],
      },
    ])
  })

  it('maps an answer, and names the field that breaks the schema of the contract', async () => {
    upstream.answer(reply.json({ code: 'AB12', full_name: 'Asha' }))
    expect((await send(found)).body).toMatchObject({
      ...{ source: 'lookup/http#0', outcome: 'answer', record: ANSWER, failure: null, reply: { status: 200 } },
    })
    expect(upstream.requests[0]).toMatchObject({ query: { code: 'AB12' } })
    upstream.answer(reply.json({ code: 'AB12', full_name: 7 }))
    expect((await send(found)).body).toMatchObject({
      ...{ outcome: 'failed', failure: 'unusable', field: 'name', reason: 'invalid_type', record: null },
    })
    upstream.answer(reply.json({ code: 'AB12' }))
    expect((await send(found)).body).toMatchObject({ failure: 'unusable', field: 'name', reason: 'missing' })
    upstream.answer(reply.json({ code: 'ZZ99', full_name: 'Another' }))
    expect((await send(found)).body).toMatchObject({ failure: 'unusable', field: 'code', reason: 'not_as_asked' })
  })

  it.each([
    ['a definite no', reply.status(404), { outcome: 'none', failure: null, reply: { status: 404 } }],
    ['a timeout', reply.hang(), { outcome: 'failed', failure: 'timeout', reason: 'timeout', reply: null }],
    ['credentials that are refused', reply.status(401), { failure: 'denied', reply: { status: 401 } }],
    ['an outage', reply.status(503), { failure: 'status', reason: 'http_503', reply: { status: 503 } }],
    ['a rate limit', reply.throttled(30), { failure: 'throttled', reply: { status: 429 } }],
    ['a page for people', reply.html(), { failure: 'unusable', reason: 'not_json', field: null }],
  ])('says %s as it is', async (_, said, told) => {
    upstream.answer(said)
    expect((await send(found)).body).toMatchObject(told)
    expect(upstream.requests).toHaveLength(1)
  })

  it('asks the source at a place of the order', async () => {
    const { body } = await send({ ...found, position: 2 })
    expect(body).toMatchObject({ source: 'lookup/http#1', failure: 'unreachable', reason: 'no_connection' })
    expect((await send({ ...found, position: 3 })).body.error.fields).toMatchObject({
      position: 'is no place of a source that serves it. Allowed: 1, 2',
    })
    expect((await send({ ...found, operation: 'lose' })).body.error.fields).toHaveProperty('operation')
    expect((await send({ ...found, plugin: 'nobody' })).body.error.fields).toHaveProperty('plugin')
    expect((await send({ ...found, input: {} })).body.error.fields).toEqual({ 'input.code': 'is required' })
  })

  it('touches no circuit and no count, charges nobody, and is in no usage log', async () => {
    upstream.answer(reply.status(503))
    for (let time = 0; time < 7; time += 1) await send(found)
    expect(upstream.requests).toHaveLength(7)
    const { items } = await sources()
    expect(items[0]).toMatchObject({ circuit: 'closed', successes: 0, failures: { status: 0 }, last_trouble: null })
    const tables = openTables(database)
    const rows = await Promise.all(['parakh_ledger_entry', 'parakh_call', 'parakh_usage'].map((name) => tables(name)))
    await tables.destroy()
    expect(rows.flat()).toEqual([])
  })

  it('counts what calls of customers met by its reason, with the last trouble, and nothing that was asked', async () => {
    const { id: accountId } = await test.account('customer')
    await test.host.get(Accounts).approveKyc(accountId)
    const credit = { accountId, environment: 'production', amount: inr('50'), reference: 'r', actor: 't' } as const
    await test.host.get(Store).wallet.credit(credit)
    const { key } = await test.host.get(Keys).create({ accountId, environment: 'production' })
    upstream.answer(reply.json({ code: 'AB12', full_name: 7 }))
    await test.host.call('lookup', { code: 'AB12' }, { keyId: key.id })
    const { items } = await sources()
    expect(items[0]).toMatchObject({
      failures: { unusable: 1, timeout: 0 },
      last_trouble: { operation: 'find', failure: 'unusable', field: 'name', reason: 'invalid_type' },
    })
    expect(items[1]).toMatchObject({ failures: { unreachable: 3 }, last_trouble: { reason: 'no_connection' } })
    expect(JSON.stringify(items)).not.toContain('AB12')
  })

  it('masks identity numbers in a record, and keeps the body of the reply to itself', async () => {
    const note = `PAN ${PAN.toLowerCase()} and ${AADHAAR.slice(0, 4)} ${AADHAAR.slice(4, 8)} ${AADHAAR.slice(8)}`
    upstream.answer(reply.json({ aadhaar: AADHAAR, name: 'Asha', note }))
    const { text, body } = await send({ plugin: 'person', operation: 'holder', input: { aadhaar: AADHAAR } })
    expect(body).toMatchObject({ outcome: 'answer', record: { aadhaar: 'XXXX XXXX 2346', name: 'Asha' } })
    expect(body.record.note).toBe('PAN XXXXXX000f and XXXXXXXXXX2346')
    expect(text).not.toMatch(/234123412346|2341 2341|abcpe0000f/i)
    const audit = await test.ask({ url: '/audit?action=source.test', as: test.operator })
    expect(audit.json().items).toMatchObject([
      { subject: 'source/person/http#0', account_id: null, after: { operation: 'holder', sent: true } },
    ])
    expect(`${audit.text} ${test.logger.text()}`).not.toContain(AADHAAR)
  })

  it('sends a write only where it is said, and a regulated lookup only to a source that may serve it', async () => {
    upstream.answer(reply.json({ state: 'done' }))
    const order = { plugin: 'orders', operation: 'run', input: { what: 'a card' } }
    const refused = await send(order)
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['send_write']])
    const regulated = { plugin: 'person', operation: 'holder', input: { aadhaar: AADHAAR }, position: 2 }
    expect((await send(regulated)).status).toBe(403)
    expect(upstream.connections).toBe(0)
    await send({ ...order, send_write: true })
    expect(upstream.requests).toHaveLength(1)
  })

  it('reads a recorded reply without network', async () => {
    const replayed = async (text: string, more: object = {}) => (await send({ ...found, reply: text, ...more })).body
    expect(await replayed(recorded({ code: 'AB12', full_name: 'Asha' }))).toMatchObject({ record: ANSWER })
    expect(await replayed(recorded('{"code":"AB12","full_name":"Asha"}'))).toMatchObject({ record: ANSWER })
    expect(await replayed(recorded({}, 404))).toMatchObject({ outcome: 'none' })
    expect(await replayed(recorded({}, 401))).toMatchObject({ failure: 'denied' })
    expect(await replayed(recorded({ code: 'AB12' }))).toMatchObject({ field: 'name', reason: 'missing' })
    expect((await replayed('not a reply')).error.fields).toHaveProperty('reply')
    expect(upstream.connections).toBe(0)
    const large = { ...found, reply: recorded('x'.repeat(2_100_000)) }
    expect((await send(large)).status).toBe(413)
  })

  it('is for operators with its own scope: no other credential sees or sends anything', async () => {
    const { id } = await test.account('super_admin')
    const account = (await test.credential(id)).secret
    const reader = (await test.credential(null, ['system:read'])).secret
    const tester = (await test.credential(null, ['sources:test'])).secret
    const statuses = async (as: string) => [
      (await test.ask({ url: '/sources', as })).status,
      (await send({ ...found, reply: recorded({}, 404) }, as)).status,
    ]
    expect(await statuses(account)).toEqual([403, 403])
    expect(await statuses(reader)).toEqual([200, 403])
    expect(await statuses(tester)).toEqual([403, 200])
    expect(upstream.connections).toBe(0)
  })
})
