import {
  type BrokenInvariant,
  type CallState,
  ENVIRONMENTS,
  isOpenCall,
  type LedgerEntry,
  type WalletState,
} from '@parakh/core'
import type { MemoryTables } from './memory-tables.ts'

/** A read hold that outlives its lease by more than this, in milliseconds, was forgotten by the sweep. */
const GRACE_MS = 60_000

const sum = (amounts: Iterable<number>): number => {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}
const amounts = (entries: readonly LedgerEntry[]): number => sum(entries.map(({ amount }) => amount))
function group<T>(items: Iterable<T>, keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const known = groups.get(key)
    if (known) known.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/**
 * Every invariant that does not hold: I1 to I5, I7, I8, I11, I12 of docs/reference/reliability.md.
 *
 * @param at Milliseconds since 1970: for leases.
 */
export function brokenInvariants(tables: MemoryTables, at: number): readonly BrokenInvariant[] {
  const broken: BrokenInvariant[] = []
  const check = (invariant: string, holds: boolean, detail: string): void => {
    if (!holds) broken.push({ invariant, detail })
  }
  checkConservation(tables, check)
  for (const wallet of tables.wallets.values()) checkWallet(tables, wallet, check)
  const charges = group(tables.entries, ({ kind, transaction }) => `${kind}/${transaction}`)
  for (const call of tables.calls.values()) checkCall(tables, { call, charges, at }, check)
  for (const { kind, transaction } of tables.entries)
    if (kind === 'charge')
      check('I11', (tables.calls.get(transaction)?.charged ?? 0) > 0, `${transaction}: posted, but no call was charged`)
  return broken
}

type Check = (invariant: string, holds: boolean, detail: string) => void

function checkConservation(tables: MemoryTables, check: Check): void {
  for (const environment of ENVIRONMENTS) {
    const total = amounts(tables.entries.filter((entry) => entry.environment === environment))
    check('I1', total === 0, `${environment}: the postings sum to ${total}`)
  }
  for (const [transaction, entries] of group(tables.entries, ({ kind, transaction }) => `${kind}/${transaction}`))
    check('I1', amounts(entries) === 0, `${transaction}: its postings sum to ${amounts(entries)}`)
}

function checkWallet(tables: MemoryTables, wallet: WalletState, check: Check): void {
  const { accountId, environment, posted, held, version } = wallet
  const name = `${accountId}/${environment}`
  const own = tables.entries.filter(
    (entry) => entry.ledgerAccount === `wallet:${accountId}` && entry.environment === environment,
  )
  const open = [...tables.calls.values()].filter(
    (call) => call.accountId === accountId && call.environment === environment && isOpenCall(call),
  )
  check('I2', posted >= 0 && held >= 0, `${name}: posted ${posted}, held ${held}`)
  check('I3', amounts(own) === posted, `${name}: posted ${posted}, its entries sum to ${amounts(own)}`)
  check('I4', posted - held >= 0, `${name}: posted ${posted} is less than held ${held}`)
  check('I5', sum(open.map(({ price }) => price)) === held, `${name}: held ${held} is not the sum of its open holds`)
  let previous = 0
  for (const [place, entry] of own.entries()) {
    const follows = entry.version === place + 1 && entry.previous === previous
    check('I8', follows, `${name}: entry ${String(entry.version)} does not follow the one before it`)
    previous = entry.balance ?? previous
  }
  check('I8', version === own.length, `${name}: version ${version} of ${own.length} entries`)
}

interface CallCheck {
  readonly call: CallState
  /** Entries by kind and transaction. */
  readonly charges: ReadonlyMap<string, readonly LedgerEntry[]>
  readonly at: number
}

function checkCall(tables: MemoryTables, { call, charges, at }: CallCheck, check: Check): void {
  const { reference, phase, charged, price, leaseUntil, legs } = call
  const entries = charges.get(`charge/${reference}`) ?? []
  const debits = entries.filter(({ ledgerAccount }) => ledgerAccount.startsWith('wallet:'))
  const shares = entries.filter(({ ledgerAccount }) => !ledgerAccount.startsWith('wallet:'))
  check('I7', phase !== 'held' || leaseUntil + GRACE_MS > at, `${reference}: held past its lease`)
  check(
    'I7',
    isOpenCall(call) === (call.settledAt === null),
    `${reference}: ${phase}, but settled at ${String(call.settledAt)}`,
  )
  check('I7', debits.length <= 1, `${reference}: charged ${debits.length} times`)
  check('I11', -amounts(debits) === charged, `${reference}: charged ${charged}, debited ${-amounts(debits)}`)
  const stored = phase !== 'answered' || tables.responses.has(reference)
  check('I11', charged === 0 || stored, `${reference}: charged without a stored response`)
  check('I12', sum(legs.map(({ amount }) => amount)) <= price, `${reference}: its commission exceeds its price`)
  check('I12', amounts(shares) === charged, `${reference}: its shares sum to ${amounts(shares)} of ${charged}`)
}
