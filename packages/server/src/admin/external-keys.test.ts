import { afterEach, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { probe } from '../../test/probe-scheme.ts'

let test: AdminForTest
afterEach(() => test.close())

it('lists the key of an external subject with the others, and revokes it there', async () => {
  const { owner, plugin, auth } = probe([])
  test = await adminForTest({ plugins: [lookup(), plugin], auth })
  owner.accountId = (await test.account('developer')).id
  const call = () => test.server.app.inject({ url: '/api/v1/lookup?code=AA00', headers: { 'x-probe': 'yes' } })
  expect((await call()).statusCode).toBe(200)
  const listed = (await test.ask({ url: `/keys?account_id=${owner.accountId}`, as: test.operator })).json()
  const external = { scheme: 'probe', subject: 'probe' }
  expect(listed).toMatchObject({ items: [{ external, label: 'probe: probe', status: 'active' }] })
  const id = listed.items[0].key_id
  const change = (what: string) => test.ask({ method: 'POST', url: `/keys/${id}/${what}`, as: test.operator, body: {} })
  const rotated = await change('rotate')
  expect([rotated.status, rotated.json().error.code]).toEqual([409, 'KEY_EXTERNAL'])
  expect((await change('revoke')).json()).toMatchObject({ status: 'revoked' })
  expect((await call()).json()).toMatchObject({ error: { code: 'INVALID_SIGNATURE' } })
})
