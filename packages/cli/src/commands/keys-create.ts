import { type Environment, Keys } from '@parakh/core'
import { withHost } from '../host/open-host.ts'
import { requireEndpoints } from '../host/require-endpoints.ts'
import type { Session } from '../session.ts'
import type { CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import { issuedJson, issuedText } from './key-presentation.ts'

/** What `parakh keys create` was given. */
export interface KeyCreateOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly label?: string
  readonly endpoints?: readonly string[]
  readonly ip?: readonly string[]
}

/**
 * Issues a key and shows its secret, this once.
 *
 * @throws `ENDPOINT_UNKNOWN` when the host has not one of the endpoints, `ACCOUNT_NOT_FOUND`, `KYC_REQUIRED`.
 */
export async function createKey(session: Session, options: KeyCreateOptions): Promise<void> {
  const issued = await withHost(session, options, (host) => {
    requireEndpoints(host, options.endpoints ?? [])
    return host.get(Keys).create({
      accountId: options.account,
      environment: options.environment,
      ...(options.label === undefined ? {} : { label: options.label }),
      endpoints: options.endpoints ?? null,
      ipRanges: options.ip ?? null,
    })
  })
  printResult(session.terminal, options, {
    json: issuedJson(issued),
    text: issuedText(issued, `is issued for ${issued.key.environment}`),
  })
}
