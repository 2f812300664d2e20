import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'

/** The most events of a kind with one key within some seconds. */
export interface Limit {
  readonly of: string
  readonly key: string
  readonly most: number
  readonly seconds: number
}

const [MINUTES_10, HOUR, DAY] = [600, 3_600, 86_400]
/**
 * The limits of sign-in (docs/guides/console.md). A limit whose key names only an email address or a person is one that strangers can use up,
 * so nobody at a known network, and no session, is counted there.
 */
export const LIMITS = {
  codesOfPair: ({ email, ip }: CodeRequest): Limit => ({
    of: 'codes-pair',
    key: `${email} ${siteOf(ip)}`,
    most: 5,
    seconds: MINUTES_10,
  }),
  codesOfPairInDay: ({ email, ip }: CodeRequest): Limit => ({
    of: 'codes-pair-day',
    key: `${email} ${siteOf(ip)}`,
    most: 60,
    seconds: DAY,
  }),
  codesOfAddress: (ip: string): Limit => ({ of: 'codes-ip', key: networkOf(ip), most: 20, seconds: MINUTES_10 }),
  codesOfEmail: (email: string): Limit => ({ of: 'codes-email', key: email, most: 20, seconds: HOUR }),
  codesOfEmailInDay: (email: string): Limit => ({ of: 'codes-email-day', key: email, most: 60, seconds: DAY }),
  /** Only for email addresses that no person has. */
  strangersOfDomain: ({ email, ip }: CodeRequest): Limit => ({
    of: 'codes-domain-site',
    key: `${domainOf(email)} ${siteOf(ip)}`,
    most: 100,
    seconds: HOUR,
  }),
  strangersOfDomainInAll: ({ email }: CodeRequest): Limit => ({
    of: 'codes-domain',
    key: domainOf(email),
    most: 2_000,
    seconds: HOUR,
  }),
  codesOfSession: (id: string): Limit => ({ of: 'codes-session', key: id, most: 5, seconds: MINUTES_10 }),
  triesOfAddress: (way: SignInWay, ip: string): Limit => ({
    of: `tries-${way}-ip`,
    key: networkOf(ip),
    most: 60,
    seconds: MINUTES_10,
  }),
  /** More than the tries: a page requests one when it opens. */
  challengesOfAddress: (ip: string): Limit => ({
    of: 'challenges-ip',
    key: networkOf(ip),
    most: 200,
    seconds: MINUTES_10,
  }),
  factors: (key: string): Limit => ({ of: 'factors', key, most: 10, seconds: MINUTES_10 }),
  signUpsOfAddress: (ip: string): Limit => ({ of: 'sign-ups-ip', key: networkOf(ip), most: 10, seconds: HOUR }),
} as const

/** A request for a sign-in code. */
interface CodeRequest {
  readonly email: string
  readonly ip: string
}
/** The ways to sign in. Each has its own budget of failures. */
type SignInWay = 'code' | 'passkey' | 'portal' | 'sso'

/** The domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** The subscriber of a client address: the whole IPv4 address, the first 64 bits of IPv6. Bystanders share it as little as possible. */
export const networkOf = (ip: string): string => prefixOf(ip, { v4: 4, v6: 4 })
/** The network that a person is known by: the first 24 bits of IPv4, 48 bits of IPv6, so that a new lease of one provider stays known. */
export const siteOf = (ip: string): string => prefixOf(ip, { v4: 3, v6: 3 })

/** @param parts How many of the four numbers of IPv4, and of the eight groups of IPv6, are kept. */
function prefixOf(ip: string, { v4, v6 }: { readonly v4: number; readonly v6: number }): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped !== undefined || !ip.includes(':')) return (mapped ?? ip).split('.').slice(0, v4).join('.')
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = (text: string | undefined): readonly string[] => (text ? text.split(':') : [])
  const [front, back] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back]
    .slice(0, v6)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Counts one at each limit. @returns The seconds until the last exceeded limit ends; 0 if none is exceeded. */
export function* countAt(tx: TableTransaction, parts: ConsoleParts, limits: readonly Limit[]): Steps<number> {
  const now = parts.clock.now().getTime()
  let wait = 0
  const buckets = limits.map((limit) => ({ ...limit, bucket: bucketOf(parts, limit) }))
  // In one order, so that two transactions do not wait for each other.
  for (const { bucket, most, seconds } of buckets.sort((a, b) => (a.bucket < b.bucket ? -1 : 1))) {
    const counted = yield* tx.first(statements.count({ bucket, now, since: now - seconds * 1_000 }))
    if (counted === null || counted.tries <= most) continue
    wait = Math.max(wait, secondsLeft(parts, counted.begins_at, { seconds }), 1)
  }
  return wait
}

/** The row of a limit. Its key is hashed, so that the table does not contain the email addresses of strangers. */
const bucketOf = ({ secrets }: ConsoleParts, { of, key }: Limit): string => `${of}:${secrets.hash(key)}`
/** Seconds until a window ends; 0 or less if it has ended. */
const secondsLeft = ({ clock }: ConsoleParts, beginsAt: Date, { seconds }: Pick<Limit, 'seconds'>): number =>
  Math.ceil((beginsAt.getTime() + seconds * 1_000 - clock.now().getTime()) / 1_000)

/** Counts one at each limit, or nothing at any of them if one is reached. @throws `TOO_MANY_ATTEMPTS`, which rolls the transaction back */
export function* requireCounted(tx: TableTransaction, parts: ConsoleParts, limits: readonly Limit[]): Steps<void> {
  const wait = yield* countAt(tx, parts, limits)
  if (wait > 0) throw tooMany(wait)
}

/** The same in a transaction of its own. @throws `TOO_MANY_ATTEMPTS` */
export const requireWithin = (parts: ConsoleParts, limits: readonly Limit[]): Promise<void> =>
  parts.tables.transaction((tx) => requireCounted(tx, parts, limits))

/**
 * Counts a failed attempt. An attempt that succeeds is not counted and not refused, so failures of others in its network cannot block it.
 *
 * @returns The error to throw: the given one, or `TOO_MANY_ATTEMPTS` after too many failures.
 */
export async function failureOf(parts: ConsoleParts, limit: Limit, error: Error): Promise<Error> {
  const wait = await parts.tables.transaction((tx) => countAt(tx, parts, [limit]))
  return wait > 0 ? tooMany(wait) : error
}

/** Returns the count of an attempt that was counted before it was known to succeed. */
export const uncount = (tx: TableTransaction, parts: ConsoleParts, limit: Limit): Steps<unknown> =>
  tx.run(statements.uncount({ bucket: bucketOf(parts, limit) }))

/** The error of a limit. @param seconds Until it ends. */
export const tooMany = (seconds: number) =>
  consoleErrors.error('TOO_MANY_ATTEMPTS', { seconds }, { details: { retry_after_seconds: seconds } })
