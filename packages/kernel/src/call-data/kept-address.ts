import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { CallSettings } from '../runtime/call-settings.ts'

/** Of an IPv4 address written as IPv6. */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i
const KEPT_GROUPS = 3
const GROUPS = 8

/**
 * The address of a caller as the usage log and the index of people keep it: whole, its network alone (an IPv4 address to 24 bits, one of IPv6 to
 * 48), or a keyed hash of it, by which two calls of one address are still known to be.
 *
 * @param hash Keyed.
 */
export function keptAddress(
  address: string,
  { keptAddresses = 'whole' }: Pick<CallSettings, 'keptAddresses'>,
  hash: (text: string) => string,
): string {
  if (keptAddresses === 'whole' || address === '') return address
  // Without the zone that a link-local address may have.
  const [written = ''] = address.split('%')
  const plain = MAPPED.exec(written)?.[1] ?? written
  if (keptAddresses === 'hashed') return hash(`address ${plain}`)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0`
  return isIPv6(plain) ? networkOf(plain) : ''
}

/** The first 48 bits. */
function networkOf(address: string): string {
  const [before = '', after] = new SocketAddress({ address, family: 'ipv6' }).address.split('::')
  const [first, last] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = after === undefined ? 0 : GROUPS - (first?.length ?? 0) - (last?.length ?? 0)
  const groups = [...(first ?? []), ...Array.from({ length: missing }, () => '0'), ...(last ?? [])]
  return `${groups.slice(0, KEPT_GROUPS).join(':')}::`
}
