import { AsyncResults, Keys, Store } from '@parakh/core'
import documents from '@parakh/documents'
import pan from '@parakh/pan'
import { webhooks } from '@parakh/webhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseOn, openTables } from '../../../../test/databases.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { cards } from '../../test/card-plugin.ts'
import { OrderProvider, ordersLeftOpen } from '../../test/order-plugin.ts'

const DAY_MS = 86_400_000

describe.each(['sqlite3', 'pg'] as const)('the erasure of a person, on %s', (client) => {
  let test: AdminForTest
  let drop: () => Promise<void>
  let tables: ReturnType<typeof openTables>
  let call: (endpoint: string, request: object, requestId: string) => ReturnType<AdminForTest['host']['call']>
  let accountId: string
  beforeAll(async () => {
    const own = await databaseOn(client)
    drop = own.drop
    tables = openTables(own)
    test = await adminForTest({
      ...{ database: own.options, server: { port: 0, publicUrl: 'http://127.0.0.1' } },
      ...{ retention: { erasure: { keepDays: { 'pan-details': 30 }, reason: 'RBI' } } },
      plugins: [
        pan(),
        ordersLeftOpen(),
        cards(),
        documents(),
        webhooks({ allowInsecure: true, allowTargets: ['127.0.0.1'] }),
      ],
    })
    accountId = (await test.account('customer')).id
    const { key } = await test.host.get(Keys).create({ accountId, environment: 'sandbox' })
    call = (endpoint, request, requestId) => test.host.call(endpoint, request, { keyId: key.id }, { requestId })
  })
  afterAll(async () => {
    await tables.destroy()
    await test.close()
    await drop()
  })

  const subjects = async (verb: 'erase' | 'export' | 'find', identifier: string, as = test.operator) =>
    await test.ask({ method: 'POST', url: `/subjects/${verb}`, body: { identifier }, as })

  it('takes the answers of every account, and a repeated request is expired; the money stays', async () => {
    const PAN = 'ABCPE1111F'
    expect(await call('verify-pan', { pan: PAN }, 'once')).toMatchObject({ status: 200 })
    const exported = (await subjects('export', PAN)).json()
    expect(exported.items).toMatchObject([
      { endpoint: 'verify-pan', account_id: accountId, answer: { data: { pan: PAN } }, input: null, records: [] },
    ])
    const balance = await test.host.get(Store).wallet.balance(accountId, 'sandbox')
    const erased = await subjects('erase', PAN.toLowerCase())
    expect([erased.status, erased.json()]).toMatchObject([
      200,
      { erased: 1, waiting: [], erasures: [{ calls: 1, actor: expect.stringMatching(/^admin:/) }] },
    ])
    expect(await call('verify-pan', { pan: PAN }, 'once')).toMatchObject({ status: 409, code: 'REQUEST_ID_EXPIRED' })
    expect((await subjects('find', PAN)).json().items).toEqual([])
    expect(await test.host.get(Store).wallet.balance(accountId, 'sandbox')).toEqual(balance)
    expect(await test.host.get(Store).ledger.verify()).toMatchObject({ ok: true })
    const audited = await test.host.get(Store).audit.list({ accountIds: null, cursor: null, limit: 100 })
    expect(audited.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['subject.erase', 'subject.export', 'subject.find']),
    )
    expect(JSON.stringify([audited.items, test.logger.lines])).not.toMatch(new RegExp(PAN, 'i'))
  })

  it('waits for an order that is open, and takes the bytes of its webhooks once it has ended', async () => {
    const CARD = 'CARD-OF-ASHA'
    const url = `/accounts/${accountId}/webhooks`
    const hook = { url: 'http://127.0.0.1:9/hook', environment: 'sandbox' }
    expect((await test.ask({ method: 'POST', url, body: hook, as: test.operator })).status).toBe(201)
    const placed = await call('place-order', { what: CARD }, 'order')
    const { ref_id } = placed.data as { ref_id: string }
    expect((await subjects('erase', CARD)).json()).toMatchObject({ erased: 0, waiting: [ref_id] })
    await test.host.get(AsyncResults).deliver(OrderProvider.operations.run, ref_id, { state: 'done' })
    const bytes = async () => {
      const rows = await tables('parakh_webhooks_body').select('body')
      return rows.filter(({ body }) => Buffer.from(body).toString().includes(ref_id)).length
    }
    await test.host.start()
    await vi.waitFor(async () => expect(await bytes()).toBe(1), { timeout: 60_000 })
    expect((await subjects('erase', CARD)).json()).toMatchObject({ erased: 1, waiting: [] })
    expect(await bytes()).toBe(0)
    const told = await tables('parakh_outbox').whereLike('data', `%${ref_id}%`).select('data')
    expect(told).toEqual([{ data: JSON.stringify({ erased: true, ref_id }) }])
    expect((await subjects('find', CARD)).json().items).toEqual([])
  })

  it('takes documents: the link of one is dead, and its record is gone', async () => {
    const issued = await call('card', { name: 'Asha Kulkarni' }, 'card')
    const { pathname } = new URL((issued.data as { pdf_url: string }).pdf_url)
    const fetched = async () => (await test.app.inject({ url: pathname })).statusCode
    const records = async () => (await tables('parakh_record').where({ collection: 'core.documents' })).length
    expect([await fetched(), await records()]).toEqual([200, 1])
    expect((await subjects('erase', 'asha kulkarni')).json()).toMatchObject({ erased: 1, waiting: [] })
    expect([await fetched(), await records()]).toEqual([403, 0])
  })

  it('is refused while law asks to keep a call, with the reason and until when', async () => {
    const PAN = 'ABCPE2222F'
    await call('verify-pan', { pan: PAN }, 'erasable')
    const before = Date.now()
    await call('pan-details', { panno: PAN }, 'kept')
    const refused = await subjects('erase', PAN)
    const { code, message } = refused.json().error
    expect([refused.status, code]).toEqual([409, 'ERASURE_REFUSED'])
    expect(message).toContain('RBI')
    const until = Date.parse(/until (\S+)/.exec(message)?.[1] ?? '')
    expect(until).toBeGreaterThanOrEqual(before + 30 * DAY_MS)
    expect((await subjects('find', PAN)).json().items).toHaveLength(2)
  })

  it('is for operators with its scopes alone', async () => {
    const reader = (await test.credential(null, ['subjects:read'])).secret
    const own = (await test.credential(accountId)).secret
    for (const verb of ['erase', 'export'] as const)
      for (const as of [reader, own]) expect((await subjects(verb, 'ABCPE1111F', as)).status).toBe(403)
  })
})
