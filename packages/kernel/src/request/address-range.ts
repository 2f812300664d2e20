import { BlockList, isIP } from 'node:net'

/** Whether an address lies in one of the ranges (CIDR or single addresses, IPv4 and IPv6). */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const version = isIP(address)
  if (version === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', bits] = range.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(base) === 0) continue
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
