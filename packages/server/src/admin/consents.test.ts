import { randomInt } from 'node:crypto'
import { Accounts, defineEndpoint, definePlugin, Keys, modern, zero } from '@parakh/core'
import { type Config, createServer } from '@parakh/server'
import { collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { orders } from '../../test/order-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'

describe('standing declarations of consent', () => {
  let test: AdminForTest
  let id: string
  let own: string
  beforeAll(async () => {
    test = await adminForTest({ plugins: [orders({ consent: { notice: '2026-01', standing: true } })] })
    id = (await test.account('developer')).id
    own = (await test.credential(id)).secret
  })
  afterAll(() => test.close())
  const url = (verb = '', plugin = 'orders') => `/accounts/${id}/consents/${plugin}${verb}`
  const post = (verb: string, body: object, as = test.operator) =>
    test.ask({ method: 'POST', url: url(verb), as, body })

  it('are written down and ended by operators, and the account sees them', async () => {
    const nothing = { account_id: id, plugin: 'orders', declared: null }
    expect((await test.ask({ url: url(), as: own })).json()).toEqual(nothing)
    const expires_at = '2099-01-01T00:00:00.000Z'
    const declared = { reference: 'agreement-7', notice: '2026-01', actor: 'admin:test-1', expires_at }
    expect((await post('/declare', { reference: 'agreement-7', expires_at })).json()).toEqual({ ...nothing, declared })
    expect((await test.ask({ url: url(), as: own })).json()).toEqual({ ...nothing, declared })
    const { declared: _, ...named } = nothing
    expect((await post('/withdraw', {})).json()).toEqual({ ...named, withdrawn: true })
    expect((await post('/withdraw', {})).json()).toEqual({ ...named, withdrawn: false })
    expect((await test.ask({ url: url(), as: own })).json()).toEqual(nothing)
  })

  it('are not for the account to make, whatever scopes its credential has', async () => {
    for (const [verb, body] of [
      ['/declare', { reference: 'agreement-8' }],
      ['/withdraw', {}],
    ] as const) {
      const refused = await post(verb, body, own)
      expect([refused.status, refused.json().error.code]).toEqual([403, 'SCOPE_MISSING'])
    }
  })

  it.each([['two words'], ['ABCPE1234F'], ['']])(
    'refuses the reference "%s", and repeats no number',
    async (reference) => {
      const refused = await post('/declare', { reference })
      expect([refused.status, refused.json().error.code]).toEqual([422, 'CONSENT_NOT_DECLARED'])
      expect(refused.text).not.toContain('ABCPE')
    },
  )

  it('are refused for a plugin whose policy accepts none', async () => {
    const asked = {
      method: 'POST',
      url: url('/declare', 'other'),
      as: test.operator,
      body: { reference: 'a-1' },
    } as const
    const refused = await test.ask(asked)
    expect([refused.status, refused.json().error.code]).toEqual([422, 'CONSENT_NOT_DECLARED'])
  })
})

const holder = defineEndpoint({
  ...{ id: 'holder', method: 'POST', path: '/holder', group: 'Roll', summary: 'The identity of a member' },
  ...{ envelope: modern, price: zero, fixtures: [] },
  request: z.object({ member: z.string() }),
  data: z.object({ found: z.boolean() }),
  consent: { purpose: 'membership', subject: ({ member }) => member, regulated: true },
  handle: async ({ answer }) => answer({ found: true }),
})
const roll = definePlugin({ id: 'roll', contract: 1, endpoints: [holder] })
const licence = { authority: 'UIDAI', number: 'KUA-17', validUntil: '2099-03-31' }
const plugins = [roll({ licence, consent: { notice: '2026-01' } })]

const onPostgres = (): Partial<Config> => ({
  database: { client: 'pg', connection: postgresUrl(), tablePrefix: `consents_${randomInt(1e9)}_` },
})

describe.each([
  ['sqlite3', (): Partial<Config> => ({})],
  ['pg', onPostgres],
] as const)('a withdrawn consent, on %s', (_, database) => {
  let test: AdminForTest
  /** Another process of the same database, where there may be one. */
  let other: Pick<Awaited<ReturnType<typeof createServer>>, 'host' | 'close'>
  beforeAll(async () => {
    const given = database()
    const secrets = secretsForTest()
    test = await adminForTest({ plugins, secrets, ...given })
    const config: Config = { ...given, plugins, secrets, server: { port: 0 } }
    other = given.database
      ? await createServer(config, { logger: collectingLogger(), development: true })
      : { host: test.host, close: async () => undefined }
  })
  afterAll(async () => {
    await other.close()
    await test.close()
  })

  async function customer(parentId: string | null = null) {
    const { id } = await test.account('customer', parentId)
    await test.host.get(Accounts).approveKyc(id)
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'production' })
    const call = ({ host }: typeof other, consentRef: string) =>
      host.call('holder', { member: 'm-7' }, { keyId: key.id }, { consentRef })
    return { id, call, own: (await test.credential(id)).secret }
  }
  const withdraw = (id: string, artefact: string, as: string) =>
    test.ask({ method: 'POST', url: `/accounts/${id}/consents/withdraw-artefact`, body: { artefact }, as })

  it('is refused by every process from the next call on; the account itself withdraws it, and operators do', async () => {
    const { id, call, own } = await customer()
    for (const artefact of ['a-1', 'a-2']) expect(await call(other, artefact)).toMatchObject({ status: 200 })
    const answer = await withdraw(id, 'a-1', own)
    expect([answer.status, answer.json()]).toMatchObject([200, { account_id: id, artefact: 'a-1' }])
    expect((await withdraw(id, 'a-2', test.operator)).status).toBe(200)
    for (const at of [test, other])
      for (const artefact of ['a-1', 'a-2'])
        expect(await call(at, artefact)).toMatchObject({ status: 422, code: 'CONSENT_INVALID' })
    expect((await withdraw(id, 'a-1', own)).json()).toEqual(answer.json())
    expect(await call(other, 'a-3')).toMatchObject({ status: 200 })
  })

  it('is listed with the others, as it stands, to the account itself, those above it and operators, without a number', async () => {
    const above = await test.account('distributor')
    const { id, call, own } = await customer(above.id)
    const reseller = (await test.credential(above.id)).secret
    for (const artefact of ['b-1', 'b-2']) expect(await call(other, artefact)).toMatchObject({ status: 200 })
    await withdraw(id, 'b-1', own)
    const list = (query: string, as: string) => test.ask({ url: `/consents?${query}`, as })
    const of = { account_id: id, endpoint: 'holder', purpose: 'membership', notice: '2026-01', subject: null }
    const both = [
      { ...of, artefact: 'b-2', state: 'given', withdrawn_at: null },
      { ...of, artefact: 'b-1', state: 'withdrawn', withdrawn_at: expect.any(String) },
    ]
    for (const as of [own, reseller])
      expect((await list('', as)).json()).toMatchObject({ items: both, next_cursor: null })
    const seen = await list(`account_id=${id}&state=withdrawn`, test.operator)
    expect(seen.json()).toMatchObject({
      items: [{ artefact: 'b-1', subject: expect.stringMatching(/^\w+\.[\w-]{8}$/) }],
    })
    expect(seen.text).not.toContain('m-7')
    const beside = await customer()
    expect((await list('', beside.own)).json()).toMatchObject({ items: [] })
    expect((await list(`account_id=${id}`, beside.own)).status).toBe(404)
    const csv = await list('artefact=b-2&format=csv', own)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.text.split('\r\n')).toMatchObject([
      'at,account_id,key_id,endpoint,purpose,notice,artefact,state,withdrawn_at,expires_at,reference,ip,subject',
      expect.stringContaining(`,${id},`),
      '',
    ])
    const audited = await test.ask({
      url: `/audit?account_id=${id}&action=consent.withdraw-artefact`,
      as: test.operator,
    })
    expect(audited.json().items).toMatchObject([{ subject: 'consent/b-1', actor: expect.stringMatching(/^admin:/) }])
  })

  it('is of the account alone: no other withdraws it, and the same reference of another holds', async () => {
    const [first, second] = [await customer(), await customer()]
    expect((await withdraw(first.id, 'a-1', second.own)).status).toBe(404)
    expect((await withdraw(second.id, 'a-1', second.own)).status).toBe(200)
    expect(await first.call(other, 'a-1')).toMatchObject({ status: 200 })
    const refused = await withdraw(first.id, 'ABCPE1234F', first.own)
    expect([refused.status, refused.text.includes('ABCPE')]).toEqual([422, false])
  })
})
