import { isIP } from 'node:net'
import { webhooksErrors } from '../error-codes.ts'
import { addressesIn, isPublicAddress } from './addresses.ts'

/** Where a host lets events be posted to. */
export interface TargetPolicy {
  /** True: plain http too. */
  readonly allowInsecure: boolean
  /** Address ranges in CIDR notation that are allowed although they are not public, at any port and by any name. */
  readonly allowTargets: readonly string[]
}
/** An address of an endpoint, taken apart. */
export interface Target {
  readonly url: URL
  /** A name, or an address without brackets. */
  readonly host: string
  readonly isAddress: boolean
  /** Whether an address that the host stands for may be connected to. */
  accepts(address: string): boolean
}

const LONGEST = 2_048
const PORTS: Readonly<Record<string, readonly string[]>> = { 'https:': ['', '8443'], 'http:': ['', '8080'] }
/** Names that only mean something within a network. */
const INNER_NAMES =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|home\.arpa|onion|invalid)$/

/** Refuses an address. */
export const refused = (detail: string, { allowInsecure }: Pick<TargetPolicy, 'allowInsecure'>) =>
  webhooksErrors.error('WEBHOOK_TARGET_NOT_ALLOWED', {
    detail,
    allowed: `an ${allowInsecure ? 'http or https' : 'https'} URL of a public host, without a user name or an identity number, at its usual port or 8443; more by webhooks.allowTargets`,
  })

/**
 * Makes what reads addresses of endpoints by a policy. It looks at the text alone: whoever connects asks `accepts` about the address that
 * a name stands for, each time.
 *
 * @returns Throws `WEBHOOK_TARGET_NOT_ALLOWED`, which never shows the address.
 */
export function targetReader(policy: TargetPolicy): (text: string) => Target {
  const allowed = addressesIn(policy.allowTargets)
  return (text) => {
    const url = readUrl(text, policy)
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    const isAddress = isIP(host) !== 0
    const usualPort = PORTS[url.protocol]?.includes(url.port) ?? false
    const isInner = !isAddress && isInnerName(host)
    const accepts = (address: string): boolean =>
      allowed(address) || (usualPort && !isInner && isPublicAddress(address))
    // Without the list of the host nothing can come of these, whatever a name stands for.
    if (policy.allowTargets.length === 0) {
      if (!usualPort) throw refused('its port is not allowed', policy)
      if (isInner) throw refused('its name is of an inner network', policy)
    }
    if (isAddress && !accepts(host)) throw refused('its address is not public', policy)
    return { url, host, isAddress, accepts }
  }
}

const isInnerName = (name: string): boolean => !name.includes('.') || INNER_NAMES.test(name)

/** What can be told from the text. @throws `WEBHOOK_TARGET_NOT_ALLOWED` */
function readUrl(text: string, policy: TargetPolicy): URL {
  const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : null
  if (!url) throw refused('that is no URL', policy)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowInsecure))
    throw refused(`it begins with ${url.protocol}`, policy)
  if (url.username !== '' || url.password !== '') throw refused('it has a user name or a password', policy)
  url.hash = ''
  return url
}
