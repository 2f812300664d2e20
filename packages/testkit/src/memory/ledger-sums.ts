import type { Environment, LedgerEntry } from '@parakh/core'

/** What the entries of one ledger account come to. */
export interface AccountSums {
  sum: number
  entries: number
  /** Of the last entry: what the next one must follow. */
  balance: number
  version: number
  /** Entries that do not follow the one before. */
  misfits: number
}
/** What the postings of one transaction come to, by whom they are for. */
export interface TransactionSums {
  sum: number
  wallet: number
  walletEntries: number
  commission: number
  revenue: number
}
/** All entries, added up in one pass. */
export interface LedgerSums {
  readonly totals: Map<Environment, number>
  /** Wallets and receivables, by environment and ledger account. */
  readonly accounts: Map<Environment, Map<string, AccountSums>>
  readonly transactions: Map<LedgerEntry['kind'], Map<string, TransactionSums>>
  /** Entries that do not say who, for what, or at which price. */
  readonly unexplained: LedgerEntry[]
  /** What moves put into wallets outside calls, receivables included; of a transfer what its receiver got. */
  moved: number
}

/** Adds up all entries, in their order. */
export function addUp(entries: readonly LedgerEntry[]): LedgerSums {
  const sums: LedgerSums = {
    totals: new Map(),
    accounts: new Map(),
    transactions: new Map(),
    unexplained: [],
    moved: 0,
  }
  for (const entry of entries) {
    sums.totals.set(entry.environment, (sums.totals.get(entry.environment) ?? 0) + entry.amount)
    addToTransaction(sums, entry)
    const { ledgerAccount } = entry
    if (ledgerAccount.startsWith('wallet:') || ledgerAccount.startsWith('receivable:')) addToAccount(sums, entry)
    sums.moved += movedBy(entry)
    if (!isExplained(entry)) sums.unexplained.push(entry)
  }
  return sums
}

const MOVES: ReadonlySet<LedgerEntry['kind']> = new Set(['credit', 'adjustment', 'conversion', 'recovery'])

function movedBy({ kind, ledgerAccount, amount }: LedgerEntry): number {
  if (kind === 'allotment') return Math.max(0, amount)
  const ofOwner = ledgerAccount.startsWith('wallet:') || ledgerAccount.startsWith('receivable:')
  return MOVES.has(kind) && ofOwner ? amount : 0
}

/** The book of a ledger account; an empty one when nothing was posted to it. */
export const sumsOf = (sums: LedgerSums, environment: Environment, ledgerAccount: string): AccountSums =>
  sums.accounts.get(environment)?.get(ledgerAccount) ?? newAccount()
/** The book of a transaction; undefined when nothing was posted. */
export const postedOf = (
  sums: LedgerSums,
  kind: LedgerEntry['kind'],
  transaction: string,
): TransactionSums | undefined => sums.transactions.get(kind)?.get(transaction)

const newAccount = (): AccountSums => ({ sum: 0, entries: 0, balance: 0, version: 0, misfits: 0 })
const newTransaction = (): TransactionSums => ({ sum: 0, wallet: 0, walletEntries: 0, commission: 0, revenue: 0 })

function childOf<K, C, V>(parent: Map<K, Map<C, V>>, key: K): Map<C, V> {
  const known = parent.get(key)
  if (known) return known
  const made = new Map<C, V>()
  parent.set(key, made)
  return made
}

function addToTransaction(
  { transactions }: LedgerSums,
  { kind, transaction, ledgerAccount, amount }: LedgerEntry,
): void {
  const ofKind = childOf(transactions, kind)
  const book = ofKind.get(transaction) ?? newTransaction()
  ofKind.set(transaction, book)
  book.sum += amount
  if (ledgerAccount.startsWith('wallet:')) {
    book.wallet += amount
    book.walletEntries += 1
  } else if (ledgerAccount.startsWith('commission:')) book.commission += amount
  else if (ledgerAccount === 'revenue') book.revenue += amount
}

function addToAccount({ accounts }: LedgerSums, entry: LedgerEntry): void {
  const ofEnvironment = childOf(accounts, entry.environment)
  const book = ofEnvironment.get(entry.ledgerAccount) ?? newAccount()
  ofEnvironment.set(entry.ledgerAccount, book)
  book.sum += entry.amount
  book.entries += 1
  if (!entry.ledgerAccount.startsWith('wallet:')) return
  const follows =
    entry.version === book.version + 1 &&
    entry.previous === book.balance &&
    entry.balance === entry.previous + entry.amount
  if (!follows) book.misfits += 1
  book.balance = entry.balance ?? book.balance
  book.version = entry.version ?? book.version
}

/** Kinds whose entries have a reason. */
const REASONED: ReadonlySet<LedgerEntry['kind']> = new Set(['refund', 'adjustment', 'recovery', 'clawback'])

function isExplained({ kind, actor, requestId, priceVersion, reason }: LedgerEntry): boolean {
  const ofCall = kind === 'charge' || kind === 'refund'
  return (
    actor !== '' && requestId !== '' && (!ofCall || priceVersion !== '') && (reason !== null) === REASONED.has(kind)
  )
}
