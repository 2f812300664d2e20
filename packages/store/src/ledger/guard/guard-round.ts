import type { BrokenInvariant } from '@parakh/core'
import type { Database } from '../../connection/database.ts'
import { inCheckSnapshot, type Snapshot } from '../../connection/snapshot.ts'
import { storedEntries } from '../entry-scope.ts'
import { checksOfEntries } from '../invariants/checks-of-entries.ts'
import { findAllBroken } from '../invariants/find-broken.ts'
import { FIRST_PLACE, nextWallets } from '../invariants/wallet-page.ts'
import { checkWallets, type WalletBounds, walletsOfEntries } from '../invariants/wallets.ts'
import { nextCut, stableId } from '../stable-id.ts'
import { type GuardPlace, keepPlace, takeTurn } from './guard-turn.ts'
import { readNextPeriod } from './next-period.ts'

/** Ids that are checked at once, and how often in one round: a guard that is behind catches up. */
const IDS = 20_000
const MOST_RANGES = 10
/** Wallets of one round whose turn it is. */
const WALLETS = 500
const BOUNDS: WalletBounds = { entries: 200, receivables: 1_000, events: 50 }

/**
 * One round of the guard: what was written since the last one, the wallets that it was posted to, some more wallets and one closed
 * period, from one snapshot. The queries run in the database; this process has little to do. An expired hold is no reason to stop money: a
 * database that was away for a minute would look the same.
 *
 * @returns What is broken; nothing where another process has the turn.
 */
export async function guardRound(
  database: Database,
  { owner, at }: { readonly owner: string; readonly at: number },
): Promise<readonly BrokenInvariant[]> {
  const place = await takeTurn(database, owner, at)
  if (!place) return []
  const stable = await stableId(database)
  const broken: BrokenInvariant[] = []
  const next = await inCheckSnapshot(database, async (snapshot) => ({
    checked_id: await checkRecent(snapshot, { after: place.checked_id, last: stable ?? 0, at }, broken),
    ...(await checkSlice(snapshot, place, broken)),
    period: await readNextPeriod(snapshot, place.period, broken),
  }))
  // Money is stopped after this: until it is mended, each round finds it again, whatever becomes of this process.
  if (broken.length === 0) await keepPlace(database, owner, next)
  return broken
}

interface Recent {
  readonly after: number
  readonly last: number
  readonly at: number
}

/** @returns The id up to which entries are checked now. */
async function checkRecent(
  snapshot: Snapshot,
  { after, last, at }: Recent,
  broken: BrokenInvariant[],
): Promise<number> {
  const { transaction, dialect, table } = snapshot
  let checked = after
  for (let ranges = 0; ranges < MOST_RANGES; ranges += 1) {
    const through = await nextCut({ knex: transaction, dialect, table }, { after: checked, last, ids: IDS })
    if (through === null) break
    const range = { after: checked, through }
    const wallets = walletsOfEntries(storedEntries(snapshot, range))
    const checks = [...checksOfEntries(snapshot, range, at), checkWallets(snapshot, wallets, BOUNDS)]
    broken.push(...(await findAllBroken(transaction, checks)))
    checked = through
  }
  return checked
}

/** The next wallets; from the first again after the last. */
async function checkSlice(snapshot: Snapshot, place: GuardPlace, broken: BrokenInvariant[]) {
  const after = { account: place.wallet_account, environment: place.wallet_environment }
  const { wallets, last } = await nextWallets(snapshot, after, WALLETS)
  broken.push(...(await findAllBroken(snapshot.transaction, [checkWallets(snapshot, wallets, BOUNDS)])))
  const { account, environment } = last ?? FIRST_PLACE
  return { wallet_account: account, wallet_environment: environment }
}
