import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

describe('the request id of the admin API', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest()
  })
  afterAll(() => test.close())

  it.each([
    ['an answer', { url: '/accounts' }, 200],
    ['a missing credential', { url: '/accounts', as: null }, 401],
    ['an unknown account', { url: '/accounts/nobody' }, 404],
    ['an unknown path', { url: '/nothing' }, 404],
    ['invalid fields', { url: '/accounts?limit=none' }, 422],
    ['a body that cannot be read', { method: 'POST', url: '/accounts', body: 'x' }, 400],
  ] as const)('is in the header and the log, and in the body of a refusal: %s', async (_, asked, status) => {
    const logged = test.logger.of('admin').length
    const reply = await test.ask({ as: test.operator, ...asked })
    expect(reply.status).toBe(status)
    const { 'x-request-id': id } = reply.headers
    expect(id).toMatch(/^[0-9A-Z]{26}$/)
    if (status !== 200) expect(reply.json().request_id).toBe(id)
    const lines = test.logger.of('admin').slice(logged)
    expect(lines.map(({ facts }) => facts['request_id'])).toEqual(asked.url === '/nothing' ? [] : [id])
  })

  it('is ours, new each time, whatever a client sends', async () => {
    const headers = { 'x-request-id': 'mine' }
    const asked = await Promise.all(['a', 'b'].map(() => test.ask({ url: '/accounts', as: test.operator, headers })))
    expect(new Set([...asked.map((reply) => reply.headers['x-request-id']), 'mine'])).toHaveProperty('size', 3)
  })

  it('is documented', async () => {
    const { components } = (await test.ask({ url: '/openapi.json', as: test.operator })).json()
    expect(components.schemas.Fault.required).toEqual(['request_id', 'error'])
  })
})
