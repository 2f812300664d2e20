import { type Environment, micro, type StatementLedger, type StatementPeriod, type WalletMovement } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { inSnapshot, type Snapshot } from '../connection/snapshot.ts'
import { storeErrors } from '../error-codes.ts'
import { requireCompleteFrom } from './archived-entries.ts'
import { borderVersion, entriesOf, type NumberedEntries } from './border-version.ts'

const Movement = z
  .object({
    ...{ version: Counted, at: Counted, kind: z.string(), amount: Counted, balance: Counted },
    ...{ request_id: z.string(), reason: z.string().nullable(), endpoint: z.string().nullable() },
  })
  .transform(
    ({ request_id, amount, balance, ...rest }): WalletMovement => ({
      ...rest,
      reference: request_id,
      amount: micro(amount),
      balance: micro(balance),
    }),
  )
const Standing = z.object({ balance: Counted })

/**
 * The ledger on a database, as statements read it. The entries of a wallet are found by their versions, so that no index has to be
 * kept for it (decision 0025).
 *
 * @example
 * const ledger = createStatementLedger(database)
 * const { opening, closing } = await ledger.walletSpan({ accountId, environment: 'production', from, until })
 */
export function createStatementLedger(database: Database): StatementLedger {
  return {
    walletSpan: (period) => inSnapshot(database, (snapshot) => walletSpan(snapshot, period)),
    async walletMovements({ accountId, environment }, { after, through, limit }) {
      const { knex, table } = database
      const rows: unknown = await knex({ e: table('ledger_entry') })
        .leftJoin({ c: table('call') }, 'c.reference', 'e.transaction_id')
        .where({ 'e.ledger_account': walletOf(accountId), 'e.environment': environment })
        .where('e.version', '>', after)
        .where('e.version', '<=', through)
        .orderBy('e.version')
        .limit(limit)
        .select('e.version', 'e.at', 'e.kind', 'e.amount', 'e.balance', 'e.request_id', 'e.reason', 'c.endpoint')
      return z.array(Movement).parse(rows)
    },
  }
}

const walletOf = (accountId: string): string => `wallet:${accountId}`

async function walletSpan(snapshot: Snapshot, period: StatementPeriod) {
  const { accountId, environment, from, until } = period
  await requireWallet(snapshot, { accountId, environment })
  const entries = { snapshot, ledgerAccount: walletOf(accountId), environment }
  const kept = await requireCompleteFrom(entries, from)
  const first = await borderVersion(entries, from)
  const next = await borderVersion(entries, until)
  // Where nothing is left of a wallet, its last version is the archived one.
  const after = first === null ? kept.version : first - 1
  const through = next === null ? kept.version : next - 1
  const balanceAt = async (version: number) =>
    micro(version === kept.version ? kept.balance : await readBalance(entries, version))
  return { after, through, opening: await balanceAt(after), closing: await balanceAt(through) }
}

async function requireWallet(
  { transaction, table }: Snapshot,
  { accountId, environment }: { accountId: string; environment: Environment },
): Promise<void> {
  const row: unknown = await transaction(table('wallet')).where({ account_id: accountId, environment }).first('version')
  if (row === undefined) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
}

async function readBalance(entries: NumberedEntries, version: number) {
  const row: unknown = await entriesOf(entries).where({ version }).first('balance')
  return Standing.parse(row).balance
}
