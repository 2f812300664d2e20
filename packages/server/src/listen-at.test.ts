import { createServer as createHttpServer } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { isParakhError } from '@parakh/core'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { mounted } from '../test/mounted-plugin.ts'
import { serverForTest } from '../test/server-for-test.ts'
import type { Config } from './config/schema.ts'
import { listenAt } from './listen-at.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A port of 127.0.0.1 that another server uses. */
async function takenPort(): Promise<number> {
  const other = createNetServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  ends.push(() => new Promise((resolve) => other.close(resolve)))
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function refusalOf(server: NonNullable<Config['server']>) {
  const made = await serverForTest({ plugins: [mounted()()], config: { server } })
  ends.push(() => made.server.close())
  const thrown: unknown = await made.server.listen().catch((error: unknown) => error)
  expect(made.app.server.listening).toBe(false)
  if (!isParakhError(thrown)) throw new Error('The server listens')
  expect(thrown.code).toBe('ADDRESS_UNAVAILABLE')
  return thrown.message
}

describe('an address that cannot be had', () => {
  it.each([
    ['server', (port: number) => ({ port })],
    ['server.operations', (port: number) => ({ port: 0, operations: { port } })],
    ['server.listeners.mounted', (port: number) => ({ port: 0, listeners: { mounted: { port } } })],
  ])('is reported with a remedy if another process uses it: %s', async (path, server) => {
    const port = await takenPort()
    const message = await refusalOf(server(port))
    expect(message).toContain(`${path} cannot listen on port ${port} of 127.0.0.1: another process has it`)
    expect(message).toContain(`another ${path}.port`)
    expect(message).not.toContain('EADDRINUSE')
  })

  it('is named where this machine has it not', async () => {
    const message = await refusalOf({ port: 0, host: '203.0.113.9', publicUrl: 'https://acme.example' })
    expect(message).toContain(
      `server cannot listen on port 0 of 203.0.113.9: this machine has no such address. Allowed: `,
    )
    expect(message).toContain('server.host')
  })

  it('is named where this user may not have it', async () => {
    // If the tests run as root, every port is permitted.
    const app = fastify({
      serverFactory: (handler) => {
        const server = createHttpServer(handler)
        const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' })
        return Object.assign(server, { listen: () => process.nextTick(() => server.emit('error', refused)) })
      },
    })
    await expect(listenAt(app, { host: '127.0.0.1', port: 80 }, 'server')).rejects.toMatchObject({
      code: 'ADDRESS_UNAVAILABLE',
      message: expect.stringMatching(/port 80 of 127\.0\.0\.1: this user may not listen there\. Allowed: .*1024/),
      facts: { listener: 'server', system: 'EACCES' },
    })
  })
})
