import { AuditLog, inr, Store } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExternalWalletForTest, externalWalletForTest } from '../../test/external-wallet-for-test.ts'

const DAY_MS = 86_400_000
const PATIENCE = { timeout: 60_000 }

describe('what an external wallet has still to do', () => {
  let test: ExternalWalletForTest
  beforeEach(async () => {
    test = await externalWalletForTest({ funds: inr('10') })
    test.fake.interrupt = (_, step) => {
      if (step !== 'reserve') throw new TypeError('down')
    }
  })
  afterEach(() => test.close())
  const items = async (query = '') => (await test.operate('GET', `/wallet-tasks${query}`)).body.items
  /** A call whose capture does not succeed. */
  const call = async () => expect(await test.get('/lookup?code=AB12')).toMatchObject({ status: 200 })
  const failedOnce = () => expect.poll(items, PATIENCE).toMatchObject([{ attempts: 1 }])

  it('is listed with what it is, since when, and why it failed', async () => {
    const since = test.clock.now().toISOString()
    await call()
    await failedOnce()
    const [task] = await items()
    expect(task).toEqual({
      ...{ key: `${task.reference}/capture`, account_id: test.accountId, environment: 'production' },
      ...{ reference: expect.any(String), step: 'capture', amount: '0.50', since, stuck: false, attempts: 1 },
      ...{ next_try: new Date(Date.parse(since) + 1_000).toISOString(), last_error: 'TypeError' },
    })
    const csv = await test.ask({ url: '/wallet-tasks?format=csv', as: test.operator })
    expect(csv.text).toContain(
      'key,account_id,environment,reference,step,amount,since,stuck,attempts,next_try,last_error',
    )
  })

  it('is stuck after a day, and those that are stuck are listed alone, by page', async () => {
    await call()
    test.clock.advance(DAY_MS - 1)
    expect(await items('?stuck=true')).toEqual([])
    test.clock.advance(1)
    await call()
    expect(await items('?stuck=true')).toMatchObject([{ step: 'capture', stuck: true }])
    const first = (await test.operate('GET', '/wallet-tasks?limit=1')).body
    const second = (await test.operate('GET', `/wallet-tasks?limit=1&cursor=${first.next_cursor}`)).body
    // They are tried meanwhile.
    const keys = (tasks: readonly { readonly key: string }[]) => tasks.map(({ key }) => key)
    expect(keys([...first.items, ...second.items])).toEqual(keys(await items()))
    expect(second.next_cursor).toBeNull()
    expect(await test.operate('GET', '/wallet-tasks?cursor=x')).toMatchObject({ status: 422 })
  })

  it('is tried at once when an operator asks for it', async () => {
    await call()
    await failedOnce()
    const [{ key }] = await items()
    test.fake.interrupt = () => undefined
    const retried = await test.operate('POST', `/wallet-tasks/${key}/retry`)
    expect(retried).toMatchObject({ status: 200, body: { key, next_try: test.clock.now().toISOString() } })
    await expect.poll(items, PATIENCE).toEqual([])
    expect(test.fake.effects).toEqual([`reserve ${inr('0.50')}`, `capture ${inr('0.50')}`])
  })

  it('is ended by an operator who carried it out by hand, with a reason that the audit log keeps', async () => {
    await call()
    await failedOnce()
    const [{ key }] = await items()
    const url = `/wallet-tasks/${key}/resolve`
    for (const reason of [undefined, '', ' ', 'x'.repeat(501), '2341 2341 2346'])
      expect((await test.operate('POST', url, { reason })).status, reason).toBe(422)
    expect(await items()).toHaveLength(1)
    expect(await test.operate('POST', url, { reason: 'captured by hand' })).toMatchObject({
      status: 200,
      body: { key },
    })
    expect(await items()).toEqual([])
    const entries = await test.host.get(AuditLog).list({
      ...{ accountIds: null, action: 'wallet-task.resolve', cursor: null, limit: 10 },
    })
    expect(entries.items).toMatchObject([
      { actor: 'admin:test-1', accountId: test.accountId, after: { task: key, reason: 'captured by hand' } },
    ])
    const again = await test.operate('POST', url, { reason: 'twice' })
    expect([again.status, again.body.error.code]).toEqual([404, 'WALLET_TASK_NOT_FOUND'])
    expect((await test.host.get(Store).ledger.verify()).broken).toEqual([])
  })

  it('is for operators alone', async () => {
    await call()
    const [{ key }] = await items()
    const { secret } = await test.credential(test.accountId)
    const ask = (url: string, method: 'GET' | 'POST' = 'POST') =>
      test.ask({ method, url, as: secret, ...(method === 'POST' ? { body: { reason: 'mine' } } : {}) })
    expect((await ask('/wallet-tasks', 'GET')).status).toBe(403)
    for (const verb of ['retry', 'resolve']) expect((await ask(`/wallet-tasks/${key}/${verb}`)).status).toBe(403)
    expect(await items()).toHaveLength(1)
  })
})
