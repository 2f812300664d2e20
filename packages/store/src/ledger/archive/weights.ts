import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Counted } from '../../columns.ts'
import type { EntryLine } from '../entry-lines.ts'
import type { Findings } from '../findings.ts'
import type { Snapshot } from '../snapshot.ts'

const MODULUS = 1n << 256n
const PAGE = 2_000

/**
 * Holds closing balances against the entries that they stand for, without a sum for each account in memory: amounts are weighted by
 * a hash of their account, and the weighted sums of both sides must be the same. The entries of a wallet are counted likewise.
 */
export class Weights {
  #amounts = 0n
  #versions = 0n

  add([, , , account, environment, amount, , , version]: EntryLine): void {
    this.#add({ account, environment, amount, versions: version === null ? 0 : 1 }, 1n)
  }

  /** @param sign -1n takes away. */
  #add(of: { account: string; environment: string; amount: number; versions: number }, sign: bigint): void {
    const { account, environment, amount, versions } = of
    const weight = BigInt(`0x${createHash('sha256').update(`${environment}/${account}`).digest('hex')}`) * sign
    this.#amounts = (this.#amounts + BigInt(amount) * weight) % MODULUS
    this.#versions = (this.#versions + BigInt(versions) * weight) % MODULUS
  }

  /** Once, after the last entry of the last archive. */
  async compare(snapshot: Snapshot, findings: Findings): Promise<void> {
    for await (const { ledger_account: account, environment, balance: amount, version } of closingBalances(snapshot))
      this.#add({ account, environment, amount, versions: version ?? 0 }, -1n)
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
type ClosingBalance = z.output<typeof ClosingBalance>

/** Every closing balance, page by page. */
export async function* closingBalances({
  transaction,
  table,
}: Pick<Snapshot, 'transaction' | 'table'>): AsyncGenerator<ClosingBalance> {
  for (let last: ClosingBalance | null = null; ; ) {
    const query = transaction(table('closing_balance')).orderBy(['ledger_account', 'environment']).limit(PAGE)
    if (last) query.whereRaw('(ledger_account, environment) > (?, ?)', [last.ledger_account, last.environment])
    const page: readonly ClosingBalance[] = z.array(ClosingBalance).parse(await query)
    yield* page
    last = page.at(-1) ?? null
    if (!last) return
  }
}
