import { randomInt } from 'node:crypto'
import { AuditLog, Keys } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { orders } from '../../test/order-plugin.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `admin_${randomInt(1e9)}_` },
})

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('the admin API on %s', (_, database) => {
  let test: AdminForTest
  let accountId: string
  beforeAll(async () => {
    test = await adminForTest({ plugins: [orders()], ...database() })
    accountId = (await test.account('developer')).id
  })
  afterAll(() => test.close())
  const get = async (url: string) => (await test.ask({ url, as: test.operator })).json()
  const send = async (method: 'POST' | 'PATCH', url: string, body?: object) =>
    await test.ask({ method, url, as: test.operator, ...(body ? { body } : {}) })
  const actions = async (subject: string) =>
    (await get(`/audit?subject=${encodeURIComponent(subject)}`)).items.map(
      ({ action, actor }: { action: string; actor: string }) => [action, actor],
    )

  it('issues one key per idempotency key, and names it on repetition', async () => {
    const body = { account_id: accountId, environment: 'sandbox', label: 'once' }
    const ask = (name: string, as = test.operator) =>
      test.ask({ method: 'POST', url: '/keys', as, body, headers: { 'idempotency-key': name } })
    const replies = await Promise.all([ask('one'), ask('one'), ask('one')])
    const made = replies.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    const { key_id } = made[0]?.json() ?? {}
    for (const reply of [...replies.filter((one) => !made.includes(one)), await ask('one'), await ask('"one"')]) {
      expect([reply.status, reply.json().error.code]).toEqual([409, 'KEY_ALREADY_ISSUED'])
      expect(reply.json().error.message).toContain(key_id)
      expect(reply.text).not.toContain('sk_')
    }
    const { items } = await get(`/keys?account_id=${accountId}`)
    expect(items.filter(({ label }: { label: string }) => label === 'once')).toHaveLength(1)
    // Refused requests do not use up a key, keys are per credential, and requests without one are independent.
    expect((await ask('with a space')).json().error.fields).toHaveProperty('Idempotency-Key')
    const failed = await test.ask({
      ...{ method: 'POST', url: '/keys', as: test.operator, headers: { 'idempotency-key': 'two' } },
      body: { ...body, environment: 'production' },
    })
    expect(failed.json().error.code).toBe('KYC_REQUIRED')
    expect((await ask('two')).status).toBe(201)
    expect((await ask('one', (await test.credential(null)).secret)).status).toBe(201)
    expect([(await send('POST', '/keys', body)).status, (await send('POST', '/keys', body)).status]).toEqual([201, 201])
    for (const { key_id: id } of (await get(`/keys?account_id=${accountId}`)).items)
      await send('POST', `/keys/${id}/revoke`)
  })

  it('issues, restricts, rotates, promotes and revokes a key, each with who did it', async () => {
    const made = await send('POST', '/keys', { account_id: accountId, environment: 'sandbox', label: 'first' })
    expect(made.status).toBe(201)
    const { key_id, api_key, api_secret } = made.json()
    const restricted = await send('PATCH', `/keys/${key_id}`, {
      endpoints: ['place-order'],
      ip_ranges: ['10.0.0.0/8'],
      spend_cap_per_day: '50',
    })
    expect(restricted.json()).toMatchObject({
      label: 'first',
      endpoints: ['place-order'],
      ip_ranges: ['10.0.0.0/8'],
      spend_cap_per_day: '50.00',
    })
    expect((await send('PATCH', `/keys/${key_id}`, { spend_cap_per_day: '0' })).status).toBe(422)
    expect((await send('PATCH', `/keys/${key_id}`, { endpoints: ['nothing'] })).json().error.fields).toHaveProperty(
      'endpoints',
    )
    const rotated = (await send('POST', `/keys/${key_id}/rotate`, { overlap_seconds: 60 })).json()
    expect(rotated.api_key).toBe(api_key)
    const stored = await test.host.get(Keys).findByPublicId(api_key)
    for (const [at, secret] of [api_secret, rotated.api_secret].entries())
      expect(stored && (await test.host.get(Keys).secretVersion(stored.key, secret))).toBe(at + 1)
    expect((await send('POST', `/keys/${key_id}/promote`)).json().error.code).toBe('KYC_REQUIRED')
    await send('POST', `/accounts/${accountId}/kyc/approve`)
    const live = (await send('POST', `/keys/${key_id}/promote`)).json()
    expect(live).toMatchObject({
      environment: 'production',
      label: 'first',
      api_key: expect.stringMatching(/^pk_live_/),
    })
    expect((await send('POST', `/keys/${key_id}/token`)).json().token).toMatch(/^eyJ/)
    const ofLive = await send('POST', `/keys/${live.key_id}/token`)
    expect([ofLive.status, ofLive.json().error.code]).toEqual([403, 'FORBIDDEN'])
    expect((await send('POST', `/keys/${key_id}/revoke`)).json()).toMatchObject({ status: 'revoked' })
    expect((await send('POST', `/keys/${key_id}/token`)).status).toBe(404)
    const { items } = await get(`/keys?account_id=${accountId}&status=active`)
    expect(items.map((key: { key_id: string }) => key.key_id)).toEqual([live.key_id])
    expect(JSON.stringify(items)).not.toContain('sk_')
    expect(await actions(`key/${key_id}`)).toEqual(
      ['revoke', 'rotate', 'restrict', 'create'].map((action) => [`key.${action}`, 'admin:test-1']),
    )
  })

  it('credits and adjusts a wallet, idempotent per reference, and records the actor', async () => {
    const url = `/accounts/${accountId}/wallets/production`
    const credit = { amount: '500.00', reference: 'utr-1' }
    expect((await send('POST', `${url}/credits`, credit)).json()).toMatchObject({ balance: '500.00', credited: true })
    expect((await send('POST', `${url}/credits`, credit)).json()).toMatchObject({ balance: '500.00', credited: false })
    const reused = await send('POST', `${url}/credits`, { ...credit, amount: '1.00' })
    expect([reused.status, reused.json().error.code]).toEqual([409, 'REFERENCE_REUSED'])
    const adjustment = { amount: '-20.50', reference: 'fix-1', reason: 'Counted twice' }
    expect((await send('POST', `${url}/adjustments`, adjustment)).json()).toMatchObject({ balance: '479.50' })
    expect((await get(url)).available).toBe('479.50')
    for (const amount of ['0', '1.005', 'much', -0])
      expect((await send('POST', `${url}/adjustments`, { ...adjustment, amount })).status).toBe(422)
    expect(await actions(`wallet/${accountId}/production`)).toEqual([
      ['wallet.adjust', 'admin:test-1'],
      ['wallet.credit', 'admin:test-1'],
    ])
  })

  it('moves, suspends, resumes and closes an account, and sells it APIs', async () => {
    const [reseller, other] = [await test.account('distributor'), await test.account('distributor')]
    const { id } = await test.account('developer', reseller.id)
    const change = async (what: string, body?: object) => (await send('POST', `/accounts/${id}/${what}`, body)).json()
    expect(await change('move', { parent_id: other.id })).toMatchObject({ parent_id: other.id })
    expect(await change('apis/revoke', { endpoints: ['place-order'] })).toMatchObject({
      ...{ apis: null, withheld_apis: ['place-order'] },
    })
    expect(await change('apis/grant', { endpoints: 'all' })).toMatchObject({ apis: null })
    expect(await change('suspend', { reason: 'Letter 88/2026' })).toMatchObject({ status: 'suspended' })
    expect(await change('resume')).toMatchObject({ status: 'active' })
    expect(await change('suspend', { reason: ' ' })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } })
    expect(await change('rename', { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
    expect(await change('close')).toMatchObject({ status: 'closed' })
    const { items } = await test.host.get(AuditLog).list({ accountIds: [id], cursor: null, limit: 100 })
    expect(items.filter(({ actor }) => actor === 'admin:test-1')).toHaveLength(7)
    const ofStatus = items.filter(({ action }) => ['account.suspend', 'account.resume'].includes(action))
    expect(ofStatus.map(({ after }) => after)).toEqual([
      { status: 'active' },
      { status: 'suspended', reason: 'Letter 88/2026' },
    ])
  })

  it('lets a reseller change accounts below it but not itself, and grant only its own APIs', async () => {
    const reseller = await test.account('distributor')
    const { secret } = await test.credential(reseller.id)
    const ask = (url: string, body?: object) =>
      test.ask({ method: 'POST', url: `/accounts${url}`, as: secret, ...(body ? { body } : {}) })
    const own = await ask(`/${reseller.id}/suspend`)
    expect([own.status, own.json().error.code]).toEqual([403, 'FORBIDDEN'])
    await send('POST', `/accounts/${reseller.id}/apis/revoke`, { endpoints: ['place-order'] })
    const child = (await ask('', { name: 'Child', role: 'developer' })).json()
    expect(child).toMatchObject({ parent_id: reseller.id, apis: null, withheld_apis: ['place-order'] })
    expect((await ask(`/${child.account_id}/apis/grant`, { endpoints: ['place-order'] })).status).toBe(403)
    expect((await ask(`/${child.account_id}/apis/grant`, { endpoints: 'all' })).status).toBe(403)
    expect((await ask(`/${child.account_id}/apis/limit`, { endpoints: ['place-order'] })).status).toBe(403)
    await send('POST', `/accounts/${reseller.id}/apis/limit`, { endpoints: ['place-order'] })
    const later = (await ask('', { name: 'Later', role: 'developer' })).json()
    expect(later).toMatchObject({ apis: ['place-order'], withheld_apis: [] })
    expect((await ask(`/${child.account_id}/suspend`)).json()).toMatchObject({ status: 'suspended' })
    expect((await ask(`/${child.account_id}/move`, { parent_id: null })).status).toBe(403)
  })

  it('lists usage by page, also within one millisecond, and as CSV', async () => {
    const { id } = await test.account('developer')
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })
    const caller = { keyId: key.id }
    for (let call = 0; call < 5; call += 1) await test.host.call('place-order', { what: 'bread' }, caller)
    await test.host.call('place-order', { what: 'the moon' }, caller)
    const url = `/accounts/${id}/usage?environment=sandbox`
    const all = (await get(url)).items
    expect(all).toHaveLength(6)
    const paged: object[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: object[]; next_cursor: string | null } = await get(`${url}&limit=2${cursor}`)
      expect(page.items.length).toBeLessThanOrEqual(2)
      paged.push(...page.items)
      cursor = page.next_cursor && `&cursor=${page.next_cursor}`
    }
    expect(paged).toEqual(all)
    expect((await get(`${url}&outcome=none`)).items).toMatchObject([{ code: 'ORDER_NOT_TAKEN', charged: '0.00' }])
    expect((await get(`${url}&status=404`)).items).toMatchObject([{ status: 404, code: 'ORDER_NOT_TAKEN' }])
    const { request_id } = all[2]
    expect((await get(`${url}&request_id=${request_id}`)).items).toEqual([all[2]])
    expect((await get(`${url}&status=maybe`)).error.fields).toHaveProperty('status')
    expect((await get(`${url}&cursor=x`)).error.fields).toHaveProperty('cursor')
    const csv = await test.ask({ url: `${url}&limit=1`, as: test.operator, headers: { accept: 'text/csv' } })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['x-next-cursor']).toBeTruthy()
    expect(csv.text.split('\r\n')[0]).toBe(
      'at,request_id,reference,endpoint,status,outcome,code,latency_ms,charged,ip,key_id,environment,calls,refunded',
    )
    expect(csv.text.split('\r\n')).toHaveLength(3)
  })

  it('shows orders with their latest async result', async () => {
    const { id } = await test.account('developer')
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })
    const reply = await test.host.call<object, { ref_id: string }>('place-order', { what: 'bread' }, { keyId: key.id })
    const { items } = await get(`/accounts/${id}/orders?environment=sandbox`)
    expect(items).toMatchObject([{ ref_id: reply.data?.ref_id, endpoint: 'place-order', charged: '3.00' }])
    expect(await get(`/orders/${reply.data?.ref_id}`)).toMatchObject({ ...items[0], result: null })
  })

  it('shows how long things are kept, and purges', async () => {
    expect(await get('/retention')).toEqual({
      answer_days: 7,
      usage_visible_days: 90,
      consent_days: null,
      usage_days: 365,
    })
    const purged = (await send('POST', '/retention/purge')).json()
    expect(purged).toMatchObject({ answers: 0, consents: 0, usage_rows: expect.any(Number), usage_months: [] })
    expect(await actions('retention')).toEqual([['retention.purge', 'admin:test-1']])
  })
})
