import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { ServerParts } from './server-parts.ts'
import { unknownRoute } from './unknown-route.ts'

/** Who may fetch what is for operators alone, at one address of a server (decisions.md section 13, "Operations"). */
export interface OperationsDoor {
  opensFor(request: FastifyRequest): boolean
  /** Answers whoever it does not open for. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** At the address of operators everybody is one. */
export const openDoor: OperationsDoor = {
  opensFor: () => true,
  refuse: (_request, reply) => reply,
}

/** At the server's own address: behind a token, open in development, else as if nothing were there. */
export function operationsDoor(parts: ServerParts): OperationsDoor {
  const { server, development } = parts.config
  const unknown = unknownRoute(parts)
  if (server.operations === undefined) return { opensFor: () => development, refuse: unknown }
  if (!('token' in server.operations)) return { opensFor: () => false, refuse: unknown }
  const wanted = digest(server.operations.token)
  return {
    opensFor: ({ headers }) => {
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

/** The address of operators; null where there is none. */
export function operationsAddress({ server }: Pick<CheckedConfig, 'server'>): { host: string; port: number } | null {
  return server.operations && 'port' in server.operations ? server.operations : null
}
