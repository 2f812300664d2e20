import { type CallLeg, type FundingRecord, type LedgerEntry, type Money, micro } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { writeMoney } from '../wallet/write-money.ts'

const PAGE = 500

/** What is to be taken back, and of what. */
export interface Clawback {
  readonly funding: FundingRecord
  /** What of a reversal was gone from the wallet: spent on calls. */
  readonly gone: Money
  readonly actor: string
  readonly reason: string
  /** Milliseconds since 1970. */
  readonly at: number
}

const Legs = z.array(z.object({ accountId: z.string(), amount: z.number().transform(micro) }))
const Sold = z.object({
  id: Counted,
  reference: z.string(),
  charged: Counted,
  /** As they stand with the call. */
  text: z.string(),
})
const SoldCall = Sold.transform((call) => ({ ...call, legs: Legs.parse(JSON.parse(call.text)) }))
type Sold = z.output<typeof SoldCall>

/**
 * Takes back the commission of the newest calls that were paid with money which turned out to be none: as many whole calls as what is
 * gone pays for, none from before the funding, none twice (decision 0024). The wallet is locked, so no call is charged or refunded
 * meanwhile, and each call is marked: a refund that comes later takes its commission back no second time.
 *
 * @returns What was taken back, of all payees together.
 */
export async function clawBack(
  transaction: Knex.Transaction,
  database: Pick<Database, 'table'>,
  clawback: Clawback,
): Promise<Money> {
  const sold = await callsPaidWith(transaction, database, clawback)
  const shares = new Map<string, number>()
  for (const { accountId, amount } of sold.flatMap(({ legs }) => legs))
    shares.set(accountId, (shares.get(accountId) ?? 0) + amount)
  const total = micro([...shares.values()].reduce((sum, amount) => sum + amount, 0))
  for (let from = 0; from < sold.length; from += PAGE)
    await transaction(database.table('funding_clawback')).insert(
      sold.slice(from, from + PAGE).map(({ reference }) => ({ reference, funding_id: clawback.funding.id })),
    )
  await markLegs(transaction, database, sold)
  if (total === 0) return total
  const entries = [
    ...[...shares].map(([accountId, amount]) => entryOf(clawback, `commission:${accountId}`, micro(-amount))),
    entryOf(clawback, 'revenue', total),
  ]
  await writeMoney(transaction, database, { wallets: [], credits: [], events: [], entries })
  return total
}

/** Few prices and lines make few different legs, so this is few statements. */
async function markLegs(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  sold: readonly Sold[],
): Promise<void> {
  const alike = new Map<string, Sold[]>()
  for (const call of sold) {
    const group = alike.get(call.text) ?? []
    group.push(call)
    if (call.legs.length > 0) alike.set(call.text, group)
  }
  for (const calls of alike.values()) {
    const legs = JSON.stringify(calls[0]?.legs.map((leg): CallLeg => ({ ...leg, clawedBack: true })))
    for (let from = 0; from < calls.length; from += PAGE) {
      const references = calls.slice(from, from + PAGE).map(({ reference }) => reference)
      await transaction(table('call')).whereIn('reference', references).update({ legs })
    }
  }
}

function entryOf({ funding, actor, reason, at }: Clawback, ledgerAccount: string, amount: Money): LedgerEntry {
  const { id, environment } = funding
  return {
    ...{ transaction: id, kind: 'clawback', ledgerAccount, environment, amount, actor, reason, at },
    ...{ requestId: `funding/${id}/chargeback`, priceVersion: '', previous: null, balance: null, version: null },
  }
}

/** Newest first. A call that its source may still fail is left out: its refund takes the commission back. */
async function callsPaidWith(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { funding, gone }: Clawback,
): Promise<readonly Sold[]> {
  const { accountId, environment, createdAt } = funding
  const taken: Sold[] = []
  let left: number = gone
  for (let before = Number.MAX_SAFE_INTEGER; left > 0; ) {
    const rows: unknown = await transaction({ c: table('call') })
      .leftJoin({ b: table('funding_clawback') }, 'b.reference', 'c.reference')
      .where({ 'c.account_id': accountId, 'c.environment': environment })
      .where('c.id', '<', before)
      .where('c.at', '>=', createdAt.getTime())
      .where('c.charged', '>', 0)
      .where('c.refunded', 0)
      .whereRaw(`coalesce(c.async_state, '') <> 'pending'`)
      .whereNull('b.reference')
      .orderBy('c.id', 'desc')
      .limit(PAGE)
      .select('c.id as id', 'c.reference as reference', 'c.charged as charged', 'c.legs as text')
    const page = z.array(SoldCall).parse(rows)
    for (const call of page) {
      if (call.charged > left) return taken
      left -= call.charged
      taken.push(call)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return taken
    before = last.id
  }
  return taken
}
