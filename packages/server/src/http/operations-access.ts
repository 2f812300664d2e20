import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { ServerParts } from './server-parts.ts'
import { unknownRoute } from './unknown-route.ts'

/** The access control of the operations pages at one address of a server (decisions.md section 13, "Operations"). */
export interface OperationsAccess {
  allows(request: FastifyRequest): boolean
  /** Answers a forbidden request. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** At the operations address every request is allowed. */
export const openAccess: OperationsAccess = {
  allows: () => true,
  refuse: (_request, reply) => reply,
}

/** At the server's address: with the token, or open in development, else 404. */
export function operationsAccess(parts: ServerParts): OperationsAccess {
  const { server, development } = parts.config
  const unknown = unknownRoute(parts)
  if (server.operations === undefined) return { allows: () => development, refuse: unknown }
  if (!('token' in server.operations)) return { allows: () => false, refuse: unknown }
  const wanted = digest(server.operations.token)
  return {
    allows: ({ headers }) => {
      const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
      return given !== undefined && timingSafeEqual(digest(given), wanted)
    },
    refuse: (_request, reply) =>
      reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .header('cache-control', 'no-store')
        .send({ status: 'refused' }),
  }
}

/** The operations address; null: not configured. */
export function operationsAddress({ server }: Pick<CheckedConfig, 'server'>): { host: string; port: number } | null {
  return server.operations && 'port' in server.operations ? server.operations : null
}
