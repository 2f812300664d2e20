import { type Environment, micro, type WalletEntry, type WalletEntryQuery, type WalletLedger } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { inSnapshot, type Snapshot } from '../connection/snapshot.ts'
import { borderVersion } from '../statements/border-version.ts'

/** Entries that one page looks at: on SQLite all other reads of the process wait meanwhile. */
export const MOST_ENTRIES = 20_000
/** Entries of one page. */
const MOST_ROWS = 1_000
/** Entries behind the first one of a charge's moment that are looked at for it: other calls of that moment. */
const BESIDE = 2_000

const Entry = z
  .object({
    ...{ version: Counted, at: Counted, kind: z.string(), amount: Counted, balance: Counted },
    ...{ request_id: z.string(), reason: z.string().nullable() },
    ...{ endpoint: z.string().nullable(), call: z.string().nullable() },
  })
  .transform(
    ({ request_id, amount, balance, ...rest }): WalletEntry => ({
      ...{ ...rest, reference: request_id, amount: micro(amount), balance: micro(balance) },
    }),
  )
const Ends = z.object({ first: z.union([Counted, z.null()]), last: z.union([Counted, z.null()]) })

interface EntriesOfWallet {
  readonly snapshot: Snapshot
  readonly ledgerAccount: string
  readonly environment: Environment
}

/**
 * The entries of wallets on a database. Their versions have no gap, so a span of versions is a bound of what is read, by the index that keeps
 * two entries from one version.
 *
 * @example
 * const { entries, next } = await createWalletLedger(database).page({ accountId, environment: 'production' }, { limit: 50 })
 */
export function createWalletLedger(database: Database): WalletLedger {
  const within = <T>(
    { accountId, environment }: { readonly accountId: string; readonly environment: Environment },
    read: (of: EntriesOfWallet) => Promise<T>,
  ): Promise<T> =>
    inSnapshot(database, (snapshot) => read({ snapshot, ledgerAccount: `wallet:${accountId}`, environment }))
  return {
    page: (wallet, query) => within(wallet, (of) => readPage(of, query)),
    ofCall: (call) =>
      within(call, async (of) => {
        const charge = call.chargedAt === null ? [] : await readCharge(of, call.reference, call.chargedAt)
        return [...charge, ...(await readRefund(of, call.reference))]
      }),
  }
}

/** The statement of entries, each with the call that it is of. */
function select({ snapshot: { transaction, table }, ledgerAccount, environment }: EntriesOfWallet): Knex.QueryBuilder {
  return transaction({ e: table('ledger_entry') })
    .leftJoin({ c: table('call') }, 'c.reference', 'e.transaction_id')
    .where({ 'e.ledger_account': ledgerAccount, 'e.environment': environment })
    .select('e.version', 'e.at', 'e.kind', 'e.amount', 'e.balance', 'e.request_id', 'e.reason')
    .select('c.endpoint', 'c.reference as call')
}

async function readPage(of: EntriesOfWallet, { limit, ...query }: WalletEntryQuery) {
  const span = await spanOf(of, query)
  if (span === null) return { entries: [], next: null }
  const wanted = Math.min(limit, MOST_ROWS)
  const lowest = Math.max(span.first, span.last - MOST_ENTRIES + 1)
  const rows = select(of)
    .whereBetween('e.version', [lowest, span.last])
    .orderBy('e.version', 'desc')
    .limit(wanted + 1)
  const { kind, reference } = query
  if (kind !== undefined) rows.where('e.kind', kind)
  if (reference !== undefined)
    rows.where((either) => either.where('e.request_id', reference).orWhere('e.transaction_id', reference))
  const found = z.array(Entry).parse(await rows)
  const entries = found.slice(0, wanted)
  if (found.length > wanted) return { entries, next: entries.at(-1)?.version ?? null }
  return { entries, next: lowest > span.first ? lowest : null }
}

/** The versions of a page's times, both included; null: there are none. */
async function spanOf(of: EntriesOfWallet, { before, from, until, version }: Omit<WalletEntryQuery, 'limit'>) {
  const { transaction, table } = of.snapshot
  const ends = (direction: 'asc' | 'desc') =>
    transaction(table('ledger_entry'))
      .where({ ledger_account: of.ledgerAccount, environment: of.environment })
      .whereNotNull('version')
      .orderBy('version', direction)
      .limit(1)
      .select('version')
  const row: unknown = await transaction.select({ first: ends('asc'), last: ends('desc') }).first()
  const { first, last } = Ends.parse(row)
  if (first === null || last === null) return null
  const lowest = [first, version ?? 0, from === undefined ? 0 : ((await borderVersion(of, from)) ?? 0)]
  const highest = [last, version ?? last, before === undefined ? last : before - 1]
  if (until !== undefined) highest.push(((await borderVersion(of, until)) ?? last + 1) - 1)
  const span = { first: Math.max(...lowest), last: Math.min(...highest) }
  return span.first > span.last ? null : span
}

/** The charge of a call: it stands among the entries of its moment, which are found by halving (`borderVersion`). */
async function readCharge(of: EntriesOfWallet, reference: string, chargedAt: number): Promise<readonly WalletEntry[]> {
  const border = await borderVersion(of, chargedAt)
  if (border === null) return []
  const rows: unknown = await select(of)
    .whereBetween('e.version', [border, border + BESIDE])
    .where({ 'e.transaction_id': reference, 'e.kind': 'charge' })
    .orderBy('e.version')
    .limit(1)
  return z.array(Entry).parse(rows)
}

/** What came back of a call: an index has the entries of refunds, which are few, by their call. */
async function readRefund(of: EntriesOfWallet, reference: string): Promise<readonly WalletEntry[]> {
  const rows: unknown = await select(of)
    // Said in the text, as the index says it: of a bound value the planner does not know that the index has it.
    .whereRaw(`e.kind = 'refund'`)
    .where('e.transaction_id', reference)
    .whereNotNull('e.version')
    .limit(1)
  return z.array(Entry).parse(rows)
}
