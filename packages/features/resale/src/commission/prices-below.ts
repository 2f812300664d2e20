import type { Price } from '@parakh/core'
import type { PriceEntry } from '../contract/prices.ts'
import type { CommissionTree } from '../prices/commission-tree.ts'
import type { SoldEndpoint } from '../prices/sold-endpoint.ts'

/** A price that may apply to a call below the account, with its line. */
export interface Candidate {
  /** Its price entry; null: from the configuration or the plugin. */
  readonly entryId: string | null
  readonly price: Price
  /** The commission of its line, in basis points. */
  readonly lineBasisPoints: number
  readonly whose: string
}

/** The change to be checked. */
export interface Changed {
  /** The tree after the change. */
  readonly tree: CommissionTree
  /** The account whose parent or rate changes; only lines through it are checked. Null: every line. */
  readonly accountId: string | null
  /** True: check charges of the account itself too, not only of accounts below it. */
  readonly itself?: boolean
  readonly now: Date
}

/**
 * Every price in force or planned that may apply to a call below the account, with the commission of its line. Prices of a super admin
 * apply only below it.
 *
 * @param entries Those of the endpoint, in the order of writing.
 */
export function candidates(
  { listed, configured, tier }: SoldEndpoint,
  entries: readonly PriceEntry[],
  { tree, accountId, itself = false, now }: Changed,
): readonly Candidate[] {
  const everybody = tree.mostPaid(null, accountId ?? undefined)
  const base = configured ?? listed
  const own = base === null ? [] : [{ entryId: null, price: base, lineBasisPoints: everybody, whose: 'everybody' }]
  const above = new Set(tree.line(accountId).map((level) => level.accountId))
  const ofItem = entries.filter((entry) => entry.tier === tier)
  const set = standingEntries(ofItem, now).flatMap((entry): readonly Candidate[] => {
    const { id: entryId, ownerAccountId: owner, price, accountId: payer, role } = entry
    if (price === null || (owner !== null && accountId !== null && !above.has(owner))) return []
    if (payer === null) {
      const lineBasisPoints = tree.mostPaid(role, accountId ?? owner ?? undefined)
      return [{ entryId, price, lineBasisPoints, whose: role ?? 'everybody' }]
    }
    const below =
      accountId === null ||
      tree.line(payer).some((level) => level.accountId === accountId && (itself || payer !== accountId))
    return below ? [{ entryId, price, lineBasisPoints: tree.paidAbove(payer), whose: `the account ${payer}` }] : []
  })
  return [...own, ...set]
}

/** The entries that no other entry has replaced. @param entries In the order of writing. */
function standingEntries(entries: readonly PriceEntry[], now: Date): readonly PriceEntry[] {
  const slot = ({ ownerAccountId, accountId, role, fromCalls }: PriceEntry): string =>
    JSON.stringify([ownerAccountId, accountId, role, fromCalls])
  return entries.filter(
    (entry, place) =>
      !entries.some(
        (other, later) =>
          slot(other) === slot(entry) &&
          other.validFrom <= now &&
          (other.validFrom > entry.validFrom ||
            (other.validFrom.getTime() === entry.validFrom.getTime() && later > place)),
      ),
  )
}
