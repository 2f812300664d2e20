import type { Money, PriceEntry } from '@parakh/core'
import type { CommissionTree } from '../prices/lines.ts'
import type { SoldEndpoint } from '../prices/sold-endpoint.ts'

/** A price that a call of a line below the account may have. */
export interface Candidate {
  /** The entry that it is of; null: of the configuration or the plugin. */
  readonly entryId: string | null
  readonly price: Money
  /** What its line would be paid, in basis points. */
  readonly lineBasisPoints: number
  readonly whose: string
}

/** What is changed, and where. */
export interface Changed {
  /** As it would be. */
  readonly tree: CommissionTree
  /** Whose place or rate is changed: lines that it is a part of. */
  readonly accountId: string
  /** True: the charges of the account itself too, and not of those below it alone. */
  readonly itself?: boolean
  readonly now: Date
}

/**
 * Every price in force or planned that a call below the account may have, with what its line would be paid. Prices of a super admin hold
 * below it alone.
 *
 * @param entries In the order of writing.
 */
export function candidates(
  { listed, configured }: SoldEndpoint,
  entries: readonly PriceEntry[],
  { tree, accountId, itself = false, now }: Changed,
): readonly Candidate[] {
  const everybody = tree.mostPaid(null, accountId)
  const base = configured ?? listed
  const own = base === null ? [] : [{ entryId: null, price: base, lineBasisPoints: everybody, whose: 'everybody' }]
  const above = new Set(tree.line(accountId).map((level) => level.accountId))
  const set = standingEntries(entries, now).flatMap((entry): readonly Candidate[] => {
    const { id: entryId, ownerAccountId: owner, price, accountId: payer, role } = entry
    if (price === null || (owner !== null && !above.has(owner))) return []
    if (payer === null) {
      const lineBasisPoints = tree.mostPaid(role, accountId)
      return [{ entryId, price, lineBasisPoints, whose: role ?? 'everybody' }]
    }
    const below = tree.line(payer).some((level) => level.accountId === accountId && (itself || payer !== accountId))
    return below ? [{ entryId, price, lineBasisPoints: tree.paidAbove(payer), whose: `the account ${payer}` }] : []
  })
  return [...own, ...set]
}

/** Without those in whose place another one stands. @param entries In the order of writing. */
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
