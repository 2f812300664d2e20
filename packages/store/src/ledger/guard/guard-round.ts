import type { BrokenInvariant } from '@parakh/core'
import type { Database } from '../../connection/database.ts'
import { checkRange, type IdRange } from '../check-range.ts'
import { cutAt, stableId } from '../stable-id.ts'
import { checkPeriod } from './check-period.ts'
import { checkSlice, checkTouched } from './check-standing.ts'
import { type GuardPlace, keepPlace, takeTurn } from './guard-turn.ts'

/** Ids that are checked at once, and how often in one round: a guard that is behind catches up. */
const RANGE = 20_000
const MOST_RANGES = 10

/**
 * One round of the guard: what was written since the last one, the wallets that it was posted to, some more wallets and one closed
 * period. The statements run in the database; this process has little to do. An expired hold is no reason to stop money: a database
 * that was away for a minute would look the same.
 *
 * @returns What is broken; nothing where another process has the turn.
 */
export async function guardRound(
  database: Database,
  { owner, at }: { readonly owner: string; readonly at: number },
): Promise<readonly BrokenInvariant[]> {
  const place = await takeTurn(database, owner, at)
  if (!place) return []
  const broken: BrokenInvariant[] = []
  const checkedId = await checkRecent(database, place, broken)
  const wallets = await checkSlice(database, {
    account: place.wallet_account,
    environment: place.wallet_environment,
  })
  const period = await checkPeriod(database, place.period)
  broken.push(...wallets.broken, ...period.broken)
  // Money is stopped after this: until it is mended, each round finds it again, whatever becomes of this process.
  if (broken.length > 0) return broken
  await keepPlace(database, owner, {
    checked_id: checkedId,
    wallet_account: wallets.last.account,
    wallet_environment: wallets.last.environment,
    period: period.number,
  })
  return broken
}

/** @returns The id up to which entries are checked now. */
async function checkRecent(database: Database, place: GuardPlace, broken: BrokenInvariant[]): Promise<number> {
  const stable = await stableId(database)
  let after = place.checked_id
  for (let ranges = 0; stable !== null && after < stable && ranges < MOST_RANGES; ranges += 1) {
    const through: number | null = await cutAt(database, Math.min(stable, after + RANGE))
    if (through === null) return after
    if (through <= after) return await skipGap(database, after, Math.min(stable, after + RANGE))
    const range: IdRange = { after, through }
    broken.push(...(await checkRange(database.knex, database, range)), ...(await checkTouched(database, range)))
    after = through
  }
  return after
}

/** Goes on where there is no entry between, as after a large batch that was rolled back; never into a posting that is divided. */
async function skipGap({ knex, table }: Database, after: number, through: number): Promise<number> {
  const entry: unknown = await knex(table('ledger_entry'))
    .where('id', '>', after)
    .where('id', '<=', through)
    .first('id')
  return entry === undefined ? through : after
}
