import { randomInt } from 'node:crypto'
import { Accounts, inr, Keys, Wallet } from '@parakh/core'
import resale from '@parakh/resale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { live, lookup } from '../../test/lookup-plugin.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `refund_${randomInt(1e9)}_` },
})

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('a call that is found and refunded by an operator, on %s', (_, database) => {
  let test: AdminForTest
  beforeAll(async () => {
    const find = async (code: string) => (code === 'ZZ00' ? null : { code, name: 'Asha' })
    test = await adminForTest({ plugins: [lookup({ live: live(find) }), resale()], ...database() })
  })
  afterAll(() => test.close())

  async function customer(parentId: string | null = null) {
    const { id } = await test.account('customer', parentId)
    await test.host.get(Accounts).approveKyc(id)
    const credit = {
      accountId: id,
      environment: 'production' as const,
      amount: inr('50'),
      reference: 'utr',
      actor: 'x',
    }
    await test.host.get(Wallet).credit(credit)
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'production' })
    const balance = async () => (await test.host.get(Wallet).balance(id, 'production')).balance
    const call = (code: string, requestId: string) =>
      test.host.call('lookup', { code }, { keyId: key.id }, { requestId })
    return { id, balance, call }
  }
  const found = async (id: string, as: string = test.operator) =>
    (await test.ask({ url: `/calls?id=${id}`, as })).json().items
  const refund = async (reference: string, as: string = test.operator) =>
    await test.ask({ method: 'POST', url: `/calls/${reference}/refund`, body: { reason: 'wrong record' }, as })

  it('is found by its request id and by its reference, of whatever account, and by nobody outside its branch', async () => {
    const { id, call } = await customer()
    const other = await customer()
    await call('AA11', 'same-id')
    await other.call('AA11', 'same-id')
    const both = await found('same-id')
    expect(both.map(({ account_id }: { account_id: string }) => account_id)).toEqual([other.id, id])
    const [, { reference, account_name }] = both
    expect(account_name).not.toBe('')
    expect(await found(reference)).toMatchObject([{ account_id: id, request_id: 'same-id', charged: '0.50' }])
    const own = (await test.credential(id)).secret
    expect(await found('same-id', own)).toMatchObject([{ account_id: id }])
    expect(await found((both[0] as { reference: string }).reference, own)).toEqual([])
    expect(await found('no-such')).toEqual([])
  })

  it('has its money back once, its commission is taken back, and the log, the timeline and the audit say who and why', async () => {
    const distributor = await test.account('distributor')
    const url = `/accounts/${distributor.id}/commission`
    await test.ask({ method: 'PUT', url, body: { rate: '12' }, as: test.operator })
    const { id, balance, call } = await customer(distributor.id)
    await call('AA12', 'charged')
    const accrued = async () => (await test.ask({ url: `${url}/production`, as: test.operator })).json().accrued
    expect([await balance(), await accrued()]).toEqual([inr('49.50'), '0.06'])
    const [{ reference }] = await found('charged')
    const answer = await refund(reference)
    expect([answer.status, answer.json()]).toEqual([
      200,
      { reference, account_id: id, environment: 'production', amount: '0.50', gave_back: 'money' },
    ])
    expect([await balance(), await accrued()]).toEqual([inr('50'), '0.00'])
    const again = await refund(reference)
    expect([again.status, again.json().error.code]).toEqual([409, 'CALL_NOT_REFUNDABLE'])
    expect(again.json().error.message).toContain('it was refunded before')
    expect(await balance()).toBe(inr('50'))
    const timeline = `/accounts/${id}/calls/${reference}/timeline?environment=production`
    const { why, steps } = (await test.ask({ url: timeline, as: test.operator })).json()
    expect(why).toBe('credited_back')
    expect(steps.find(({ kind }: { kind: string }) => kind === 'credited_back').detail).toBe('wrong record')
    const audit = (await test.ask({ url: `/audit?subject=call/${reference}`, as: test.operator })).json().items
    expect(audit).toMatchObject([{ action: 'call.refund', account_id: id, after: { reason: 'wrong record' } }])
  })

  it('is refused where it cost nothing, and where there is none', async () => {
    const { call, balance } = await customer()
    await call('ZZ00', 'free')
    const [{ reference }] = await found('free')
    const refused = await refund(reference)
    expect([refused.status, refused.json().error.code]).toEqual([409, 'CALL_NOT_REFUNDABLE'])
    expect(refused.json().error.message).toContain('it cost nothing')
    expect(await balance()).toBe(inr('50'))
    expect((await refund('no-such-call')).status).toBe(404)
  })

  it('is refunded by operators alone, not by who paid', async () => {
    const { id, call, balance } = await customer()
    await call('AA13', 'mine')
    const [{ reference }] = await found('mine')
    expect((await refund(reference, (await test.credential(id)).secret)).status).toBe(403)
    expect(await balance()).toBe(inr('49.50'))
  })
})
