import { randomInt } from 'node:crypto'
import { Allotments, inr, Wallet } from '@parakh/core'
import funding from '@parakh/funding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const environment = 'production'
const ENGINES = [
  ['sqlite3', () => ({})],
  [
    'pg',
    () => ({
      database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `two_${randomInt(1e9)}_` },
    }),
  ],
] as const

describe.each(ENGINES)('large acts of operators on %s', (_, database) => {
  let test: AdminForTest
  let bina: string
  beforeAll(async () => {
    test = await adminForTest({ plugins: [funding({ twoOperatorsAbove: '1000.00' })], ...database() })
    bina = (await test.credential(null)).secret
  })
  afterAll(() => test.close())
  const post = async (url: string, body: object, as = test.operator) => {
    const { status, json } = await test.ask({ method: 'POST', url, body, as })
    return { status, ...json() }
  }
  const balance = async (accountId: string) => (await test.host.get(Wallet).balance(accountId, environment)).balance

  it('wait for the credential of another operator', async () => {
    const { id } = await test.account('customer')
    const url = `/accounts/${id}/wallets/${environment}`
    const asked = await post(`${url}/credits`, { amount: '99999999.00', reference: 'utr-1' })
    expect(asked).toMatchObject({ status: 200, credited: false, balance: '0.00' })
    const approve = `/funding/${asked.waiting_funding_id}/approve`
    expect(await post(approve, {})).toMatchObject({ status: 409, error: { code: 'FUNDING_SAME_OPERATOR' } })
    expect(await balance(id)).toBe(0)
    expect(await post(approve, {}, bina)).toMatchObject({ status: 200, state: 'credited', reference: 'utr-1' })
    expect(await post(approve, {}, bina)).toMatchObject({ status: 200, state: 'credited' })
    expect(await balance(id)).toBe(inr('99999999'))
    const taken = await post(`${url}/adjustments`, { amount: '-1000.01', reference: 'fix', reason: 'Wrong' })
    expect(taken).toMatchObject({ adjusted: false })
    expect(await post(`/funding/${taken.waiting_funding_id}/reject`, { reason: 'It was right' }, bina)).toMatchObject({
      state: 'rejected',
    })
    expect(await balance(id)).toBe(inr('99999999'))
  })

  it('are added up if they arrive concurrently in parts', async () => {
    const { id } = await test.account('customer')
    const url = `/accounts/${id}/wallets/${environment}/credits`
    const all = await Promise.all(
      Array.from({ length: 6 }, (_none, n) => post(url, { amount: '400', reference: `piece-${n}` })),
    )
    expect(all.filter(({ credited }) => credited)).toHaveLength(2)
    expect(all.filter(({ waiting_funding_id }) => waiting_funding_id !== null)).toHaveLength(4)
    expect(await balance(id)).toBe(inr('800'))
  })

  it('are executed once under concurrent approvals', async () => {
    const { id } = await test.account('customer')
    const asked = await post(`/accounts/${id}/wallets/${environment}/credits`, { amount: '5000', reference: 'once' })
    const approvals = Array.from({ length: 4 }, () => post(`/funding/${asked.waiting_funding_id}/approve`, {}, bina))
    for (const { state } of await Promise.all(approvals)) expect(state).toBe('credited')
    expect(await balance(id)).toBe(inr('5000'))
  })

  it('do not include allotments of an account, acts of the host, and the sandbox', async () => {
    const parent = await test.account('distributor')
    const child = await test.account('retailer', parent.id)
    await test.host
      .get(Wallet)
      .credit({ accountId: parent.id, environment, amount: inr('9000'), reference: 'r', actor: 'x' })
    const own = (await test.credential(parent.id, ['wallets:allot'])).secret
    const url = `/accounts/${parent.id}/wallets/${environment}/allotments`
    const allotment = { to_account_id: child.id, amount: '3000', reference: 'own' }
    expect(await post(url, allotment, own)).toMatchObject({ allotted: true, waiting_funding_id: null })
    const asked = await post(url, { ...allotment, reference: 'by-an-operator' })
    expect(asked).toMatchObject({ allotted: false, to_balance: '3000.00' })
    expect(await post(`/funding/${asked.waiting_funding_id}/approve`, {}, bina)).toMatchObject({
      ...{ state: 'credited', from_account_id: parent.id },
    })
    expect(await balance(child.id)).toBe(inr('6000'))
    const host = {
      from: parent.id,
      to: child.id,
      environment,
      amount: inr('2000'),
      reference: 'host',
      actor: 'x',
    } as const
    expect(await test.host.get(Allotments).allot(host)).toMatchObject({ allotted: true })
    const sandbox = `/accounts/${child.id}/wallets/sandbox/credits`
    expect(await post(sandbox, { amount: '90000', reference: 's' })).toMatchObject({ credited: true })
  })
})
