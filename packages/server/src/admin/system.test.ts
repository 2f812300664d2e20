import { inr, Store } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseOn, openTables, type TestDatabase } from '../../../../test/databases.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

describe.each(['sqlite3', 'pg'] as const)('the system on %s', (client) => {
  let database: TestDatabase
  let test: AdminForTest
  beforeEach(async () => {
    database = await databaseOn(client)
    test = await adminForTest({ database: database.options })
  })
  afterEach(async () => {
    await test.close()
    await database.drop()
  })
  const system = async () => (await test.ask({ url: '/system', as: test.operator })).json()
  const resume = async (as = test.operator) =>
    await test.ask({ method: 'POST', url: '/money/resume', as, body: { reason: 'The row is mended' } })

  it('is told to operators who may see it: money, the closed ledger, jobs that are due', async () => {
    const { id: accountId } = await test.account('customer')
    const store = test.host.get(Store)
    expect(await system()).toMatchObject({ money: { mode: 'on' }, ledger: null })
    await store.wallet.credit({
      ...{ accountId, environment: 'sandbox', amount: inr('5'), reference: 'first', actor: 'test' },
    })
    const head = await store.ledger.close()
    await store.jobs.schedule('letters/sort', 0)
    const told = await system()
    expect(told.ledger).toEqual({ closed_periods: 1, closed_until: head?.closedAt.toISOString(), hash: head?.hash })
    expect(told.jobs).toContainEqual({ name: 'letters/sort', due: 1, oldest_at: '1970-01-01T00:00:00.000Z' })
    const { secret } = await test.credential(null, ['work:read'])
    expect((await test.ask({ url: '/system', as: secret })).status).toBe(403)
    expect((await test.ask({ url: '/system', as: (await test.credential(accountId)).secret })).status).toBe(403)
  })

  it('resumes paid calls that a broken invariant stopped, not before the whole ledger verifies', async () => {
    const { id: accountId } = await test.account('customer')
    const store = test.host.get(Store)
    await store.wallet.credit({
      ...{ accountId, environment: 'production', amount: inr('5'), reference: 'first', actor: 'test' },
    })
    const tables = openTables(database)
    const rows = tables('parakh_wallet').where({ account_id: accountId, environment: 'production' })
    await rows.clone().update({ held: 1 })
    await store.money.stop('stopped', 'I3: the holds are not what is held')
    expect((await system()).money).toMatchObject({ mode: 'stopped', reason: 'I3: the holds are not what is held' })
    const refused = await resume()
    expect([refused.status, refused.json().error.code]).toEqual([409, 'LEDGER_NOT_VERIFIED'])
    expect((await system()).money.mode).toBe('stopped')
    await rows.update({ held: 0 })
    await tables.destroy()
    const { secret } = await test.credential(null, ['system:read'])
    expect((await resume(secret)).status).toBe(403)
    expect((await resume()).json()).toMatchObject({ mode: 'on', reason: 'The row is mended' })
    expect((await system()).money.mode).toBe('on')
    const audit = (await test.ask({ url: '/audit?action=money.resume', as: test.operator })).json()
    expect(audit.items).toMatchObject([{ before: { money: 'stopped' }, after: { reason: 'The row is mended' } }])
    expect((await resume()).status).toBe(200)
    expect((await test.ask({ url: '/audit?action=money.resume', as: test.operator })).json().items).toHaveLength(1)
  })

  it('leaves money in recovery after a restore, whose head the command line compares', async () => {
    await test.host.get(Store).money.stop('recovery', 'a backup was restored')
    const refused = await resume()
    expect([refused.status, refused.json().error.code]).toEqual([409, 'MONEY_IN_RECOVERY'])
    expect((await system()).money.mode).toBe('recovery')
  })
})
