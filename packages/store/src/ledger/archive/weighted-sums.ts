import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Counted } from '../../columns.ts'
import type { Snapshot } from '../../connection/snapshot.ts'
import type { EntryScope } from '../entry-scope.ts'
import type { Findings } from '../findings.ts'

const MODULUS = 1n << 256n
const PAGE = 2_000

/**
 * Holds closing balances against the entries that they stand for, without a sum for each account in memory: amounts are weighted by
 * a hash of their account, and the weighted sums of both sides must be the same. The entries of a wallet are counted likewise.
 */
export class Weights {
  #amounts = 0n
  #versions = 0n
  /** How many were added. */
  entries = 0

  /** Adds archived entries. */
  async add({ transaction }: Snapshot, { sql, bindings }: EntryScope): Promise<void> {
    const sums = `select ledger_account, environment, sum(amount) as balance, count(version) as version, count(*) as entries
      from (${sql}) entry group by ledger_account, environment`
    const rows: unknown = await transaction.select('*').from(transaction.raw(`(${sums}) sums`, bindings))
    for (const row of z.array(Sums).parse(rows)) {
      this.#add(row, 1n)
      this.entries += row.entries
    }
  }

  /** @param sign -1n takes away. */
  #add({ ledger_account: account, environment, balance, version }: ClosingBalance, sign: bigint): void {
    const weight = BigInt(`0x${createHash('sha256').update(`${environment}/${account}`).digest('hex')}`) * sign
    this.#amounts = (this.#amounts + BigInt(balance) * weight) % MODULUS
    this.#versions = (this.#versions + BigInt(version ?? 0) * weight) % MODULUS
  }

  /** Once, after the last entry of the last archive. */
  async compare(snapshot: Snapshot, findings: Findings): Promise<void> {
    for await (const balance of closingBalances(snapshot)) this.#add(balance, -1n)
    findings.check('I3', this.#amounts === 0n, () => 'the closing balances are not the sums of the archived entries')
    findings.check('I8', this.#versions === 0n, () => 'the closing versions are not the counts of the archived entries')
  }
}

const ClosingBalance = z.object({
  ledger_account: z.string(),
  environment: z.string(),
  balance: Counted,
  version: z.union([Counted, z.null()]),
})
const Sums = ClosingBalance.extend({ entries: Counted })
type ClosingBalance = z.output<typeof ClosingBalance>

/** Every closing balance, page by page. */
async function* closingBalances({ transaction, table }: Snapshot): AsyncGenerator<ClosingBalance> {
  for (let last: ClosingBalance | null = null; ; ) {
    const query = transaction(table('closing_balance')).orderBy(['ledger_account', 'environment']).limit(PAGE)
    if (last) query.whereRaw('(ledger_account, environment) > (?, ?)', [last.ledger_account, last.environment])
    const page: readonly ClosingBalance[] = z.array(ClosingBalance).parse(await query)
    yield* page
    last = page.at(-1) ?? null
    if (!last) return
  }
}
