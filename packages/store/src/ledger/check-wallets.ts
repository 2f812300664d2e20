import { ENVIRONMENTS, walletKey } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'
import { type WalletEntries, walletEntries } from './wallet-entries.ts'

const PAGE = 500

const Wallet = z.object({
  account_id: z.string(),
  environment: z.enum(ENVIRONMENTS),
  posted: Counted,
  held: Counted,
  owed: Counted,
  version: Counted,
  closing_balance: Counted,
  closing_version: Counted,
})
type Wallet = z.output<typeof Wallet>

/** What wallets are held against. */
export interface WalletCheck {
  readonly findings: Findings
  /** What is receivable of an account, by account and environment. */
  readonly receivables: ReadonlyMap<string, number>
  /** Called with how many entries were read. */
  progress(entries: number): void
}

/**
 * Holds every wallet against its entries, its open holds and what it owes: I2 to I5, I8. Memory holds one page, the open holds and
 * the accounts that owe.
 *
 * @returns How many wallets and open holds there are.
 */
export async function checkWallets(
  snapshot: Snapshot,
  check: WalletCheck,
): Promise<{ wallets: number; openHolds: number }> {
  const withEntries = await checkByEntries(snapshot, check)
  const open = await readOpenHolds(snapshot)
  const owing = new Map(check.receivables)
  let [wallets, expected] = [0, 0]
  for (let last: Wallet | null = null; ; ) {
    const page: readonly Wallet[] = await readWallets(snapshot, last)
    for (const wallet of page) {
      checkStanding(wallet, check.findings, {
        held: take(open.held, keyOf(wallet)),
        receivable: take(owing, keyOf(wallet)),
      })
      if (wallet.version !== wallet.closing_version) expected += 1
    }
    wallets += page.length
    last = page.at(-1) ?? null
    if (!last) break
  }
  const { findings } = check
  findings.check(
    'I8',
    expected === withEntries,
    () => `${expected} wallets should have entries since the last archive, ${withEntries} have`,
  )
  for (const [key, held] of open.held) findings.check('I5', false, () => `${key}: ${held} in open holds, but no wallet`)
  for (const [key, owed] of owing) findings.check('I3', owed === 0, () => `${key}: ${-owed} receivable, but no wallet`)
  return { wallets, openHolds: open.count }
}

const keyOf = (wallet: Wallet): string => walletKey({ accountId: wallet.account_id, environment: wallet.environment })

function take(sums: Map<string, number>, key: string): number {
  const sum = sums.get(key) ?? 0
  sums.delete(key)
  return sum
}

/** @returns How many wallets have entries. */
async function checkByEntries(snapshot: Snapshot, { findings, progress }: WalletCheck): Promise<number> {
  let wallets = 0
  let page: WalletEntries[] = []
  const flush = async (): Promise<void> => {
    const rows = await readNamed(snapshot, page)
    for (const found of page) checkEntries(found, rows.get(`${found.ledgerAccount}/${found.environment}`), findings)
    wallets += page.length
    page = []
  }
  for await (const wallet of walletEntries(snapshot, progress)) {
    page.push(wallet)
    if (page.length >= PAGE) await flush()
  }
  await flush()
  return wallets
}

function checkEntries(found: WalletEntries, wallet: Wallet | undefined, findings: Findings): void {
  const name = `${found.ledgerAccount}/${found.environment}`
  findings.check('I3', wallet !== undefined, () => `${name}: ${found.entries} entries, but no wallet`)
  if (!wallet) return
  const { posted, version, closing_balance: before, closing_version: beforeVersion } = wallet
  const total = before + found.total
  findings.check('I3', posted === total, () => `${name}: posted ${posted}, its entries sum to ${total}`)
  const begins = found.first.version === beforeVersion + 1 && found.first.previous === before
  findings.check('I8', begins, () => `${name}: its first entry is not version ${beforeVersion + 1} after ${before}`)
  findings.check('I8', found.misfits === 0, () => `${name}: ${found.misfits} entries do not follow the one before`)
  const counted = beforeVersion + found.entries
  findings.check('I8', version === counted, () => `${name}: version ${version} of ${counted} entries`)
}

/** What a wallet says of itself, and its open holds. */
function checkStanding(
  wallet: Wallet,
  findings: Findings,
  { held: openHolds, receivable }: { held: number; receivable: number },
): void {
  const { posted, held, owed, version } = wallet
  const name = keyOf(wallet)
  findings.check(
    'I2',
    posted >= 0 && held >= 0 && owed >= 0,
    () => `${name}: posted ${posted}, held ${held}, owed ${owed}`,
  )
  findings.check('I4', posted - held >= 0, () => `${name}: posted ${posted} is less than held ${held}`)
  findings.check('I4', owed === 0 || posted === held, () => `${name}: owes ${owed} and has ${posted - held} available`)
  findings.check('I5', held === openHolds, () => `${name}: held ${held}, its open holds sum to ${openHolds}`)
  findings.check('I3', owed === -receivable, () => `${name}: owes ${owed}, its receivable is ${receivable}`)
  const idle = version === wallet.closing_version
  findings.check(
    'I3',
    !idle || posted === wallet.closing_balance,
    () => `${name}: posted ${posted}, but it has no entry since it had ${wallet.closing_balance}`,
  )
}

function wallets({ transaction, table }: Snapshot): Knex.QueryBuilder {
  return transaction({ w: table('wallet') })
    .leftJoin({ b: table('closing_balance') }, (on) =>
      on.on('b.ledger_account', transaction.raw(`'wallet:' || w.account_id`)).andOn('b.environment', 'w.environment'),
    )
    .select('w.account_id', 'w.environment', 'w.posted', 'w.held', 'w.owed', 'w.version')
    .select(transaction.raw('coalesce(b.balance, 0) as closing_balance, coalesce(b.version, 0) as closing_version'))
}

async function readWallets(snapshot: Snapshot, after: Wallet | null): Promise<readonly Wallet[]> {
  const query = wallets(snapshot).orderBy(['w.account_id', 'w.environment']).limit(PAGE)
  if (after) query.whereRaw('(w.account_id, w.environment) > (?, ?)', [after.account_id, after.environment])
  return z.array(Wallet).parse(await query)
}

/** The wallets of these entries, by ledger account and environment. */
async function readNamed(snapshot: Snapshot, page: readonly WalletEntries[]): Promise<ReadonlyMap<string, Wallet>> {
  if (page.length === 0) return new Map()
  const names = page.map(({ ledgerAccount, environment }) => [ledgerAccount.slice('wallet:'.length), environment])
  const rows = await wallets(snapshot).whereIn(['w.account_id', 'w.environment'], names)
  return new Map(
    z
      .array(Wallet)
      .parse(rows)
      .map((wallet) => [`wallet:${wallet.account_id}/${wallet.environment}`, wallet]),
  )
}

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
