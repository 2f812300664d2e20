import type { FastifyInstance } from 'fastify'
import { serverErrors } from './error-codes.ts'

/** Connections that the system keeps until they are accepted, as many as Linux does unless told otherwise: of more it drops the first packet, and the client waits a second. */
const BACKLOG = 4_096

interface Address {
  readonly host: string
  readonly port: number
}

/** The URL of a listening server for this machine. */
function localUrl(app: FastifyInstance, given: Address): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : given.port
  const everywhere = ['0.0.0.0', '::', '127.0.0.1'].includes(given.host)
  const host = everywhere ? 'localhost' : given.host.includes(':') ? `[${given.host}]` : given.host
  return `http://${host}:${port}`
}

/** The advice for errors of listening, by code. */
function reasonOf(code: string, path: string): string {
  switch (code) {
    case 'EADDRINUSE': {
      const option = path === 'server' ? ' (serve --port)' : ''
      return `another process has it. Allowed: another ${path}.port${option}, or end that process`
    }
    case 'EACCES':
      return `this user may not listen there. Allowed: a ${path}.port from 1024 on, or a user who may`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `this machine has no such address. Allowed: an address of this machine as ${path}.host, such as 127.0.0.1, or 0.0.0.0 for all of them`
    default:
      return `the system says ${code}`
  }
}

/**
 * Listens at an address.
 *
 * @param path The address's path in the configuration.
 * @returns The URL for this machine.
 * @throws `ADDRESS_UNAVAILABLE`
 */
export async function listenAt(app: FastifyInstance, address: Address, path: string): Promise<string> {
  const { host, port } = address
  try {
    await app.listen({ host, port, backlog: BACKLOG })
  } catch (cause) {
    // Only a system error names the failed system call.
    if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) throw cause
    const code = String(cause.code)
    const facts = { path, host, port, detail: reasonOf(code, path) }
    throw serverErrors.error('ADDRESS_UNAVAILABLE', facts, {
      cause,
      facts: { listener: path, host, port, system: code },
    })
  }
  return localUrl(app, address)
}
