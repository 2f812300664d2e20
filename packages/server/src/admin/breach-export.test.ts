import { randomInt } from 'node:crypto'
import { Accounts, AdminTokens, Billing, Keys } from '@parakh/core'
import pan from '@parakh/pan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `breach_${randomInt(1e9)}_` },
})
const SINCE = '2026-01-01T00:00:00.000Z'

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('a breach export, on %s', (_, database) => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ plugins: [pan()], ...database() })
  })
  afterAll(() => test.close())

  const exported = (query: string, as = test.operator) =>
    test.ask({ url: `/breach-export?since=${SINCE}&${query}`, as })
  /** The lines of an export as JSON Lines. */
  async function lines(query: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { status, text } = await exported(`format=jsonl&${query}`)
    expect(status).toBe(200)
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const kindsOf = (found: Awaited<ReturnType<typeof lines>>, kind: string) =>
    found.filter((line) => line['kind'] === kind)

  it('of a key has each of its calls, whether an answer was shown, and whom they were about, without a number', async () => {
    const { id } = await test.account('customer')
    const [key, other] = [
      (await test.host.get(Keys).create({ accountId: id, environment: 'sandbox', actor: 'asha' })).key,
      (await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })).key,
    ]
    const call = (keyId: string, request: object, requestId: string) =>
      test.host.call('verify-pan', request, { keyId }, { requestId })
    await call(key.id, { pan: 'ABCPE4321F' }, 'r-1')
    await call(key.id, { pan: 'ABCPE4321F' }, 'r-1')
    await call(key.id, { pan: 'nobody' }, 'r-2')
    await call(other.id, { pan: 'ZZZPE4321F' }, 'r-3')
    await test.host.get(Billing).idle()
    const found = await lines(`key_id=${key.id}`)
    expect(kindsOf(found, 'credential')).toMatchObject([
      { subject: `key/${key.id}`, account_id: id, environment: 'sandbox' },
    ])
    expect(kindsOf(found, 'reach')).toMatchObject([{ account_id: id, role: 'key', environment: 'sandbox', calls: 4 }])
    expect(kindsOf(found, 'act')).toMatchObject([{ action: 'key.create', actor: 'asha', shown: 'secret' }])
    const calls = kindsOf(found, 'call')
    const first = calls.find((one) => one['shown'] === 'answer')
    expect(calls).toHaveLength(3)
    expect(first).toMatchObject({ endpoint: 'verify-pan', request_id: 'r-1', status: 200, documents: [] })
    expect(first?.['people']).toEqual([expect.stringMatching(/^1\.[\w-]{8}$/)])
    const { people, reference } = first ?? {}
    expect(calls.find((one) => one['shown'] === 'replay')).toMatchObject({ people, reference, request_id: 'r-1' })
    expect(calls.find((one) => one['request_id'] === 'r-2')).toMatchObject({
      status: 422,
      outcome: 'refused',
      people: [],
    })
    const csv = await exported(`key_id=${key.id}`)
    expect(csv.headers['content-type']).toContain('text/csv')
    // A head, an end, and the export before as an act on the key.
    expect(csv.text.split('\r\n')).toHaveLength(found.length + 3)
    expect(csv.text).toContain(',breach.export,')
    for (const text of [csv.text, JSON.stringify(found)]) expect(text).not.toMatch(/PE4321|nobody/i)
    expect(kindsOf(await lines(`key_id=${key.id}&until=2026-01-02T00:00:00.000Z`), 'call')).toEqual([])
  })

  it('of a token has what it did, and the accounts that it could read, also one that was moved away since', async () => {
    const [above, aside] = [await test.account('distributor'), await test.account('distributor')]
    const below = await test.account('customer', above.id)
    const moved = await test.account('customer', above.id)
    await test.account('customer')
    const { secret, token } = await test.credential(above.id)
    const made = await test.ask({
      method: 'POST',
      url: '/keys',
      as: secret,
      body: { account_id: above.id, environment: 'sandbox' },
    })
    expect(made.status).toBe(201)
    await test.host.get(Accounts).move(moved.id, aside.id, 'asha')
    const found = await lines(`token_id=${token.id}`)
    const reached = kindsOf(found, 'reach').map((line) => line['account_id'])
    expect(reached.sort()).toEqual([above.id, below.id, moved.id].sort())
    expect(kindsOf(found, 'credential')).toMatchObject([
      { account_id: above.id, role: 'token', subject: `admin-token/${token.id}`, detail: { scopes: ['*'] } },
    ])
    expect(kindsOf(found, 'act')).toMatchObject([
      { actor: `admin:${token.name}`, action: 'key.create', shown: 'secret', account_id: above.id },
    ])
    expect(JSON.stringify(found)).not.toContain(made.json().api_secret)
    await test.host.get(AdminTokens).revoke(token.id, 'asha')
    const later = await test.ask({
      url: `/breach-export?token_id=${token.id}&since=${new Date().toISOString()}&until=2099-01-01T00:00:00Z&format=jsonl`,
      as: test.operator,
    })
    expect([later.status, later.text]).toEqual([200, ''])
  })

  it('of an operator has every account', async () => {
    const { token } = await test.credential(null, ['audit:read'])
    const reached = kindsOf(await lines(`token_id=${token.id}`), 'reach').map((line) => line['account_id'])
    const all = (await test.host.get(Accounts).list()).map(({ id }) => id)
    expect(reached.sort()).toEqual(all.sort())
  })

  it('is for operators with its scope, of one thing that is there, and is written down', async () => {
    const { id } = await test.account('customer')
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })
    const own = (await test.credential(id)).secret
    const reader = (await test.credential(null, ['audit:read', 'usage:read'])).secret
    for (const as of [own, reader]) expect((await exported(`key_id=${key.id}`, as)).status).toBe(403)
    for (const query of ['', `key_id=${key.id}&token_id=t`, `key_id=${key.id}&until=2025-01-01T00:00:00Z`])
      expect((await exported(query)).status, query).toBe(422)
    for (const query of ['key_id=none', 'token_id=none', 'person_id=none'])
      expect((await exported(query)).status, query).toBe(404)
    await exported(`key_id=${key.id}`)
    const { items } = (
      await test.ask({ url: `/audit?subject=key/${key.id}&action=breach.export`, as: test.operator })
    ).json()
    expect(items).toMatchObject([{ account_id: null, after: { since: SINCE } }])
  })
})
