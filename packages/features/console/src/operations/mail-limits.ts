import type { Accounts, Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { countAt, type Limit } from '../sign-in/limits.ts'

const DAY_SECONDS = 86_400
/** Emails in 24 hours, by whoever causes them. */
const MOST = {
  approved: { account: 200, tree: 200, recipient: 20 },
  /** Before the approval of its KYC, and in a tree whose top account has none. */
  unapproved: { account: 10, tree: 30, recipient: 5 },
  operators: { account: 1_000, recipient: 20 },
  /** From one account, or from the operators, to one address. */
  pair: 5,
} as const

/** An email that somebody other than its recipient causes. */
interface CausedMail {
  readonly to: string
  /** The account that acts; null: an operator. */
  readonly byAccount: string | null
}

/**
 * Returns the limits of an email. An account without KYC approval also counts at the top of its tree, so that opening accounts below
 * multiplies nothing. Recipients have separate budgets: accounts without approval cannot use up those of approved accounts or operators, and no
 * budget here is one of sign-in codes.
 */
export async function mailLimits(
  accounts: Pick<Accounts, 'get' | 'ancestors'>,
  { to, byAccount }: CausedMail,
): Promise<readonly Limit[]> {
  const day = (of: string, key: string, most: number): Limit => ({ of: `mails-${of}`, key, most, seconds: DAY_SECONDS })
  const sender = byAccount ?? 'operators'
  const pair = day('pair', `${sender} ${to}`, MOST.pair)
  if (byAccount === null)
    return [
      pair,
      day('operators', sender, MOST.operators.account),
      day('to-from-operators', to, MOST.operators.recipient),
    ]
  const account = await accounts.get(byAccount)
  if (account?.kyc === 'approved')
    return [pair, day('account', sender, MOST.approved.account), day('to-from-approved', to, MOST.approved.recipient)]
  const top = (await accounts.ancestors(byAccount)).at(-1) ?? account
  return [
    pair,
    day('account', sender, MOST.unapproved.account),
    day('tree', top?.id ?? sender, MOST[top?.kyc === 'approved' ? 'approved' : 'unapproved'].tree),
    day('to-from-unapproved', to, MOST.unapproved.recipient),
  ]
}

/** Counts an email in the commit of what causes it. @throws `MAIL_LIMIT_REACHED`, which rolls the transaction back */
export function* countMail(tx: TableTransaction, parts: ConsoleParts, limits: readonly Limit[]): Steps<void> {
  const seconds = yield* countAt(tx, parts, limits)
  if (seconds === 0) return
  const until = new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(parts.clock.now().getTime() + seconds * 1_000))
  throw consoleErrors.error('MAIL_LIMIT_REACHED', { until }, { details: { retry_after_seconds: seconds } })
}
