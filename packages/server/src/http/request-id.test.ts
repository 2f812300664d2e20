import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

describe('X-Request-Id', () => {
  let test: ServerForTest
  beforeAll(async () => {
    test = await serverForTest({ plugins: [lookup()] })
  })
  afterAll(() => test.server.close())

  it.each([
    ['an unknown route', 'GET', '/api/v1/nothing', 404],
    ['a wrong method', 'DELETE', '/api/v1/lookup', 404],
    ['an unknown document', 'GET', '/openapi/nothing.json', 404],
    ['an unknown provider of results', 'POST', '/callbacks/lookup/nobody', 404],
    ['a URL that cannot be decoded', 'GET', '/api/v1/%ff', 400],
    ['too long a path parameter', 'GET', `/api/v1/items/${'x'.repeat(400)}`, 400],
    ['missing credentials', 'GET', '/api/v1/lookup?code=AA00', 401],
  ] as const)('is echoed for %s', async (_, method, url, status) => {
    const reply = await test.app.inject({ method, url, headers: { 'x-request-id': 'order:1' } })
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['x-request-id']).toBe('order:1')
    expect(reply.json()).toMatchObject({ success: false, request_id: 'order:1' })
  })

  it('is echoed for HEAD', async () => {
    const headers = { 'x-request-id': 'order:1' }
    const reply = await test.app.inject({ method: 'HEAD', url: '/api/v1/lookup?code=AA00', headers })
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['x-request-id']).toBe('order:1')
  })

  it('is echoed for a body that cannot be read on an unknown route', async () => {
    const headers = { 'x-request-id': 'order:1', 'content-type': 'application/json' }
    const reply = await test.app.inject({ method: 'POST', url: '/api/v1/nothing', payload: '{', headers })
    expect(reply.json()).toMatchObject({ request_id: 'order:1', error: { code: 'UNKNOWN_ENDPOINT' } })
  })

  it('is generated if the given one is invalid', async () => {
    const reply = await test.app.inject({ url: '/api/v1/nothing', headers: { 'x-request-id': 'a b' } })
    expect(reply.headers['x-request-id']).toMatch(/^[0-9A-Z]{26}$/)
    expect(reply.json().request_id).toBe(reply.headers['x-request-id'])
  })

  it('is refused where it is empty', async () => {
    const headers = { ...test.sandbox.headers, 'x-request-id': '' }
    const reply = await test.app.inject({ url: '/api/v1/lookup?code=AA00', headers })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: { code: 'INVALID_REQUEST_ID' } })
  })

  it('is in the answer to bytes that are not HTTP', async () => {
    const { hostname, port } = new URL((await test.server.listen()).url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    socket.write('HELLO\r\n\r\n')
    await once(socket, 'close')
    const id = /^x-request-id: (\S+)\r$/m.exec(received)?.[1]
    expect(id).toMatch(/^[0-9A-Z]{26}$/)
    expect(received).toContain(`"request_id":"${id}"`)
  })
})
