import { ENVIRONMENTS, walletKey } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE = 200

const Wallet = z.object({
  account_id: z.string(),
  environment: z.enum(ENVIRONMENTS),
  posted: Counted,
  held: Counted,
  version: Counted,
  total: Counted,
  entries: Counted,
  misfits: Counted,
})
type Wallet = z.output<typeof Wallet>

/**
 * Holds every wallet against its entries and its open holds: I2 to I5, I8.
 *
 * @param progress Called with how many were checked.
 * @returns How many wallets and open holds there are.
 */
export async function checkWallets(
  snapshot: Snapshot,
  findings: Findings,
  progress: (done: number) => void,
): Promise<{ wallets: number; openHolds: number }> {
  const open = await readOpenHolds(snapshot)
  let wallets = 0
  for (let last: Wallet | null = null; ; ) {
    const page: readonly Wallet[] = await readWallets(snapshot, last)
    for (const wallet of page) {
      const key = walletKey({ accountId: wallet.account_id, environment: wallet.environment })
      checkWallet(wallet, open.held.get(key) ?? 0, findings)
      open.held.delete(key)
    }
    wallets += page.length
    progress(wallets)
    last = page.at(-1) ?? null
    if (!last) break
  }
  for (const [key, held] of open.held) findings.check('I5', false, () => `${key}: ${held} in open holds, but no wallet`)
  return { wallets, openHolds: open.count }
}

function checkWallet(wallet: Wallet, openHolds: number, findings: Findings): void {
  const { posted, held, version, total, entries, misfits } = wallet
  const name = `${wallet.account_id}/${wallet.environment}`
  findings.check('I2', posted >= 0 && held >= 0, () => `${name}: posted ${posted}, held ${held}`)
  findings.check('I3', posted === total, () => `${name}: posted ${posted}, its entries sum to ${total}`)
  findings.check('I4', posted - held >= 0, () => `${name}: posted ${posted} is less than held ${held}`)
  findings.check('I5', held === openHolds, () => `${name}: held ${held}, its open holds sum to ${openHolds}`)
  findings.check('I8', misfits === 0, () => `${name}: ${misfits} entries do not follow the one before`)
  findings.check('I8', version === entries, () => `${name}: version ${version} of ${entries} entries`)
}

/** A page of wallets with the sum of their entries, and how many of these do not follow the one before. */
async function readWallets({ transaction, table }: Snapshot, after: Wallet | null): Promise<readonly Wallet[]> {
  const page = transaction(table('wallet'))
    .select('account_id', 'environment', 'posted', 'held', 'version')
    .orderBy(['account_id', 'environment'])
    .limit(PAGE)
  if (after) page.whereRaw('(account_id, environment) > (?, ?)', [after.account_id, after.environment])
  const rows: unknown = await transaction
    .with('page', page)
    .with('numbered', transaction.raw(NUMBERED, [table('ledger_entry')]))
    .with('summed', transaction.raw(SUMMED))
    .from('page')
    .leftJoin('summed', (on) =>
      on
        .on('summed.ledger_account', transaction.raw(`'wallet:' || page.account_id`))
        .andOn('summed.environment', 'page.environment'),
    )
    .orderBy(['page.account_id', 'page.environment'])
    .select('page.*', transaction.raw('coalesce(total, 0) as total, coalesce(entries, 0) as entries'))
    .select(transaction.raw('coalesce(misfits, 0) as misfits'))
  return z.array(Wallet).parse(rows)
}

const NUMBERED = `select ledger_account, environment, amount,
    case when version = row_number() over numbered and previous = coalesce(lag(balance) over numbered, 0)
      and balance = previous + amount then 0 else 1 end as misfit
  from ?? where version is not null and ledger_account in (select 'wallet:' || account_id from page)
  window numbered as (partition by ledger_account, environment order by version)`
const SUMMED = `select ledger_account, environment, sum(amount) as total, count(*) as entries, sum(misfit) as misfits
  from numbered group by ledger_account, environment`

const OpenHold = z.object({
  account_id: z.string(),
  environment: z.enum(ENVIRONMENTS),
  held: Counted,
  calls: Counted,
})

/** Few: what is under way now. */
async function readOpenHolds({ transaction, table }: Snapshot): Promise<{ held: Map<string, number>; count: number }> {
  const rows: unknown = await transaction(table('call'))
    .whereRaw(`phase in ('held', 'dispatched')`)
    .groupBy('account_id', 'environment')
    .select('account_id', 'environment')
    .sum({ held: 'price' })
    .count({ calls: '*' })
  const holds = z.array(OpenHold).parse(rows)
  return {
    held: new Map(
      holds.map((hold) => [walletKey({ accountId: hold.account_id, environment: hold.environment }), hold.held]),
    ),
    count: holds.reduce((count, { calls }) => count + calls, 0),
  }
}
