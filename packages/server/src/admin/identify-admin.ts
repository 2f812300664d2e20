import {
  type AdminCaller,
  type AdminRequest,
  AdminSchemes,
  type AdminToken,
  AdminTokens,
  type Clock,
} from '@parakh/core'
import { AddressLimits, type Host } from '@parakh/kernel'
import type { FastifyRequest } from 'fastify'
import { clientAddress } from '../http/client-address.ts'
import { AdminFault } from './admin-fault.ts'

/** The failure limit of one address, as a multiple of that of one address and credential. */
const FACTOR_OF_ADDRESS = 10

type IdentifiedRequest = Pick<FastifyRequest, 'headers' | 'ip' | 'ips' | 'method' | 'host'>

/** The authentication of the admin API. */
export interface AdminIdentity {
  /** @throws AdminFault 401; 429 after too many failures, before any lookup; 400 for two credentials; and what a scheme refuses by. */
  identify(request: IdentifiedRequest): Promise<AdminCaller>
}

/**
 * Authenticates by `Authorization: Bearer adm_…`, or by a scheme of a plugin such as the session of a console: an API key is never accepted.
 *
 * A token that was right within the hour is not refused for failures of others at its address.
 *
 * @param limit Failures of tokens in 60 s per address and credential; ten times as many per address. Schemes limit their own.
 */
export function adminIdentity(host: Pick<Host, 'get'>, clock: Clock, limit: number): AdminIdentity {
  const limits = new AddressLimits(clock, { failedAuth: limit, unknownKeys: limit * FACTOR_OF_ADDRESS })
  const schemes = [...host.get(AdminSchemes).values()]
  const byToken = async ({ headers, ip }: AdminRequest): Promise<AdminCaller> => {
    const secret = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1]
    if (secret === undefined) throw unauthorised()
    const wait = limits.waitOf(ip, { bearer: secret })
    if (wait !== null) throw throttled(wait.retryAfter)
    const found = await host.get(AdminTokens).identify(secret)
    if (found) {
      limits.proved(ip, { bearer: secret })
      return { actor: actorOf(found), accountId: found.accountId, scopes: found.scopes, person: null }
    }
    limits.failed(ip, { bearer: secret })
    limits.unknown(ip)
    throw unauthorised()
  }
  return {
    async identify(request) {
      const seen = adminRequest(request)
      const [scheme, other] = schemes.filter((one) => one.carries(seen))
      if (scheme === undefined) return await byToken(seen)
      if (other !== undefined || request.headers.authorization !== undefined) throw twoCredentials()
      return await scheme.identify(seen)
    },
  }
}

/** A credential that a person has made acts in that person's name, also where two operators must agree. */
const actorOf = ({ name, personId }: AdminToken): string =>
  personId === null ? `admin:${name}` : `person:${personId}/${name}`

function adminRequest(request: IdentifiedRequest): AdminRequest {
  const { headers, method, host } = request
  const texts = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return { method, headers: Object.fromEntries(texts), ip: clientAddress(request), host: host.toLowerCase() }
}

const twoCredentials = (): AdminFault =>
  new AdminFault({
    status: 400,
    code: 'TWO_CREDENTIALS',
    message: 'The request has a session and a token, or two sessions. Allowed: one of them',
  })

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
