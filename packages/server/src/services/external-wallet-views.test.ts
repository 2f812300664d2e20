import analytics from '@parakh/analytics'
import { inr, Store } from '@parakh/core'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import resale from '@parakh/resale'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExternalWalletForTest, externalWalletForTest } from '../../test/external-wallet-for-test.ts'

const PATIENCE = { timeout: 60_000 }

describe('where an external wallet keeps production money', () => {
  let test: ExternalWalletForTest
  beforeEach(async () => {
    test = await externalWalletForTest({
      features: [analytics(), funding(), invoicing(), resale()],
      funds: inr('10'),
    })
  })
  afterEach(async () => {
    expect((await test.host.get(Store).ledger.verify()).broken).toEqual([])
    await test.close()
  })
  const untold = () => {
    test.fake.wallet.balance = async () => {
      throw new Error('away')
    }
  }
  const away = () => {
    untold()
    test.fake.interrupt = () => {
      throw new Error('away')
    }
  }
  const back = () => {
    test.fake.wallet.balance = async (owner) => ({ available: test.fake.available(owner) })
    test.fake.interrupt = () => undefined
  }
  const wallet = () => `/accounts/${test.accountId}/wallets/production`
  const allTaken = () =>
    expect.poll(async () => (await test.operate('GET', '/wallet-tasks')).body.items, PATIENCE).toEqual([])

  it('GET /balance tells what it has, and 503 in the envelope while it is away', async () => {
    expect(await test.get('/balance')).toMatchObject({
      status: 200,
      body: { meta: { balance: 10 }, data: { balance: 10 } },
    })
    away()
    expect(await test.get('/balance')).toMatchObject({
      ...{ status: 503, headers: { 'retry-after': '5' } },
      body: { success: false, error: { code: 'WALLET_UNAVAILABLE' } },
    })
  })

  it('free calls tell what it has, and go on while it is away', async () => {
    expect(await test.get('/items/AB12')).toMatchObject({ status: 200, body: { meta: { charged: 0, balance: 10 } } })
    away()
    expect(await test.get('/items/AB13')).toMatchObject({ status: 200, body: { meta: { charged: 0, balance: 0 } } })
  })

  it('operators see its balance, and 503 while it is away', async () => {
    expect(await test.operate('GET', wallet())).toMatchObject({ body: { balance: '10.00', held: '0.00' } })
    away()
    expect(await test.operate('GET', wallet())).toMatchObject({
      ...{ status: 503, body: { error: { code: 'WALLET_UNAVAILABLE' } } },
    })
  })

  it('a credit and a correction are taken while it is away, without a balance, and reach it once', async () => {
    away()
    const credit = { amount: '5.00', reference: 'utr-1' }
    const unknown = { balance: null, held: null, available: null, owed: null }
    const post = (what: string, body: object) => test.operate('POST', `${wallet()}/${what}`, body)
    expect(await post('credits', credit)).toMatchObject({ status: 200, body: { ...unknown, credited: true } })
    expect(await post('credits', credit)).toMatchObject({ status: 200, body: { ...unknown, credited: false } })
    const sentBack = { amount: '-2.00', reference: 'utr-1-back', reason: 'sent back' }
    expect(await post('adjustments', sentBack)).toMatchObject({ status: 200, body: { ...unknown, adjusted: true } })
    back()
    const [{ key }] = (await test.operate('GET', '/wallet-tasks')).body.items
    await test.operate('POST', `/wallet-tasks/${key}/retry`)
    await allTaken()
    expect(await test.operate('GET', wallet())).toMatchObject({ body: { balance: '15.00', owed: '2.00' } })
  })

  it('a transfer that is approved while it is away is credited, and reaches it', async () => {
    away()
    const transfer = { amount: '100.00', rail: 'imps', utr: '123456789012' }
    const submitted = await test.operate('POST', `${wallet()}/transfers`, transfer)
    expect(submitted).toMatchObject({ body: { state: 'submitted' } })
    const { secret } = await test.credential(null)
    const approve = `/funding/${submitted.body.funding_id}/approve`
    const approved = await test.ask({ method: 'POST', url: approve, as: secret })
    expect([approved.status, approved.json().state]).toEqual([200, 'credited'])
    test.fake.interrupt = () => undefined
    const [{ key }] = (await test.operate('GET', '/wallet-tasks')).body.items
    await test.operate('POST', `/wallet-tasks/${key}/retry`)
    await expect.poll(() => test.fake.available(test.owner), PATIENCE).toBe(inr('110'))
  })

  it('a statement adds up, calls its lines what they are, and closes with nothing', async () => {
    for (const code of ['AB12', 'AB13']) expect(await test.get(`/lookup?code=${code}`)).toMatchObject({ status: 200 })
    await test.operate('POST', `${wallet()}/credits`, { amount: '5.00', reference: 'utr-1' })
    const url = `/accounts/${test.accountId}/statements/2026-01/wallet`
    const { status, body } = await test.operate('GET', url)
    expect([status, body.opening, body.closing]).toEqual([200, '0.00', '0.00'])
    expect(body.lines.map(({ kind, count, amount }: Record<string, unknown>) => [kind, count, amount])).toEqual([
      ['external wallet', 2, '1.00'],
      ['charge', 2, '-1.00'],
      ['credit', 1, '5.00'],
      ['external wallet', 1, '-5.00'],
    ])
  })

  it('refuses a threshold of a production wallet with the reason, and takes one of the sandbox', async () => {
    const set = (environment: string, body: object) =>
      test.operate('PATCH', `/accounts/${test.accountId}/wallets/${environment}/threshold`, body)
    expect(await set('production', { percent: 20 })).toMatchObject({
      ...{ status: 409, body: { error: { code: 'WALLET_CANNOT_ALERT' } } },
    })
    expect(await set('production', { percent: null })).toMatchObject({ status: 200 })
    expect(await set('sandbox', { percent: 20 })).toMatchObject({ status: 200, body: { percent: 20 } })
  })

  it('an allotment that it cannot pay tells what it has', async () => {
    const parent = await test.account('distributor')
    const child = await test.account('developer', parent.id)
    test.fake.fund({ accountId: parent.id, environment: 'production' }, inr('60'))
    const allot = (amount: string, reference: string) =>
      test.operate('POST', `/accounts/${parent.id}/wallets/production/allotments`, {
        ...{ to_account_id: child.id, amount, reference },
      })
    const refused = await allot('70.00', 'july')
    expect([refused.status, refused.body.error.code]).toEqual([422, 'ALLOTMENT_TOO_HIGH'])
    expect(refused.body.error.message).toContain('60.00 INR available')
    untold()
    expect(await allot('40.00', 'july-2')).toMatchObject({
      ...{ status: 200, body: { allotted: true, from_balance: null, to_balance: null } },
    })
  })

  it('converted commission is put in there, and its balance is told', async () => {
    const parent = await test.account('distributor')
    const earner = { accountId: parent.id, environment: 'production' } as const
    await test.ask({ method: 'PUT', url: `/accounts/${parent.id}/commission`, body: { rate: '10' }, as: test.operator })
    await test.operate('POST', `/accounts/${test.accountId}/move`, { parent_id: parent.id })
    expect(await test.get('/lookup?code=AB12')).toMatchObject({ status: 200 })
    const convert = () =>
      test.operate('POST', `/accounts/${parent.id}/commission/production/conversions`, { reference: 'july' })
    const converted = { converted: true, amount: '0.05' }
    expect(await convert()).toMatchObject({ status: 200, body: converted })
    await expect.poll(() => test.fake.available(earner), PATIENCE).toBe(inr('0.05'))
    expect(await convert()).toMatchObject({ body: { converted: false, amount: '0.05', balance: '0.05' } })
  })

  it('usage, analytics and quotes are as ever', async () => {
    await test.get('/lookup?code=AB12')
    const usage = await test.operate('GET', `/accounts/${test.accountId}/usage?environment=production`)
    expect(usage.body.items).toMatchObject([{ endpoint: 'lookup', charged: '0.50', outcome: 'answer' }])
    const figures = await test.operate('GET', `/accounts/${test.accountId}/analytics?environment=production&by=total`)
    expect(figures.status).toBe(200)
    const quote = await test.operate(
      'GET',
      `/quotes?account_id=${test.accountId}&environment=production&endpoint=lookup`,
    )
    expect(quote).toMatchObject({ status: 200, body: { price: '0.50', charged: '0.50' } })
  })
})

it('a driver without credits refuses money by name', async () => {
  const test = await externalWalletForTest({ capabilities: ['refund'] })
  const url = `/accounts/${test.accountId}/wallets/production/credits`
  const refused = await test.operate('POST', url, { amount: '5.00', reference: 'utr-1' })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'WALLET_CANNOT_CREDIT'])
  await test.close()
})
