/** A revision of the platform's own rows, which transactions of plugins check and raise too. */
export interface PlatformRevision {
  readonly kind: 'platform revision'
  readonly name: 'account-tree'
}

/**
 * Revisions of the platform. What is checked against rows of two owners, such as a price against the line of its account, is checked at one
 * revision that every change of either raises: two changes that are valid one by one are never committed together unseen (no write skew).
 *
 * - `accountTree`: the places of accounts in their tree, and what plugins check against them. Each move of an account raises it.
 */
export const platformRevisions = {
  accountTree: { kind: 'platform revision', name: 'account-tree' },
} as const satisfies Readonly<Record<string, PlatformRevision>>
