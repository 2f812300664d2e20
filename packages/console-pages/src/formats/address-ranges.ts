/** An address as bits: 32 of IPv4, 128 of IPv6. Null: it is none. */
function bitsOf(address: string): string | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return joined(address.split('.').map(Number), 8)
  if (!address.includes(':')) return null
  const [head = '', tail] = address.split('::')
  const groups = (part: string): readonly number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const left = 8 - before.length - after.length
  if (tail === undefined ? left !== 0 : left < 0) return null
  return joined([...before, ...Array.from({ length: left }, () => 0), ...after], 16)
}

const joined = (numbers: readonly number[], width: number): string =>
  numbers.map((one) => one.toString(2).padStart(width, '0')).join('')

/** Whether an address lies in one of the ranges of a key: CIDR or single addresses, IPv4 and IPv6, as the API gives them. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const bits = bitsOf(address)
  return ranges.some((range) => {
    const [base = '', length] = range.split('/')
    const of = bitsOf(base)
    if (bits === null || of === null || bits.length !== of.length) return false
    const compared = length === undefined ? of.length : Number(length)
    return bits.slice(0, compared) === of.slice(0, compared)
  })
}

/** The range of one address alone: what is added to those of a key. Null: the address was not kept whole, but its network or a hash. */
export function rangeOf(address: string): string | null {
  const bits = bitsOf(address)
  return bits === null || /\.0$|::$/.test(address) ? null : `${address}/${bits.length}`
}
