import { AuditLog } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

describe('accounts of the admin API', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest()
  })
  afterAll(() => test.close())

  it('are opened, with who did it in the audit log', async () => {
    const made = await test.ask({
      ...{ method: 'POST', url: '/accounts', as: test.operator },
      body: { name: 'Acme', role: 'developer' },
    })
    expect(made.status).toBe(201)
    const account = made.json()
    expect(account).toMatchObject({ name: 'Acme', role: 'developer', parent_id: null, status: 'active' })
    expect((await test.ask({ url: `/accounts/${account.account_id}`, as: test.operator })).json()).toEqual({
      ...account,
      views: {},
    })
    const { items } = await test.host.get(AuditLog).list({ accountIds: [account.account_id], cursor: null, limit: 10 })
    expect(items.map(({ actor }) => actor)).toContain('admin:test-1')
  })

  it('are listed by page and filter', async () => {
    const one = await test.account('distributor')
    const other = await test.account('distributor')
    const url = '/accounts?role=distributor&limit=1'
    const first = (await test.ask({ url, as: test.operator })).json()
    expect(first.items).toMatchObject([{ account_id: one.id }])
    const second = (await test.ask({ url: `${url}&cursor=${first.next_cursor}`, as: test.operator })).json()
    expect(second).toMatchObject({ items: [{ account_id: other.id }], next_cursor: null })
  })
})
