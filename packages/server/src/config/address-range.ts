import { isIP } from 'node:net'

/**
 * Whether a text is an address or a range in CIDR notation, of IPv4 or IPv6.
 *
 * @example
 * isAddressRange('10.0.0.0/8') // true
 */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
