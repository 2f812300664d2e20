import { createHash } from 'node:crypto'
import { type AdminToken, AdminTokens, type Clock } from '@parakh/core'
import { type Host, MinuteLimit } from '@parakh/kernel'
import type { FastifyRequest } from 'fastify'
import { AdminFault } from './admin-fault.ts'

/** The failure limit of one address, as a multiple of that of one address and credential. */
const FACTOR_OF_ADDRESS = 10

/** The authentication of the admin API. */
export interface AdminIdentity {
  /** @throws AdminFault 401; 429 after too many failures, before any lookup. */
  identify(request: Pick<FastifyRequest, 'headers' | 'ip'>): Promise<AdminToken>
}

/**
 * Authenticates by `Authorization: Bearer adm_…` only: an API key is never accepted.
 *
 * @param limit Failures in 60 s per address and credential; ten times as many per address.
 */
export function adminIdentity(host: Pick<Host, 'get'>, clock: Clock, limit: number): AdminIdentity {
  const ofPairs = new MinuteLimit(clock, limit)
  const ofAddresses = new MinuteLimit(clock, limit * FACTOR_OF_ADDRESS)
  return {
    async identify({ headers, ip }) {
      const secret = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
      if (secret === undefined) throw unauthorised()
      const pair = `${ip} ${createHash('sha256').update(secret).digest('base64url')}`
      const wait = Math.max(ofPairs.waitSeconds(pair), ofAddresses.waitSeconds(ip))
      if (wait > 0) throw throttled(wait)
      const found = await host.get(AdminTokens).identify(secret)
      if (found) return found
      ofPairs.count(pair)
      ofAddresses.count(ip)
      throw unauthorised()
    },
  }
}

const unauthorised = (): AdminFault =>
  new AdminFault({
    status: 401,
    code: 'INVALID_CREDENTIAL',
    message: 'The admin credential is missing, wrong, ended or revoked: send Authorization: Bearer adm_…',
  })

const throttled = (seconds: number): AdminFault =>
  new AdminFault({
    status: 429,
    code: 'TOO_MANY_FAILURES',
    message: `Too many credentials failed: try again in ${seconds} seconds`,
    retryAfterSeconds: seconds,
  })
