// What a proxy sends when its first try of a call is lost: the second try must have the same ids, or the call is charged again.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expectThat } from './kit.mjs'

const KEY = '"order/7+=="'
/** @typedef {{ readonly [name: string]: string | string[] | undefined }} Headers */

/** Two servers that lose the first try of each path below `/lost/` without an answer, and answer everything else. */
export async function losingServers() {
  /** @type {Map<string, Headers[]>} */
  const tries = new Map()
  const servers = await Promise.all(
    [0, 1].map(async () => {
      const server = createServer(({ url = '', headers, socket }, response) => {
        const seen = [...(tries.get(url) ?? []), headers]
        tries.set(url, seen)
        if (url.startsWith('/lost/') && seen.length === 1) socket.destroy()
        else response.end('{}')
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const hosts = servers.map((server) => {
    const address = server.address()
    return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  const close = () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  }
  return { hosts, tries, close }
}

/**
 * Checks that both tries of a lost call have the same ids, which are the caller's if it sent any.
 *
 * @param {ReadonlyMap<string, Headers[]>} tries
 * @param {(path: string, headers: Record<string, string>) => Promise<{ status: number | undefined }>} ask
 */
export async function tryLostCalls(tries, ask) {
  await ask('/first', {})
  const cases = [
    { path: '/lost/unnamed', sent: {} },
    { path: '/lost/named', sent: { 'x-request-id': 'order:7' } },
    { path: '/lost/keyed', sent: { 'idempotency-key': KEY } },
  ]
  for (const { path, sent } of cases) {
    const { status } = await ask(path, sent)
    const [first, second, ...more] = tries.get(path) ?? []
    expectThat(
      status === 200 && second !== undefined && more.length === 0,
      `${path} is tried twice and answered: ${status}, ${tries.get(path)?.length} tries`,
    )
    for (const name of ['x-request-id', 'idempotency-key'])
      expectThat(first?.[name] === second?.[name], `${path}: both tries have one ${name}`)
    expectThat(first?.['x-request-id'] !== undefined, `${path} has an X-Request-Id`)
    for (const [name, value] of Object.entries(sent))
      expectThat(first?.[name] === value, `${path}: ${name} passes unchanged: ${first?.[name]}`)
  }
}
