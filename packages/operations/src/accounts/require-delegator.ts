import { type Account, actRefusal, coreErrors, forbidden, type Viewer } from '@parakh/core'

/** Who changes a delegation, and to what. */
interface Delegation {
  readonly viewer: Pick<Viewer, 'accountId'>
  readonly granted: readonly string[]
  readonly allowed: boolean
  /** The error for an account above, which cannot allow itself what the account has to allow. */
  readonly code: 'KEYS_NOT_DELEGATED' | 'PEOPLE_NOT_DELEGATED'
}

/**
 * Refuses a change of a delegation by an account above, and a new delegation by anybody of the account but its owners.
 *
 * @throws `KEYS_NOT_DELEGATED`, `PEOPLE_NOT_DELEGATED`, `FORBIDDEN`
 */
export function requireDelegator(id: Account['id'], { viewer, granted, allowed, code }: Delegation): void {
  const isOwn = viewer.accountId === id
  const relation = viewer.accountId === null ? 'operator' : isOwn ? 'own' : 'above'
  if (actRefusal({ act: 'delegate', relation, granted, on: allowed }) === null) return
  throw isOwn
    ? forbidden('Only an owner of the account can delegate to the accounts above')
    : coreErrors.error(code, { id })
}
