import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE = 5_000

/** What the entries of one wallet come to. */
export interface WalletEntries {
  /** `wallet:<account>`. */
  readonly ledgerAccount: string
  readonly environment: string
  readonly first: { readonly version: number; readonly previous: number }
  version: number
  balance: number
  total: number
  entries: number
  /** Entries that do not follow the one before. */
  misfits: number
}

const Row = z.object({
  ledger_account: z.string(),
  environment: z.string(),
  version: Counted,
  amount: Counted,
  previous: Counted,
  balance: Counted,
})
type Row = z.output<typeof Row>

/**
 * The entries of every wallet, added up in the order of their versions. They come in this order, page by page, however many one wallet has.
 */
export async function* walletEntries(
  snapshot: Snapshot,
  onRead: (entries: number) => void,
): AsyncGenerator<WalletEntries> {
  let current: WalletEntries | null = null
  for (let last: Row | null = null; ; ) {
    const page = await readPage(snapshot, last)
    for (const row of page) {
      if (current && isOf(current, row)) follow(current, row)
      else {
        if (current) yield current
        current = begin(row)
      }
    }
    onRead(page.length)
    last = page.at(-1) ?? null
    if (!last) break
  }
  if (current) yield current
}

const isOf = (wallet: WalletEntries, { ledger_account, environment }: Row): boolean =>
  wallet.ledgerAccount === ledger_account && wallet.environment === environment

function begin({ ledger_account, environment, version, amount, previous, balance }: Row): WalletEntries {
  const misfits = balance === previous + amount ? 0 : 1
  const first = { version, previous }
  return { ledgerAccount: ledger_account, environment, first, version, balance, total: amount, entries: 1, misfits }
}

function follow(wallet: WalletEntries, { version, amount, previous, balance }: Row): void {
  const fits = version === wallet.version + 1 && previous === wallet.balance && balance === previous + amount
  if (!fits) wallet.misfits += 1
  wallet.version = version
  wallet.balance = balance
  wallet.total += amount
  wallet.entries += 1
}

async function readPage({ transaction, table }: Snapshot, after: Row | null): Promise<readonly Row[]> {
  const page = transaction(table('ledger_entry'))
    .whereNotNull('version')
    .orderBy(['ledger_account', 'environment', 'version'])
    .limit(PAGE)
    .select('ledger_account', 'environment', 'version', 'amount', 'previous', 'balance')
  if (after) {
    const place = [after.ledger_account, after.environment, after.version]
    page.whereRaw('(ledger_account, environment, version) > (?, ?, ?)', place)
  }
  return z.array(Row).parse(await page)
}
