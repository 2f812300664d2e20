import { type CallLeg, type CommissionLeg, type Money, priceOf, type WalletOwner } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const PAGE = 500

const Legs = z.array(z.object({ accountId: z.string(), amount: z.number().transform(priceOf) }))
const SoldRow = z.object({
  id: Counted,
  reference: z.string(),
  charged: Counted,
  /** As they stand with the call. */
  text: z.string(),
})
const SoldCall = SoldRow.transform((call) => ({ ...call, legs: Legs.parse(JSON.parse(call.text)) }))
/** A call that was paid with money which turned out to be none. */
export type Sold = z.output<typeof SoldCall>

/**
 * The newest calls that were paid with money which turned out to be none: as many whole calls as what is gone pays for, none from before
 * `since`, none whose commission was taken back (decision 0024). The wallet is locked, so no call is charged or refunded meanwhile. A
 * call that its source may still fail is left out: its refund takes the commission back.
 *
 * @param since When the money came in.
 * @param gone What the wallet no longer has of it: spent on calls.
 * @returns Newest first.
 */
export async function callsPaidWith(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { accountId, environment, since, gone }: WalletOwner & { readonly since: Date; readonly gone: Money },
): Promise<readonly Sold[]> {
  const taken: Sold[] = []
  let left: number = gone
  for (let before = Number.MAX_SAFE_INTEGER; left > 0; ) {
    const rows: unknown = await transaction({ c: table('call') })
      .leftJoin({ b: table('clawback') }, 'b.reference', 'c.reference')
      .where({ 'c.account_id': accountId, 'c.environment': environment })
      .where('c.id', '<', before)
      .where('c.at', '>=', since.getTime())
      .where('c.charged', '>', 0)
      .where('c.refunded', 0)
      .whereRaw(`coalesce(c.async_state, '') <> 'pending'`)
      .whereNull('b.reference')
      .orderBy('c.id', 'desc')
      .limit(PAGE)
      .select('c.id as id', 'c.reference as reference', 'c.charged as charged', 'c.legs as text')
    const page = z.array(SoldCall).parse(rows)
    const paid = wholeCallsOf(page, left)
    taken.push(...paid)
    left -= paid.reduce((sum, { charged }) => sum + charged, 0)
    const last = page.at(-1)
    if (!last || paid.length < page.length || page.length < PAGE) return taken
    before = last.id
  }
  return taken
}

/** As many whole calls as so much money pays for. @param calls In their order: none is taken after one that costs more than is left. */
export function wholeCallsOf<C extends Pick<Sold, 'charged'>>(calls: readonly C[], money: number): readonly C[] {
  let left = money
  const beyond = calls.findIndex(({ charged }) => {
    left -= charged
    return left < 0
  })
  return beyond < 0 ? calls : calls.slice(0, beyond)
}

/** What of them was paid on, by payee. */
export function sharesOf(sold: readonly Pick<Sold, 'legs'>[]): readonly CommissionLeg[] {
  const shares = new Map<string, number>()
  for (const { accountId, amount } of sold.flatMap(({ legs }) => legs))
    shares.set(accountId, (shares.get(accountId) ?? 0) + amount)
  return [...shares].map(([accountId, amount]) => ({ accountId, amount: priceOf(amount) }))
}

/** Marks calls whose commission is taken back: none is taken twice, and a refund that comes later takes it back no second time. */
export async function markClawedBack(
  transaction: Knex.Transaction,
  database: Pick<Database, 'table'>,
  { sold, by }: { readonly sold: readonly Sold[]; readonly by: string },
): Promise<void> {
  for (let from = 0; from < sold.length; from += PAGE)
    await transaction(database.table('clawback')).insert(
      sold.slice(from, from + PAGE).map(({ reference }) => ({ reference, reversed_id: by })),
    )
  await markLegs(transaction, database, sold)
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
