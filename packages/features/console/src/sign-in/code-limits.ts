import type { Steps, TableTransaction } from '@parakh/core'
import type { ConsoleParts, Visitor } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'
import { countAt, LIMITS, type Limit, requireCounted, siteOf } from './limits.ts'
import type { Session } from './sessions.ts'

/** A visitor who requests a code by email. */
interface CodeRequest {
  readonly email: string
  readonly visitor: Pick<Visitor, 'ip'>
}

/**
 * Counts a sign-in code. Each pair of email address and network has a budget. Networks in which the person has not signed in within 30 days
 * share a second one per email address, which bounds the emails that strangers can cause. It does not bind networks that the person is known by.
 *
 * @throws `TOO_MANY_ATTEMPTS`, also for addresses that no person has
 */
export function* countCode(
  tx: TableTransaction,
  parts: ConsoleParts,
  { email, visitor: { ip } }: CodeRequest,
): Steps<void> {
  const known = yield* tx.rows(statements.knownAddresses({ email }))
  const isKnown = known.some((session) => siteOf(session.ip) === siteOf(ip))
  const ofStrangers = [LIMITS.codesOfAddress(ip), LIMITS.codesOfEmail(email), LIMITS.codesOfEmailInDay(email)]
  const others = isKnown ? [LIMITS.codesOfPairInDay({ email, ip })] : ofStrangers
  yield* requireCounted(tx, parts, [LIMITS.codesOfPair({ email, ip }), ...others])
}

/** Counts a code for an email address that may have no person. @returns Whether a stranger may still be sent one. */
export function* countStranger(
  tx: TableTransaction,
  parts: ConsoleParts,
  { email, visitor: { ip } }: CodeRequest,
): Steps<boolean> {
  const ofSite = yield* countAt(tx, parts, [LIMITS.strangersOfDomain({ email, ip })])
  if (ofSite > 0) return false
  return (yield* countAt(tx, parts, [LIMITS.strangersOfDomainInAll({ email, ip })])) === 0
}

/**
 * The budget for the tries of a proof. A session that lacks its second factor may be a thief's who reads the mailbox, so it shares one budget
 * with others, except in a network where the person has given a second factor within 30 days. Any other session has a budget of its own.
 */
export async function factorLimit(
  { tables }: Pick<ConsoleParts, 'tables'>,
  { row, needs }: Pick<Session, 'row' | 'needs'>,
  { ip }: Pick<Visitor, 'ip'>,
): Promise<Limit> {
  if (needs !== 'second_factor') return LIMITS.factors(row.id)
  const known = await tables.rows(statements.knownAddresses({ email: row.email ?? '' }))
  const isKnown = known.some((session) => session.second_factor && siteOf(session.ip) === siteOf(ip))
  return LIMITS.factors(isKnown ? `${row.person_id} ${siteOf(ip)}` : row.person_id)
}
