import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../../../../test/server.ts'
import invoicing from '../index.ts'

const DETAILS = { name: 'Acme Lending', gstin: null, state_code: '29', address: 'MG Road, Bengaluru' }

let test: AdminForTest
beforeEach(async () => {
  test = await adminForTest({ plugins: [invoicing()] })
})
afterEach(() => test.close())

it('an account sets its own billing details with billing:write, but issues no invoice and sets those of no other', async () => {
  const [own, other] = [await test.account('developer'), await test.account('developer')]
  const { secret: as } = await test.credential(own.id, ['billing:write', 'statements:read'])
  const set = (id: string) => test.ask({ method: 'PUT', url: `/accounts/${id}/billing`, body: DETAILS, as })
  expect((await set(own.id)).json()).toMatchObject({ billing: DETAILS })
  expect((await test.ask({ url: `/accounts/${own.id}/billing`, as })).json()).toMatchObject({ billing: DETAILS })
  expect((await set(other.id)).status).toBe(404)
  const body = { month: '2026-10' }
  const issued = await test.ask({ method: 'POST', url: `/accounts/${own.id}/invoices`, body, as })
  expect([issued.status, issued.json().error.code]).toEqual([403, 'SCOPE_MISSING'])
})

it('who reads statements alone sets no billing details, and operators who issue invoices do', async () => {
  const { id } = await test.account('developer')
  const url = `/accounts/${id}/billing`
  const set = async (accountId: string | null, scope: string) => {
    const { secret: as } = await test.credential(accountId, [scope])
    return (await test.ask({ method: 'PUT', url, body: DETAILS, as })).status
  }
  expect([await set(id, 'statements:read'), await set(null, 'statements:write')]).toEqual([403, 200])
})
