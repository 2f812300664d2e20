import { isIdentityNumber } from '@parakh/core/formats'
import type { ResolveHost } from './resolve-host.ts'
import { refused, type Target, type TargetPolicy, targetReader } from './target.ts'

/** What addresses are checked by. */
export interface TargetCheck {
  readonly policy: TargetPolicy
  readonly resolve: ResolveHost
}
/** Where an attempt may connect to, and why not where nothing is left. */
export interface ReachableTarget {
  readonly target: Target
  /** Checked addresses, in the order in which they are tried. */
  readonly addresses: readonly string[]
  readonly problem: 'DNS_FAILED' | 'TARGET_BLOCKED' | null
}

/**
 * Makes what finds the addresses of a target: once an attempt, so that a name that has moved is seen. Addresses that are not allowed are
 * left out; if none is left, nothing is connected to.
 *
 * @returns Throws `WEBHOOK_TARGET_NOT_ALLOWED` for what no name server could make right.
 */
export function targetFinder({ policy, resolve }: TargetCheck): (url: string) => Promise<ReachableTarget> {
  const read = targetReader(policy)
  return async (url) => {
    const target = read(url)
    const found = target.isAddress ? [target.host] : await resolve(target.host).catch(() => [])
    const addresses = found.filter((address) => target.accepts(address))
    const problem = found.length === 0 ? 'DNS_FAILED' : addresses.length === 0 ? 'TARGET_BLOCKED' : null
    return { target, addresses, problem }
  }
}

/**
 * Makes what checks an address when it is registered. A name that stands for nothing yet is taken: each attempt looks again.
 *
 * @returns The URL as it is kept; throws `WEBHOOK_TARGET_NOT_ALLOWED`.
 */
export function registrationCheck(check: TargetCheck): (url: string) => Promise<string> {
  const find = targetFinder(check)
  return async (url) => {
    const { target, problem } = await find(url)
    const { pathname, searchParams } = target.url
    if ([...pathname.split('/'), ...searchParams.values()].some(isIdentityNumber))
      throw refused('a part of its path or its query is an Aadhaar number or a PAN', check.policy)
    if (problem === 'TARGET_BLOCKED') throw refused('its name stands for an address that is not public', check.policy)
    // A name or a port that needs the list of the host is nothing to wait for.
    if (problem === 'DNS_FAILED' && !target.accepts(SOME_PUBLIC_ADDRESS))
      throw refused('its name or its port is of an inner network, and no address of it is known', check.policy)
    return target.url.href
  }
}

/** Stands for any public address. */
const SOME_PUBLIC_ADDRESS = '1.1.1.1'
