import { BlockList, isIP } from 'node:net'

type Range = readonly [network: string, bits: number]

/** What is no address of a public host (reliability.md section 3; the registries of IANA for special purposes). */
const NOT_PUBLIC_V4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The host of a virtual machine on Azure: of a public range, and no public host.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Of IPv6 only 2000::/3 is given to hosts; these parts of it lead elsewhere, some of them into IPv4. */
const GLOBAL_V6: Range = ['2000::', 3]
const NOT_PUBLIC_V6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

function listOf(v4: readonly Range[], v6: readonly Range[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of v4) list.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of v6) list.addSubnet(network, bits, 'ipv6')
  return list
}
const notPublic = listOf(NOT_PUBLIC_V4, NOT_PUBLIC_V6)
const global6 = listOf([], [GLOBAL_V6])

const familyOf = (address: string): 'ipv4' | 'ipv6' | null =>
  ({ 4: 'ipv4' as const, 6: 'ipv6' as const })[isIP(address)] ?? null

/** An address without the zone that a link-local one may have. */
const plain = (address: string): string => address.replace(/%.*$/, '')

/** Whether an address is that of a public host. What holds an IPv4 address in IPv6 is none. */
export function isPublicAddress(address: string): boolean {
  const text = plain(address)
  const family = familyOf(text)
  if (family === null || notPublic.check(text, family)) return false
  return family === 'ipv4' || global6.check(text, 'ipv6')
}

/** Reads an address, or a range in CIDR notation. @returns Null where it is neither. */
export function readRange(text: string) {
  const [network = '', bits, ...rest] = text.split('/')
  const family = familyOf(network)
  if (family === null || rest.length > 0) return null
  const most = family === 'ipv4' ? 32 : 128
  if (bits === undefined) return { network, bits: most, family }
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { network, bits: Number(bits), family } : null
}

/**
 * Address ranges that a host allows.
 *
 * @param ranges Addresses, or ranges in CIDR notation; an IPv4 range covers the same addresses within IPv6.
 * @returns Whether an address is in one of them.
 */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of ranges) {
    const range = readRange(text)
    if (!range) throw new RangeError(`"${text}" is no address range`)
    list.addSubnet(range.network, range.bits, range.family)
  }
  return (address) => {
    const text = plain(address)
    const family = familyOf(text)
    return family !== null && list.check(text, family)
  }
}
