import { type CallState, counterText, zero } from '@parakh/core'
import { heldBy } from './call-steps.ts'
import type { BookRows } from './open-books.ts'
import { environment, type WalkMemory } from './scene.ts'
import type { StepKind } from './walk-steps.ts'

/** The books before and after a step. */
export interface Checked {
  readonly kind: StepKind
  readonly accountIds: readonly string[]
  readonly before: BookRows
  readonly after: BookRows
  readonly memory: WalkMemory
  /** Units in use, by counter. */
  readonly units: ReadonlyMap<string, number>
}

/** One account, or several together, in micro-rupees. */
export interface Standing {
  /** In the wallets, and not held. */
  readonly spendable: number
  /** In the wallets, for calls that are open or wait to be completed. */
  readonly held: number
  /** Charges of calls that were not given back, plan fees, and what was allotted to others. */
  readonly consumed: number
  /** What the wallets owe, and commission that was paid and then reversed, which is not taken back yet. */
  readonly owed: number
  /** Fundings that were credited, less what of them was reversed. */
  readonly paidIn: number
  readonly allottedIn: number
  /** Shares of calls that were charged, not given back, not clawed back, and whose result is final. */
  readonly earned: number
}

const CREDITED: ReadonlySet<string> = new Set(['credited', 'disputed', 'charged_back', 'refunded'])
/** What may leave an earner with less final commission than it converted. */
const TAKES_BACK: ReadonlySet<StepKind> = new Set([
  'result',
  'give-back',
  'refund',
  'dispute-lost',
  'chargeback',
] as const)
const sum = <T>(list: readonly T[], amountOf: (one: T) => number): number =>
  list.reduce((total, one) => total + amountOf(one), 0)

/** What an account has, owes, used and was given, as its books say. */
export function standingOf(rows: BookRows, accountId: string): Standing {
  const { balance, held, owed } = walletOf(rows, accountId)
  const calls = rows.calls.filter((call) => call.accountId === accountId)
  const own = rows.entries.filter(({ ledgerAccount }) => ledgerAccount === `wallet:${accountId}`)
  const allotted = own.filter(({ kind }) => kind === 'allotment')
  const fees = own.filter(({ kind, requestId }) => kind === 'adjustment' && requestId.startsWith('plan-'))
  const out = sum(allotted, ({ amount }) => Math.max(0, -amount))
  return {
    ...{ spendable: balance - held, held, owed: owed + shortfallOf(rows, accountId) },
    consumed: sum(calls, ({ charged, refunded }) => charged - refunded) - sum(fees, ({ amount }) => amount) + out,
    paidIn: sum(
      rows.fundings.filter((funding) => funding.accountId === accountId && CREDITED.has(funding.state)),
      ({ amount, reversed }) => amount - reversed,
    ),
    allottedIn: sum(allotted, ({ amount }) => Math.max(0, amount)),
    earned: sum(rows.calls, (call) => (isFinal(call) ? shareOf(call, accountId) : 0)),
  }
}

/**
 * Checks what no order of steps may break: what is held and spent is backed, by account and for all together, and no book says another thing
 * than the book beside it.
 *
 * @throws Error that names each account and what is wrong.
 */
export function checkBooks(checked: Checked): void {
  const wrong: string[] = []
  const check = (holds: boolean, detail: () => string): void => {
    if (!holds) wrong.push(detail())
  }
  const { accountIds, after, memory } = checked
  const sums = new Map<string, number>()
  for (const { ledgerAccount, amount } of after.entries)
    sums.set(ledgerAccount, (sums.get(ledgerAccount) ?? 0) + amount)
  const all = accountIds.map((accountId) => standingOf(after, accountId))
  for (const [place, accountId] of accountIds.entries()) {
    const one = all[place]
    if (one) checkStanding(checked, { ...one, accountId }, check)
    checkWallet({ ...checked, sums }, accountId, check)
    checkCommission({ ...checked, sums }, accountId, check)
    checkReversal(checked, accountId, check)
  }
  // Of all together nothing is allotted, and what was paid in is what the bank has.
  const used = sum(all, (one) => usedBy(one) - one.allottedIn)
  const given = memory.bank.left + sum(all, ({ earned }) => earned)
  check(used <= given, () => `together: ${used} of ${given}: ${JSON.stringify(all)}`)
  checkUnits(checked, check)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

/** What the entries of each ledger account come to. */
interface Sums {
  readonly sums: ReadonlyMap<string, number>
}
type Check = (holds: boolean, detail: () => string) => void

const usedBy = ({ spendable, held, consumed, owed }: Standing): number => spendable + held + consumed - owed
const walletOf = ({ wallets }: BookRows, accountId: string) =>
  wallets.get(accountId) ?? { balance: zero, held: zero, owed: zero }
const shortfallOf = ({ commission }: BookRows, accountId: string): number => {
  const { accrued, pending } = commission.get(accountId) ?? { accrued: zero, pending: zero }
  return Math.max(0, pending - accrued)
}
const shareOf = ({ legs }: CallState, accountId: string): number =>
  sum(legs, (leg) => (leg.accountId === accountId && leg.clawedBack !== true ? leg.amount : 0))
const isCharged = ({ charged, refunded }: CallState): boolean => charged > 0 && refunded === 0
const isFinal = (call: CallState): boolean => isCharged(call) && call.asyncState !== 'pending'

/** Nothing is there that nobody gave, and nothing that was given is lost: what is there besides is commission in the wallet. */
function checkStanding({ after }: Checked, one: Standing & { readonly accountId: string }, check: Check): void {
  const { accountId, paidIn, allottedIn, earned } = one
  const converted = sum(after.entries, ({ kind, ledgerAccount, amount }) =>
    ledgerAccount === `commission:${accountId}` && (kind === 'conversion' || kind === 'recovery') ? -amount : 0,
  )
  const kept = converted - shortfallOf(after, accountId)
  check(usedBy(one) <= paidIn + allottedIn + earned, () => JSON.stringify(one))
  check(usedBy(one) === paidIn + allottedIn + kept, () => `${kept} of commission is kept: ${JSON.stringify(one)}`)
}

/** No wallet is below zero, holds what no call holds, or has something to spend while it owes. */
function checkWallet({ after, sums }: Checked & Sums, accountId: string, check: Check): void {
  const { balance, held, owed } = walletOf(after, accountId)
  const open = heldBy(after.calls, accountId)
  const [receivable, posted] = ['receivable', 'wallet'].map((of) => sums.get(`${of}:${accountId}`) ?? 0)
  check(held >= 0 && balance >= held && owed >= 0, () => `${accountId}: ${balance}, held ${held}, owed ${owed}`)
  check(owed === 0 || balance === held, () => `${accountId}: owes ${owed} with ${balance - held} to spend`)
  check(held === open, () => `${accountId}: held ${held}, its calls hold ${open}`)
  check(posted === balance, () => `${accountId}: ${balance}, its entries come to ${posted}`)
  check(owed + (receivable ?? 0) === 0, () => `${accountId}: owes ${owed}, its receivable is ${receivable}`)
}

/** The book of commission says what calls say, less what was converted; only what takes back makes an earner owe. */
function checkCommission({ kind, before, after, sums }: Checked & Sums, accountId: string, check: Check): void {
  const own = after.entries.filter(({ ledgerAccount }) => ledgerAccount === `commission:${accountId}`)
  const earned = sum(own, ({ kind: of, amount }) => (of === 'conversion' || of === 'recovery' ? 0 : amount))
  const shares = sum(after.calls, (call) => (isCharged(call) ? shareOf(call, accountId) : 0))
  const { accrued } = after.commission.get(accountId) ?? { accrued: zero }
  const booked = sums.get(`commission:${accountId}`) ?? 0
  check(earned === shares, () => `${accountId}: earned ${earned}, its shares of calls are ${shares}`)
  check(accrued === booked, () => `${accountId}: accrued ${accrued}, its entries come to ${booked}`)
  const [short, shortBefore] = [shortfallOf(after, accountId), shortfallOf(before, accountId)]
  const allowed = short <= shortBefore || TAKES_BACK.has(kind)
  check(kind !== 'settlement' || short === 0, () => `${accountId}: a settlement left ${short} to be taken back`)
  check(allowed, () => `${accountId}: ${kind} left ${short} of commission to be taken back, ${shortBefore} before`)
}

/** Of money that was reversed and is spent, the newest whole calls that it paid for pay no commission. */
function checkReversal({ before, after }: Checked, accountId: string, check: Check): void {
  const entries = after.entries.slice(before.entries.length)
  const debt = entries.find(({ kind, ledgerAccount, requestId }) => {
    return kind === 'adjustment' && ledgerAccount === `receivable:${accountId}` && requestId.startsWith('funding/')
  })
  if (!debt) return
  const funding = after.fundings.find(({ id }) => id === debt.requestId.split('/')[1])
  const marked = after.calls.filter(
    ({ reference }) => after.clawedBack.has(reference) && !before.clawedBack.has(reference),
  )
  const left = -debt.amount - sum(marked, ({ charged }) => charged)
  check(left >= 0, () => `${accountId}: commission of more than ${-debt.amount} was taken back`)
  const newest = after.calls.findLast(
    (call) =>
      isFinal(call) &&
      call.accountId === accountId &&
      call.at >= (funding?.createdAt.getTime() ?? 0) &&
      !after.clawedBack.has(call.reference),
  )
  check(
    !newest || newest.charged > left,
    () => `${accountId}: ${debt.requestId} leaves the commission of ${newest?.reference}`,
  )
}

/** A unit is used by one call, and no period has more of them than its largest plan. */
function checkUnits({ after, memory, units }: Checked, check: Check): void {
  for (const [counter, { accountId, name, period, limit }] of memory.pools) {
    const used = units.get(counter) ?? 0
    const calls = after.calls.filter(({ pool }) => pool === counterText({ name, period })).length
    check(
      used === calls && used <= limit,
      () => `${accountId}/${environment} ${counter}: ${used} of ${limit} units, ${calls} calls`,
    )
  }
}
