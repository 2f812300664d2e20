import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

/** Sends a request as raw text and returns the status of the answer with its body. */
async function exchange(url: string, head: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  await new Promise((resolve) => socket.once('close', resolve))
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]), text: received }
}

describe('the host of a request', () => {
  let test: ServerForTest
  let proxied: ServerForTest
  let url: string
  let behindProxy: string
  beforeAll(async () => {
    const operations = { host: '127.0.0.1', port: 0 }
    test = await serverForTest({
      plugins: [lookup()],
      config: { admin: { enabled: true }, server: { port: 0, operations } },
    })
    proxied = await serverForTest({ plugins: [lookup()], config: { server: { port: 0, trustProxy: ['loopback'] } } })
    url = (await test.server.listen()).url
    behindProxy = (await proxied.server.listen()).url
  })
  afterAll(async () => {
    await test.server.close()
    await proxied.server.close()
  })

  it.each([
    ['two Host headers', 'Host: a.example\r\nHost: b.example'],
    ['the same Host header twice', 'Host: a.example\r\nhost: a.example'],
    ['a list of hosts', 'Host: a.example, b.example'],
    ['a user before the host', 'Host: user@a.example'],
    ['a password before the host', 'Host: user:word@a.example'],
    ['a path after the host', 'Host: a.example/path'],
    ['a query after the host', 'Host: a.example?x=1'],
    ['a scheme before the host', 'Host: http://a.example'],
    ['a backslash in the host', 'Host: a.example\\b.example'],
    ['a space in the host', 'Host: a.example b.example'],
    ['markup in the host', 'Host: <script>'],
    ['a byte that is not ASCII in the host', 'Host: \u00e9.example'],
    ['a percent sign in the host', 'Host: a%2eexample'],
    ['a port that is no number', 'Host: a.example:http'],
    ['two ports', 'Host: a.example:80:90'],
    ['an IPv6 address without brackets', 'Host: 2001:db8::1'],
    ['brackets that are not closed', 'Host: [2001:db8::1'],
    ['an empty host', 'Host: '],
    ['a very long host', `Host: ${'a'.repeat(300)}.example`],
  ])('answers 400 to %s, on every route', async (_, header) => {
    for (const path of ['/api/v1/lookup?code=AA00', '/healthz', '/admin/v1/accounts', '/nowhere']) {
      const { status, text } = await exchange(url, `GET ${path} HTTP/1.1\r\n${header}`)
      expect([path, status]).toEqual([path, 400])
      expect(text).toContain('"code":"BAD_REQUEST"')
    }
  })

  it.each([
    ['a name', 'Host: a.example'],
    ['a name with a port', 'Host: A.example:8443'],
    ['a container name', 'Host: my_api:3000'],
    ['an IPv4 address', 'Host: 127.0.0.1:3000'],
    ['an IPv6 address', 'Host: [::1]:3000'],
    ['a name with its final dot', 'Host: a.example.'],
  ])('answers a request to %s', async (_, header) => {
    expect((await exchange(url, `GET /healthz HTTP/1.1\r\n${header}`)).status).toBe(200)
  })

  it('answers a request of HTTP/1.0, which needs no Host header', async () => {
    expect((await exchange(url, 'GET /healthz HTTP/1.0')).status).toBe(200)
  })

  it('answers 400 if the request target names another host', async () => {
    const status = async (target: string) => (await exchange(url, `GET ${target} HTTP/1.1\r\nHost: a.example`)).status
    expect(await status('http://b.example/healthz')).toBe(400)
    expect(await status('http://a.example@b.example/healthz')).toBe(400)
    expect(await status('http://A.example/healthz')).toBe(200)
  })

  it('answers 400 if a trusted proxy forwards several hosts, or none that can be one', async () => {
    const head = (forwarded: string) => `GET /healthz HTTP/1.1\r\nHost: a.example\r\n${forwarded}`
    const twice = head('X-Forwarded-Host: b.example\r\nX-Forwarded-Host: c.example')
    expect((await exchange(behindProxy, twice)).status).toBe(400)
    expect((await exchange(behindProxy, head('X-Forwarded-Host: b.example/path'))).status).toBe(400)
    expect((await exchange(behindProxy, head('X-Forwarded-Host: b.example'))).status).toBe(200)
    // Nothing of it counts without a trusted proxy.
    expect((await exchange(url, twice)).status).toBe(200)
  })
})
