import { isIP } from 'node:net'
import { InvalidArgumentError } from 'commander'

/**
 * Reads a list.
 *
 * @param text Items separated by commas; spaces around them are dropped.
 * @throws InvalidArgumentError when nothing is left.
 */
export function parseList(text: string): readonly string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  if (items.length === 0) throw new InvalidArgumentError('Allowed: one or more items separated by commas.')
  return items
}

/**
 * Reads a list of address ranges.
 *
 * @param text Addresses or CIDR ranges separated by commas: `203.0.113.7,2001:db8::/32`. A bare address is a range of one.
 * @throws InvalidArgumentError naming the item that is none.
 */
export function parseRanges(text: string): readonly string[] {
  return parseList(text).map(parseRange)
}

function parseRange(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (rest.length > 0 || bits < 0 || length < 0 || length > bits) {
    throw new InvalidArgumentError(`"${text}" is no address range. Allowed: such as 203.0.113.0/24 or 2001:db8::/32.`)
  }
  return `${address}/${length}`
}
