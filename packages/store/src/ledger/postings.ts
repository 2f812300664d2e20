import type { EntryLine } from './entry-lines.ts'
import type { Findings } from './findings.ts'
import { emptyTallies, type Tallies } from './tally.ts'

/** Postings that are not whole yet: theirs were written side by side, so they are few unless the ledger is broken all over. */
const MOST_OPEN = 20_000

/** Kinds that have a row of credits beside them. */
const FUNDS: ReadonlySet<string> = new Set(['credit', 'adjustment', 'conversion', 'recovery'])

/** The entries of one posting, added up. */
export interface Posting {
  readonly id: string
  readonly kind: string
  readonly environment: string
  readonly account: string
  sum: number
  wallet: number
  /** What became owed, above zero. */
  owed: number
  commission: number
  revenue: number
  /** Ledger accounts of wallets and of commission, with what they got. */
  readonly shares: Map<string, number>
}

/** Adds entries up while they come, in the order of their ids: each posting (I1), all together (I1), who acted (I14). */
export class Postings {
  readonly #open = new Map<string, Posting>()
  readonly #totals = new Map<string, number>()
  /** Entries of `receivable:<account>`, by account and environment: few accounts owe. */
  readonly receivables = new Map<string, number>()
  readonly tallies: Tallies = emptyTallies()

  constructor(readonly findings: Findings) {}

  /** What archived entries left of an account. */
  begin({
    ledgerAccount,
    environment,
    balance,
  }: {
    ledgerAccount: string
    environment: string
    balance: number
  }): void {
    this.#addTotal(environment, balance)
    if (ledgerAccount.startsWith('receivable:')) this.#addReceivable(ledgerAccount, environment, balance)
  }

  /** @returns The posting, when this entry made it whole. */
  add(entry: EntryLine): Posting | null {
    const [, id, kind, account, environment, amount, previous, balance, version, actor, requestId, priceVersion] = entry
    this.#addTotal(environment, amount)
    const ofCall = kind === 'charge' || kind === 'refund'
    const acted = actor !== '' && requestId !== '' && (!ofCall || priceVersion !== '')
    this.findings.check('I14', acted, () => `${kind} ${id}: no actor, no request id or no price version`)
    const posting = this.#posting({ id, kind, environment, account })
    posting.sum += amount
    if (account.startsWith('wallet:')) {
      posting.wallet += amount
      addShare(posting, account, amount)
      const sequenced = version !== null && previous !== null && balance !== null
      this.findings.check('I8', sequenced, () => `${kind} ${id}: an entry of ${account} has no version or balance`)
    } else if (account.startsWith('commission:')) {
      posting.commission += amount
      addShare(posting, account, amount)
    } else if (account.startsWith('receivable:')) {
      posting.owed += amount
      this.#addReceivable(account, environment, amount)
    } else if (account === 'revenue') posting.revenue += amount
    if (posting.sum !== 0) return null
    this.#open.delete(keyOf(posting))
    this.#tally(posting)
    return posting
  }

  #posting(of: Pick<Posting, 'id' | 'kind' | 'environment' | 'account'>): Posting {
    const key = keyOf(of)
    const known = this.#open.get(key)
    if (known) return known
    if (this.#open.size >= MOST_OPEN) this.#giveUpOldest()
    const made = { ...of, sum: 0, wallet: 0, owed: 0, commission: 0, revenue: 0, shares: new Map() }
    this.#open.set(key, made)
    return made
  }
  #giveUpOldest(): void {
    const [oldest] = this.#open.values()
    if (!oldest) return
    this.#open.delete(keyOf(oldest))
    this.#unbalanced(oldest)
  }
  #unbalanced({ kind, id, sum }: Posting): void {
    this.findings.check('I1', false, () => `${kind} ${id}: its postings sum to ${sum}`)
  }
  #addTotal(environment: string, amount: number): void {
    this.#totals.set(environment, (this.#totals.get(environment) ?? 0) + amount)
  }
  #addReceivable(account: string, environment: string, amount: number): void {
    const key = `${account.slice('receivable:'.length)}/${environment}`
    this.receivables.set(key, (this.receivables.get(key) ?? 0) + amount)
  }
  #tally({ kind, id, wallet, owed, shares }: Posting): void {
    if (kind === 'charge') this.tallies.charge.add(id, -wallet)
    else if (kind === 'refund') this.tallies.refund.add(id, wallet)
    else if (FUNDS.has(kind)) this.tallies.funds.add(id, wallet + owed)
    else if (kind === 'allotment') this.tallies.funds.add(id, Math.max(...shares.values()))
  }

  /** After the last entry. */
  end(): void {
    for (const posting of this.#open.values()) this.#unbalanced(posting)
    for (const [environment, total] of this.#totals)
      this.findings.check('I1', total === 0, () => `${environment}: the postings sum to ${total}`)
  }
}

const addShare = ({ shares }: Posting, account: string, amount: number): unknown =>
  shares.set(account, (shares.get(account) ?? 0) + amount)

const keyOf = ({ kind, environment, id }: Pick<Posting, 'kind' | 'environment' | 'id'>): string =>
  `${kind}/${environment}/${id}`
