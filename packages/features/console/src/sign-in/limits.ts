import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'

/** At most so many of something by one key, within some seconds. */
export interface Limit {
  readonly of: string
  readonly key: string
  readonly most: number
  readonly seconds: number
}

const MINUTES_10 = 600
/** The limits of what strangers may do (docs/guides/console.md). */
export const LIMITS = {
  codesOfAddress: (ip: string): Limit => ({ of: 'codes-ip', key: networkOf(ip), most: 20, seconds: MINUTES_10 }),
  codesOfEmail: (email: string): Limit => ({ of: 'codes-email', key: email, most: 5, seconds: MINUTES_10 }),
  /** Of addresses that nobody has: those who have an account are not locked out by strangers of their domain. */
  strangersOfDomain: (email: string): Limit => ({
    of: 'codes-domain',
    key: domainOf(email),
    most: 100,
    seconds: 3_600,
  }),
  triesOfAddress: (ip: string): Limit => ({ of: 'tries-ip', key: networkOf(ip), most: 60, seconds: MINUTES_10 }),
  /** Pages ask for one when they open, so more of them than of tries. */
  challengesOfAddress: (ip: string): Limit => ({
    ...{ of: 'challenges-ip', key: networkOf(ip), most: 200, seconds: MINUTES_10 },
  }),
  factorsOfPerson: (id: string): Limit => ({ of: 'factors', key: id, most: 10, seconds: MINUTES_10 }),
  signUpsOfAddress: (ip: string): Limit => ({ of: 'sign-ups-ip', key: networkOf(ip), most: 10, seconds: 3_600 }),
} as const

/** The domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Who owns an address: IPv4 as it is, of IPv6 the first 64 bits, which one subscriber has. */
export function networkOf(ip: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = (text: string | undefined): readonly string[] => (text ? text.split(':') : [])
  const [front, back] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Counts one at each limit. @returns Seconds to wait, by the longest limit that is passed; 0: none is. */
export function* countAt(tx: TableTransaction, parts: ConsoleParts, limits: readonly Limit[]): Steps<number> {
  const now = parts.clock.now().getTime()
  let wait = 0
  // The hash of a key tells nobody the addresses of strangers. In one order, so that two do not wait for each other.
  const buckets = limits.map((limit) => ({ ...limit, bucket: `${limit.of}:${parts.secrets.hash(limit.key)}` }))
  for (const { bucket, most, seconds } of buckets.sort((a, b) => (a.bucket < b.bucket ? -1 : 1))) {
    const counted = yield* tx.first(statements.count({ bucket, now, since: now - seconds * 1_000 }))
    if (counted === null || counted.tries <= most) continue
    wait = Math.max(wait, Math.ceil((counted.begins_at.getTime() + seconds * 1_000 - now) / 1_000), 1)
  }
  return wait
}

/** @throws `TOO_MANY_ATTEMPTS`, once it is committed that there was one more. */
export async function requireWithin(parts: ConsoleParts, limits: readonly Limit[]): Promise<void> {
  const wait = await parts.tables.transaction((tx) => countAt(tx, parts, limits))
  if (wait > 0) throw tooMany(wait)
}
/** The refusal of a limit. */
export const tooMany = (seconds: number) =>
  consoleErrors.error('TOO_MANY_ATTEMPTS', { seconds }, { details: { retry_after_seconds: seconds } })
