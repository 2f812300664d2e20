import { type BrokenInvariant, type CallState, hasHold, isOpenCall, type WalletState, walletKey } from '@parakh/core'
import { addUp, type LedgerSums, postedOf, sumsOf } from './ledger-sums.ts'
import type { MemoryTables } from './memory-tables.ts'

/** A read hold that outlives its lease by more than this, in milliseconds, was forgotten by the sweep. */
const GRACE_MS = 60_000

type Check = (invariant: string, holds: boolean, detail: () => string) => void

/**
 * Every invariant that does not hold: I1 to I5, I7, I8, I11 to I15 of docs/reference/reliability.md. One pass over all rows.
 *
 * @param at Milliseconds since 1970: for leases.
 */
export function brokenInvariants(tables: MemoryTables, at: number): readonly BrokenInvariant[] {
  const broken: BrokenInvariant[] = []
  const check: Check = (invariant, holds, detail) => {
    if (!holds) broken.push({ invariant, detail: detail() })
  }
  const sums = addUp(tables.entries)
  checkConservation(tables, sums, check)
  checkExplained(sums, check)
  const held = heldByWallet(tables)
  for (const wallet of tables.wallets.values()) checkWallet(wallet, { sums, held }, check)
  for (const call of tables.calls.values()) checkCall(tables, { call, sums, at }, check)
  checkPostings(tables, sums, check)
  checkEvents(tables, check)
  checkUnits(tables, check)
  return broken
}

function checkConservation(tables: MemoryTables, sums: LedgerSums, check: Check): void {
  for (const [environment, total] of sums.totals)
    check('I1', total === 0, () => `${environment}: the postings sum to ${total}`)
  for (const [kind, transactions] of sums.transactions)
    for (const [transaction, { sum }] of transactions)
      check('I1', sum === 0, () => `${kind} ${transaction}: its postings sum to ${sum}`)
  let credited = 0
  for (const amount of tables.credits.values()) credited += amount
  const { moved } = sums
  check('I3', moved === credited, () => `${moved} moved, the references of moves sum to ${credited}`)
}

function checkExplained({ unexplained }: LedgerSums, check: Check): void {
  for (const { kind, transaction } of unexplained)
    check(
      'I14',
      false,
      () => `${kind} ${transaction}: a posting without its actor, request id, price version or reason`,
    )
}

/** Units of plans that are in use, each by one call. */
function checkUnits({ calls, counters }: MemoryTables, check: Check): void {
  const used = new Map<string, number>()
  for (const call of calls.values()) {
    if (call.pool === null) continue
    const key = `${walletKey(call)}/${call.pool}`
    used.set(key, (used.get(key) ?? 0) + 1)
    check('I15', call.price === 0 && call.charged === 0, () => `${call.reference}: paid by a unit and by money`)
  }
  for (const [key, value] of counters) {
    const units = used.get(key) ?? 0
    if (!key.includes(' volume:')) check('I15', value === units, () => `${key}: ${value} counted, ${units} calls`)
  }
}

/** What calls hold in the ledger, by `walletKey`. */
function heldByWallet({ calls, walletDriver }: MemoryTables): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const call of calls.values()) {
    const elsewhere = walletDriver !== 'ledger' && call.environment === 'production'
    if (!hasHold(call) || elsewhere) continue
    const key = walletKey(call)
    held.set(key, (held.get(key) ?? 0) + call.price)
  }
  return held
}

interface WalletBooks {
  readonly sums: LedgerSums
  readonly held: ReadonlyMap<string, number>
}

function checkWallet(wallet: WalletState, { sums, held: openHolds }: WalletBooks, check: Check): void {
  const { accountId, environment, posted, held, owed, version } = wallet
  const name = walletKey(wallet)
  const own = sumsOf(sums, environment, `wallet:${accountId}`)
  const receivable = sumsOf(sums, environment, `receivable:${accountId}`).sum
  const open = openHolds.get(name) ?? 0
  const negative = posted < 0 || held < 0 || owed < 0
  check('I2', !negative, () => `${name}: posted ${posted}, held ${held}, owed ${owed}`)
  check('I3', own.sum === posted, () => `${name}: posted ${posted}, its entries sum to ${own.sum}`)
  check('I3', owed + receivable === 0, () => `${name}: owes ${owed}, its receivable is ${receivable}`)
  check('I4', posted - held >= 0, () => `${name}: posted ${posted} is less than held ${held}`)
  check('I4', owed === 0 || posted === held, () => `${name}: owes ${owed} with ${posted - held} available`)
  check('I5', open === held, () => `${name}: held ${held}, its open holds sum to ${open}`)
  check('I8', own.misfits === 0, () => `${name}: ${own.misfits} entries do not follow the one before`)
  check('I8', version === own.entries, () => `${name}: version ${version} of ${own.entries} entries`)
}

interface CallCheck {
  readonly call: CallState
  readonly sums: LedgerSums
  readonly at: number
}

function checkCall(tables: MemoryTables, { call, sums, at }: CallCheck, check: Check): void {
  const { reference, phase, charged, refunded, leaseUntil, settledAt, asyncState } = call
  const leased = phase === 'held' || phase === 'accepted'
  check('I7', !leased || leaseUntil + GRACE_MS > at, () => `${reference}: held past its lease`)
  const waits = phase !== 'accepted' || (asyncState === 'pending' && charged === 0)
  check('I7', waits, () => `${reference}: held for an async result that came`)
  const ended = isOpenCall(call) === (settledAt === null)
  check('I7', ended, () => `${reference}: ${phase}, but settled at ${String(settledAt)}`)
  const answered = phase === 'accepted' || (phase === 'answered' && charged > 0)
  const stored = !answered || tables.responses.has(reference)
  check('I11', stored, () => `${reference}: charged without a stored response`)
  check('I11', refunded === 0 || refunded === charged, () => `${reference}: charged ${charged}, refunded ${refunded}`)
  checkPosted(call, { sums, kind: 'charge', expected: charged }, check)
  checkPosted(call, { sums, kind: 'refund', expected: refunded }, check)
  checkLegs(call, check)
}

interface Expected {
  readonly sums: LedgerSums
  readonly kind: 'charge' | 'refund'
  /** What must have left the wallet, or come back to it. */
  readonly expected: number
}

/** A call is debited once at most, and refunded once at most; its shares are its price, exactly. */
function checkPosted(call: CallState, { sums, kind, expected }: Expected, check: Check): void {
  const { reference, legs, price } = call
  const posted = postedOf(sums, kind, reference)
  if (!posted) {
    check('I11', expected === 0, () => `${reference}: ${kind} of ${expected} without a posting`)
    return
  }
  const { wallet, walletEntries, commission, revenue } = posted
  const direction = kind === 'charge' ? 1 : -1
  const once = walletEntries === 1
  check('I7', once, () => `${reference}: ${walletEntries} postings of its ${kind}`)
  const exact = -wallet * direction === expected
  check('I11', exact, () => `${reference}: ${kind} of ${expected}, posted ${-wallet}`)
  let leg = 0
  for (const { amount } of legs) leg += amount
  const paid = commission * direction
  const rest = revenue * direction
  const shared = paid === leg && paid + rest === price && expected === price
  check('I12', shared, () => `${reference}: commission ${paid} and revenue ${rest} of a price of ${price}`)
}

function checkLegs({ reference, legs, price }: CallState, check: Check): void {
  if (legs.length === 0) return
  let total = 0
  for (const { amount } of legs) total += amount
  check('I12', total <= price, () => `${reference}: its commission of ${total} exceeds its price of ${price}`)
}

function checkPostings(tables: MemoryTables, sums: LedgerSums, check: Check): void {
  for (const [transaction] of sums.transactions.get('charge') ?? [])
    check(
      'I11',
      (tables.calls.get(transaction)?.charged ?? 0) > 0,
      () => `${transaction}: posted, but no call was charged`,
    )
}

/** Events of a wallet are numbered without a gap, each id once. */
function checkEvents({ events, wallets }: MemoryTables, check: Check): void {
  const last = new Map<string, number>()
  const ids = new Set<string>()
  for (const { id, accountId, environment, sequence } of events) {
    const key = walletKey({ accountId, environment })
    check(
      'I13',
      sequence === (last.get(key) ?? 0) + 1,
      () => `${key}: event ${sequence} does not follow the one before`,
    )
    last.set(key, sequence)
    ids.add(id)
  }
  check('I13', ids.size === events.length, () => `${events.length} events with ${ids.size} ids`)
  for (const [key, { eventSequence }] of wallets) {
    const emitted = last.get(key) ?? 0
    check('I13', eventSequence === emitted, () => `${key}: at event ${eventSequence}, ${emitted} were emitted`)
  }
}
