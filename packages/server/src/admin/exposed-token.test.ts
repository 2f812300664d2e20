import { AuditLog } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

let test: AdminForTest
beforeAll(async () => {
  test = await adminForTest()
})
afterAll(() => test.close())

it('revokes an admin token that was seen in a URL, and reports it', async () => {
  const { token, secret } = await test.credential(null)
  const asked = await test.ask({ url: `/accounts?token=${secret}`, as: test.operator })
  expect(asked.status).toBe(400)
  expect((await test.ask({ url: '/accounts', as: secret })).status).toBe(401)
  expect((await test.ask({ url: '/accounts', as: test.operator })).status).toBe(200)
  const query = { accountIds: null, subject: `admin-token/${token.id}`, cursor: null, limit: 1 }
  expect((await test.host.get(AuditLog).list(query)).items).toMatchObject([
    { action: 'admin-token.revoke', actor: 'system:exposed' },
  ])
  expect(test.logger.of('request.credential_exposed')).toHaveLength(1)
  expect(test.logger.text()).not.toContain(secret)
})
