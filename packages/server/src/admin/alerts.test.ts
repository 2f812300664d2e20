import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Accounts,
  Alerts,
  Clock,
  CONTRACT,
  decorate,
  definePlugin,
  defineScope,
  EventSinks,
  inr,
  Keys,
  noFailures,
  Store,
  service,
  Upstream,
  type UpstreamHealth,
} from '@parakh/core'
import funding, { Funding } from '@parakh/funding'
import pan, { PanProvider } from '@parakh/pan'
import { manualClock, SELF_SIGNED_CERTIFICATE } from '@parakh/testkit'
import { webhooks } from '@parakh/webhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseOn, openTables, type TestDatabase } from '../../../../test/databases.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const lettersRead = defineScope('letters:read', { for: 'branch', summary: 'Read letters' })
const register = PanProvider.implement({
  ...{ id: 'register', options: z.object({}) },
  make: () => ({ link: async () => null }),
})({})

describe.each(['sqlite3', 'pg'] as const)('alerts on %s', (client) => {
  const clock = manualClock()
  let database: TestDatabase
  let test: AdminForTest
  let rows: ReturnType<typeof openTables>
  let folder: string
  let circuit: UpstreamHealth['circuit']
  let isSinkOpen: boolean
  let letters: 'none' | 'back' | 'unknown'

  const returned = Alerts.contribute({
    ...{ id: 'returned', needs: {} },
    make: () => ({
      ...{ of: 'accounts', title: 'Letter came back', scope: lettersRead, page: null },
      async standing() {
        if (letters === 'unknown') throw new TypeError('the post is closed')
        const of = { environment: null, severity: 'soon', since: null, params: {} } as const
        return letters === 'none' ? [] : Array.from({ length: 25 }, (_, nth) => ({ ...of, subject: `${nth}` }))
      },
    }),
  })
  const health = decorate(Upstream, {
    ...{ id: 'health', needs: {} },
    wrap: (inner) => ({
      compile: (contract, source, path) => inner.compile(contract, source, path),
      ask: (target, signal, attempt) => inner.ask(target, signal, attempt),
      health: () => [
        { provider: 'pan/http#0', circuit, successes: 0, failures: { ...noFailures(), timeout: 5 }, lastTrouble: null },
      ],
    }),
  })
  const sink = EventSinks.driver({
    ...{ id: 'post', options: z.strictObject({}), needs: {} },
    make: () => ({
      async deliver() {
        if (!isSinkOpen) throw new TypeError('the post is closed')
      },
    }),
  })
  const post = definePlugin({
    ...{ id: 'post', contract: CONTRACT },
    contributes: [returned, sink],
    decorates: [health],
  })

  beforeEach(async () => {
    database = await databaseOn(client)
    folder = await mkdtemp(join(tmpdir(), 'parakh-alerts-'))
    const { cert, key } = SELF_SIGNED_CERTIFICATE
    const certified = {
      ...({ provider: 'http', baseUrl: 'https://pan.invalid', name: 'certified' } as const),
      tls: { certificate: join(folder, 'client.pem'), key: join(folder, 'client.pem') },
      operations: { details: { path: '/details', record: 'body' } },
    }
    await writeFile(certified.tls.certificate, cert + key)
    clock.set(new Date())
    ;[circuit, letters, isSinkOpen] = ['closed', 'none', true]
    const licence = {
      ...{ authority: 'UIDAI', number: 'LIC-0001' },
      validUntil: new Date(clock.now().getTime() + 40 * DAY_MS).toISOString().slice(0, 10),
    }
    test = await adminForTest({
      database: database.options,
      services: [service(Clock, {}, () => clock)],
      events: { post: sink.use({}) },
      plugins: [
        ...[post(), webhooks()],
        pan({ live: [{ ...register, authorised: true }, certified], licence, consent: { notice: '1' } }),
        funding({ upi: { vpa: 'acme@upi', name: 'Acme' } }),
      ],
    })
    rows = openTables(database)
  })
  afterEach(async () => {
    await rows.destroy()
    await test.close()
    await database.drop()
    await rm(folder, { recursive: true })
  })

  const told = async (as: string, query = '') => (await test.ask({ url: `/alerts${query}`, as })).json()
  const ids = async (as: string, query = ''): Promise<readonly string[]> =>
    (await told(as, query)).items.map(({ alert }: { readonly alert: string }) => alert)
  const customer = async () => {
    const { id } = await test.account('customer')
    return { id, secret: (await test.credential(id)).secret }
  }
  const wallet = (account_id: string, environment: string) => rows('parakh_wallet').where({ account_id, environment })

  it('tell a low and an empty wallet where the account has called, until money comes', async () => {
    const { id, secret } = await customer()
    const path = `/accounts/${id}/wallets/production`
    const body = { amount: '100.00' }
    await test.ask({ method: 'PATCH', url: `${path}/threshold`, as: secret, body })
    expect(await ids(secret)).toEqual([])
    await wallet(id, 'production').update({ requests_total: 1 })
    const empty = { alert: 'core/low-balance', subject: null, title: 'Balance is low', environment: 'production' }
    expect((await told(secret)).items).toEqual([
      { ...empty, severity: 'now', since: null, params: { balance: '0.00' }, page: 'wallet', waiting: null },
    ])
    await wallet(id, 'production').update({ posted: inr('99.99') })
    expect((await told(secret)).items).toMatchObject([
      { severity: 'soon', params: { balance: '99.99', threshold: '100.00' } },
    ])
    expect(await ids(secret, '?environment=sandbox')).toEqual([])
    await wallet(id, 'production').update({ posted: inr('100') })
    expect(await ids(secret)).toEqual([])
  })

  it('tell keys that are exposed until they are rotated, and those that expire within 7 days', async () => {
    const { id, secret } = await customer()
    const keys = test.host.get(Keys)
    const expiresAt = new Date(clock.now().getTime() + 8 * DAY_MS)
    const { key } = await keys.create({ accountId: id, environment: 'sandbox', label: 'Server', expiresAt })
    await keys.create({ accountId: id, environment: 'sandbox', label: 'Other' })
    expect(await ids(secret)).toEqual([])
    await keys.flagExposed(key.publicId)
    expect((await told(secret)).items).toMatchObject([
      {
        ...{ alert: 'core/key-exposed', subject: key.id, environment: 'sandbox', severity: 'now', page: 'keys' },
        params: { key_id: key.id, label: 'Server' },
      },
    ])
    await keys.rotate(key.id, 0)
    expect(await ids(secret)).toEqual([])
    clock.advance(DAY_MS)
    expect((await told(secret)).items).toMatchObject([
      { alert: 'core/key-expires', severity: 'soon', params: { label: 'Server', until: expiresAt.toISOString() } },
    ])
    clock.advance(8 * DAY_MS)
    expect(await ids(secret)).toEqual([])
  })

  it('tell a rejected KYC until it is submitted again', async () => {
    const { id, secret } = await customer()
    const accounts = test.host.get(Accounts)
    const documents = [{ kind: 'pan-card', reference: 'vault/17' }]
    await accounts.submitKyc(id, documents)
    await accounts.rejectKyc(id, 'The photo is not readable')
    const { items } = await told(secret)
    expect(items).toMatchObject([{ alert: 'core/kyc-rejected', page: 'kyc', params: {} }])
    expect(items[0].since).not.toBeNull()
    await accounts.submitKyc(id, documents)
    expect(await ids(secret)).toEqual([])
  })

  it('tell an endpoint that was disabled because nothing arrived, not one that somebody disabled', async () => {
    const { id, secret } = await customer()
    const body = { environment: 'sandbox', url: 'https://hooks.example.com/in?token=x' }
    const made = (await test.ask({ method: 'POST', url: `/accounts/${id}/webhooks`, as: secret, body })).json()
    const endpoint = rows('parakh_webhooks_endpoint').where({ id: made.id })
    await test.ask({ method: 'POST', url: `/webhooks/${made.id}/disable`, as: secret })
    expect(await ids(secret)).toEqual([])
    await endpoint.clone().update({ disabled_reason: 'FAILING', failing_since: 0 })
    expect((await told(secret)).items).toMatchObject([
      {
        ...{ alert: 'webhooks/endpoint-disabled', subject: made.id, environment: 'sandbox', severity: 'now' },
        ...{ since: '1970-01-01T00:00:00.000Z', page: 'webhooks' },
        params: { endpoint_id: made.id, host: 'hooks.example.com', reason: 'FAILING' },
      },
    ])
    await test.ask({ method: 'POST', url: `/webhooks/${made.id}/enable`, as: secret })
    expect(await ids(secret)).toEqual([])
  })

  it('tell a payment that waits for its UTR or was rejected, until the payer acts', async () => {
    const { id: accountId, secret } = await customer()
    const payments = test.host.get(Funding)
    const of = { accountId, environment: 'production', amount: inr('500'), actor: 'test' } as const
    const qr = await payments.openQr(of)
    expect((await told(secret)).items).toMatchObject([
      { alert: 'funding/utr-awaited', subject: qr.id, environment: 'production', params: { amount: '500.00' } },
    ])
    await payments.confirmQr({ id: qr.id, rail: 'upi', utr: '634512340001', actor: 'test' })
    expect(await ids(secret)).toEqual([])
    await payments.reject({ id: qr.id, reason: 'not on the statement', actor: 'other' })
    expect(await ids(secret)).toEqual(['funding/payment-rejected'])
    await payments.submitTransfer({ ...of, rail: 'neft', utr: 'HDFCN52026112401' })
    expect(await ids(secret)).toEqual([])
  })

  it('tell operators of stopped money, open circuits, late jobs and events, licences and certificates that end', async () => {
    const { operator } = test
    const store = test.host.get(Store)
    expect(await ids(operator)).toEqual([])
    circuit = 'open'
    await store.money.stop('stopped', 'I3')
    expect((await told(operator)).items).toMatchObject([
      { alert: 'core/money-stopped', severity: 'now', page: 'system', params: { mode: 'stopped' } },
      { alert: 'core/circuit-open', subject: 'pan/http#0', since: null, page: 'sources' },
    ])
    await store.money.resume('mended')
    circuit = 'closed'
    expect(await ids(operator)).toEqual([])
    const now = clock.now().getTime()
    await store.jobs.schedule('letters/young', now - 14 * MINUTE_MS)
    await store.jobs.schedule('letters/sort', now - 15 * MINUTE_MS)
    expect((await told(operator)).items).toMatchObject([
      { alert: 'core/jobs-late', subject: 'letters/sort', params: { job: 'letters/sort', due: '1' } },
    ])
    await rows('parakh_job').delete()
    expect(await ids(operator)).toEqual([])
    isSinkOpen = false
    const { id: accountId } = await test.account('customer')
    await test.host.get(Keys).create({ accountId, environment: 'sandbox' })
    const late = { alert: 'core/events-late', severity: 'now', page: 'system' }
    clock.advance(14 * MINUTE_MS)
    expect(await ids(operator)).not.toContain('core/events-late')
    clock.advance(MINUTE_MS)
    expect((await told(operator)).items).toContainEqual(expect.objectContaining(late))
    await rows('parakh_outbox').update({ delivered_at: 1 })
    expect(await ids(operator)).not.toContain('core/events-late')
    clock.advance(11 * DAY_MS)
    expect((await told(operator)).items.at(-1)).toMatchObject({
      ...{ alert: 'core/licence-ends', subject: 'pan', severity: 'soon', page: null },
    })
    clock.advance(30 * DAY_MS)
    const [ended] = (await told(operator)).items.filter(({ subject }: { subject: string }) => subject === 'pan')
    expect(ended).toMatchObject({ severity: 'now', params: { plugin: 'pan' } })
    const certificate = async (day: string) => {
      clock.set(new Date(`${day}T00:00:00Z`))
      return (await told(operator)).items.find(({ alert }: { alert: string }) => alert === 'core/certificate-ends')
    }
    expect(await certificate('2119-11-30')).toBeUndefined()
    expect(await certificate('2119-12-10')).toMatchObject({
      severity: 'soon',
      page: 'sources',
      subject: 'pan/certified',
    })
    expect(await certificate('2120-01-02')).toMatchObject({ severity: 'now', params: { until: '2120-01-01' } })
  })

  it('tell operators queues in which something waits, with work:read alone those that other scopes allow', async () => {
    const { id } = await customer()
    await test.host.get(Accounts).submitKyc(id, [{ kind: 'pan-card', reference: 'vault/17' }])
    expect((await told(test.operator)).items).toMatchObject([
      { alert: 'core/kyc', title: 'KYC to decide', page: 'work', waiting: 1, severity: 'soon' },
    ])
    for (const scopes of [['alerts:read', 'kyc:approve'], ['alerts:read', 'work:read'], ['alerts:read']])
      expect(await ids((await test.credential(null, scopes)).secret)).toEqual([])
    const { secret } = await test.credential(null, ['alerts:read', 'work:read', 'kyc:approve'])
    expect(await ids(secret)).toEqual(['core/kyc'])
    expect((await test.ask({ url: '/alerts', as: (await test.credential(null, ['work:read'])).secret })).status).toBe(
      403,
    )
  })

  it('are of the own account and those below it, of what the scopes allow, and never of the server', async () => {
    const above = await test.account('distributor')
    const below = await test.account('customer', above.id)
    const beside = await customer()
    const { key } = await test.host.get(Keys).create({ accountId: below.id, environment: 'sandbox' })
    await test.host.get(Keys).flagExposed(key.publicId)
    await test.host.get(Store).money.stop('stopped', 'I3')
    const { secret } = await test.credential(above.id)
    expect(await ids(secret)).toEqual([])
    const found = ['core/key-exposed']
    expect(await ids(secret, `?account_id=${below.id}`)).toEqual(found)
    expect(await ids(test.operator, `?account_id=${below.id}`)).toEqual(found)
    expect(await ids((await test.credential(below.id)).secret)).toEqual(found)
    expect(await ids((await test.credential(below.id, ['alerts:read'])).secret)).toEqual([])
    expect((await test.ask({ url: `/alerts?account_id=${below.id}`, as: beside.secret })).status).toBe(404)
    expect(await ids(beside.secret)).toEqual([])
  })

  it('tell for a week that an account above issued a key', async () => {
    const above = await test.account('distributor')
    const below = await test.account('customer', above.id)
    const reseller = (await test.credential(above.id)).secret
    const own = (await test.credential(below.id)).secret
    const body = { account_id: below.id, environment: 'sandbox', label: 'shop' }
    const issue = () => test.ask({ method: 'POST', url: '/keys', as: reseller, body })
    const delegate = (as: string, allowed = true) =>
      test.ask({ method: 'POST', url: `/accounts/${below.id}/delegate-keys`, as, body: { allowed } })
    const { key } = await test.host.get(Keys).create({ accountId: below.id, environment: 'sandbox' })
    const token = () => test.ask({ method: 'POST', url: `/keys/${key.id}/token`, as: reseller })
    await delegate(own, false)
    for (const refused of [await issue(), await token(), await delegate(reseller)])
      expect([refused.status, (await refused.json()).error.code]).toEqual([403, 'KEYS_NOT_DELEGATED'])
    expect(await (await delegate(own)).json()).toMatchObject({ keys_from_above: true })
    expect(await (await issue()).json()).toMatchObject({ issued_by: above.id })
    expect((await token()).status).toBe(200)
    expect((await told(own)).items).toMatchObject([
      { alert: 'core/key-from-above', severity: 'soon', page: 'keys', params: { label: 'shop' } },
    ])
    clock.advance(8 * DAY_MS)
    expect(await ids(own)).toEqual([])
    await delegate(own, false)
    expect((await issue()).status).toBe(403)
  })

  it('of a plugin are told up to 20, and one that cannot be read hides no other', async () => {
    const { id, secret } = await customer()
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })
    await test.host.get(Keys).flagExposed(key.publicId)
    letters = 'back'
    const { items, not_read } = await told(secret)
    expect(items.map(({ alert }: { readonly alert: string }) => alert)).toEqual([
      'core/key-exposed',
      ...Array.from({ length: 20 }, () => 'post/returned'),
    ])
    expect(items[1]).toMatchObject({ title: 'Letter came back', page: null })
    expect(not_read).toEqual([])
    letters = 'unknown'
    expect(await told(secret)).toMatchObject({ items: [{ alert: 'core/key-exposed' }], not_read: ['post/returned'] })
    expect(test.logger.of('alert.not_read')).toMatchObject([{ facts: { alert: 'post/returned', error: 'TypeError' } }])
  })
})
