import type { Ids } from '@parakh/core'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NAMESPACE_LENGTH = 4
const COUNTER_LENGTH = 20

function crockford(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = CROCKFORD.charAt(rest % 32) + text
  return text
}

/**
 * Ids in the shape of ULIDs, the same in every run: `01` and a namespace, then a counter.
 *
 * @param namespace Tells two sources of ids in one test apart: 0 to 1,048,575.
 * @example
 * const ids = sequentialIds()
 * ids.next() // 01000000000000000000000001
 */
export function sequentialIds(namespace = 0): Ids {
  let count = 0
  return { next: () => `01${crockford(namespace, NAMESPACE_LENGTH)}${crockford(++count, COUNTER_LENGTH)}` }
}
