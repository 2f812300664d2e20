import { randomInt } from 'node:crypto'
import { AuditLog, Keys } from '@parakh/core'
import pan from '@parakh/pan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `people_${randomInt(1e9)}_` },
})

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('a person who was looked up, on %s', (_, database) => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ plugins: [pan()], ...database() })
  })
  afterAll(() => test.close())

  async function customer() {
    const { id } = await test.account('customer')
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })
    const call = (endpoint: string, request: object) => test.host.call(endpoint, request, { keyId: key.id })
    return { id, key, call }
  }
  const find = async (identifier: string, more: object = {}, as: string = test.operator) =>
    await test.ask({ method: 'POST', url: '/subjects/find', body: { identifier, ...more }, as })

  it('is found by the calls of every account, also where no consent is asked, with who asked and for what', async () => {
    const [first, second] = [await customer(), await customer()]
    await first.call('verify-pan', { pan: 'ABCPE4321F' })
    await second.call('pan-details', { panno: 'abcpe4321f' })
    await second.call('pan-to-aadhaar-search', { pan: 'ABCPE4321F', consent: 'Y' })
    await second.call('verify-pan', { pan: 'ZZZPE4321F' })
    const answer = await find(' abcpe-4321 f')
    expect(answer.status).toBe(200)
    const { items } = answer.json()
    expect(items).toMatchObject([
      { account_id: second.id, endpoint: 'pan-to-aadhaar-search', purpose: 'pan-to-aadhaar-search', artefact: 'Y' },
      { account_id: second.id, endpoint: 'pan-details', purpose: 'pan-details', notice: '', artefact: '' },
      { account_id: first.id, endpoint: 'verify-pan', key_id: first.key.id, environment: 'sandbox' },
    ])
    expect(items.map(({ outcome, kept }: Record<string, unknown>) => [outcome, kept])).toEqual(
      Array(3).fill(['answer', true]),
    )
    const page = (await find('ABCPE4321F', { limit: 2 })).json()
    const rest = (await find('ABCPE4321F', { limit: 2, cursor: page.next_cursor })).json()
    expect([...page.items, ...rest.items]).toEqual(items)
    expect(rest.next_cursor).toBeNull()
  })

  it('is in no log and no audit entry: that has who looked, and the beginning of the hash', async () => {
    await (await customer()).call('verify-pan', { pan: 'ABCPE9876F' })
    await find('ABCPE9876F')
    const { items } = await test.host.get(AuditLog).list({ accountIds: null, cursor: null, limit: 1 })
    expect(items).toMatchObject([{ action: 'subject.find', accountId: null, after: { calls: 1 } }])
    expect(items[0]?.subject).toMatch(/^subject\/1\.[\w-]{8}$/)
    const told = JSON.stringify([items, test.logger.lines])
    for (const part of ['ABCPE9876F', 'abcpe9876f', 'PE9876']) expect(told).not.toContain(part)
    const refused = await find('A-1')
    expect([refused.status, refused.text.includes('A-1')]).toEqual([422, false])
  })

  it('is found by operators with the scope alone', async () => {
    const { id } = await test.account('customer')
    const own = (await test.credential(id)).secret
    const other = (await test.credential(null, ['audit:read'])).secret
    for (const as of [own, other]) expect((await find('ABCPE4321F', {}, as)).status).toBe(403)
    const reader = (await test.credential(null, ['subjects:read'])).secret
    expect((await find('ABCPE4321F', {}, reader)).status).toBe(200)
  })
})
