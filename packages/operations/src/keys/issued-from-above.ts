import type { Viewer } from '@parakh/core'

/** The account for which a secret of a key is issued, if it is one above the account of the key; null: its own, or an operator's. */
export const issuedFromAbove = ({ accountId }: Pick<Viewer, 'accountId'>, ofKey: string): string | null =>
  accountId === ofKey ? null : accountId
