import { Resolver } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { promisify } from 'node:util'

/** Finds the addresses that a name stands for: IPv4 first. Empty, or it throws, where there is none. */
export type ResolveHost = (name: string) => Promise<readonly string[]>

const TRY_MS = 2_000
const TRIES = 2

/**
 * Asks the name servers of this machine, without the few threads that files and databases are read by: a name server that does not answer
 * delays nobody else.
 *
 * @param options `localNames`: what name servers do not know is looked for where the system looks, such as in /etc/hosts.
 */
export function systemResolver({ localNames }: { readonly localNames: boolean }): ResolveHost {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  const [four, six] = [promisify(resolver.resolve4.bind(resolver)), promisify(resolver.resolve6.bind(resolver))]
  return async (name) => {
    // RFC 6761: this machine, whatever a name server says.
    if (/(^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1']
    const found = await Promise.allSettled([four(name), six(name)])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0 || !localNames) return addresses
    return (await lookup(name, { all: true })).map(({ address }) => address)
  }
}
