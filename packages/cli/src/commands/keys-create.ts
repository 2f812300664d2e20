import { Clock, type Environment, Keys, type Money } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { requireEndpoints } from '../host/require-endpoints.ts'
import { actorOf } from '../terminal/actor.ts'
import type { CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { issuedJson, issuedText } from './key-presentation.ts'

/** The options of `parakh keys create`. */
export interface KeyCreateOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly label?: string
  readonly endpoints?: readonly string[]
  readonly ip?: readonly string[]
  readonly spendCap?: Money
  readonly expires?: Date
}

/**
 * Issues a key and prints its secret, once.
 *
 * @throws `ENDPOINT_UNKNOWN` if the host lacks one of the endpoints, `EXPIRY_IN_THE_PAST`, `ACCOUNT_NOT_FOUND`, `KYC_REQUIRED`.
 */
export async function createKey(session: Session, options: KeyCreateOptions): Promise<void> {
  const issued = await withHost(session, options, (host) => {
    requireEndpoints(host, options.endpoints ?? [])
    requireFuture(host, options.expires)
    return host.get(Keys).create({
      accountId: options.account,
      actor: actorOf(options),
      environment: options.environment,
      ...(options.label === undefined ? {} : { label: options.label }),
      endpoints: options.endpoints ?? null,
      ipRanges: options.ip ?? null,
      spendCapPerDay: options.spendCap ?? null,
      expiresAt: options.expires ?? null,
    })
  })
  printResult(session.terminal, options, {
    json: issuedJson(issued),
    text: issuedText(issued, `is issued for ${issued.key.environment}`),
  })
}

/** An expiry in the past is a mistake. */
export function requireFuture(host: Host, expires: Date | undefined): void {
  if (expires === undefined || expires > host.get(Clock).now()) return
  throw cliErrors.error('EXPIRY_IN_THE_PAST', { expires: expires.toISOString() })
}
