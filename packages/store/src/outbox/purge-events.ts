import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'

/** Wallets of one short transaction. */
const PAGE = 100
/** Between two transactions, so that calls come in between. */
const PAUSE_MS = 5

const Wallet = z.object({ account_id: z.string(), environment: z.string() })
type Wallet = z.output<typeof Wallet>

/**
 * Drops delivered events from before a time. What is left of a wallet is numbered without a gap up to its newest event, which is always
 * kept: the check of the ledger goes by that (I13).
 *
 * @param before Milliseconds since 1970.
 * @returns How many were dropped.
 */
export async function purgeEvents(database: Database, before: number): Promise<number> {
  let dropped = 0
  for (let last: Wallet | null = null; ; ) {
    const page: readonly Wallet[] = await walletsWithOld(database, last, before)
    last = page.at(-1) ?? null
    if (!last) return dropped
    dropped += await dropOld(database, page, before)
    await sleep(PAUSE_MS)
  }
}

async function walletsWithOld(
  { knex, table }: Database,
  after: Wallet | null,
  before: number,
): Promise<readonly Wallet[]> {
  const query = knex({ w: table('wallet') })
    .whereExists((old) =>
      old
        .from({ o: table('outbox') })
        .whereRaw('o.account_id = w.account_id and o.environment = w.environment and o.sequence < w.event_sequence')
        .where('o.at', '<', before)
        .whereNotNull('o.delivered_at')
        .select(knex.raw('1')),
    )
    .orderBy(['account_id', 'environment'])
    .limit(PAGE)
    .select('account_id', 'environment')
  if (after) query.whereRaw('(account_id, environment) > (?, ?)', [after.account_id, after.environment])
  return z.array(Wallet).parse(await query)
}

/** Only what stands before the first event that is kept. */
async function dropOld(database: Database, page: readonly Wallet[], before: number): Promise<number> {
  const outbox = database.table('outbox')
  return await database.write(async (transaction) => {
    let dropped = 0
    for (const { account_id, environment } of page) {
      const rows = () => transaction(outbox).where({ account_id, environment })
      const [kept] = z.array(z.object({ first: z.coerce.number() })).parse(
        await rows()
          .where((stays) =>
            stays.where('at', '>=', before).orWhereNull('delivered_at').orWhere('sequence', rows().max('sequence')),
          )
          .min({ first: 'sequence' }),
      )
      if (kept) dropped += await rows().where('sequence', '<', kept.first).delete()
    }
    return dropped
  })
}
