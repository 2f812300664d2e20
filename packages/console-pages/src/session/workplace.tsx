import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Membership, Session } from './session.ts'

/** Sandbox: with test money and invented answers. */
export type Environment = 'sandbox' | 'production'

/**
 * The environment that the address names. Of an account the first one is the sandbox, where one begins; operators look after what is
 * paid for.
 */
export const environmentOf = (
  { account_id }: Pick<Membership, 'account_id'>,
  named: string | undefined,
): Environment =>
  named === 'production' || named === 'sandbox' ? named : account_id === null ? 'production' : 'sandbox'

/** Where a person works: one account, in one environment, with the scopes of a role. */
export interface Workplace {
  readonly session: Session
  readonly membership: Membership
  readonly accountId: string
  readonly environment: Environment
  may(scope: string): boolean
  /** Whether it is an account below, which is looked at. */
  readonly isBelow: boolean
}

const WorkplaceContext = createContext<Workplace | null>(null)

/** Gives pages the account that they are about. */
export function WorkplaceProvider(props: {
  readonly session: Session
  readonly membership: Membership
  readonly environment: Environment
  readonly children: ReactNode
}) {
  const { session, membership, environment, children } = props
  const workplace = useMemo<Workplace>(() => {
    const scopes = new Set(membership.scopes)
    return {
      ...{ session, membership, environment, accountId: membership.account_id ?? '', isBelow: false },
      may: (scope) => scopes.has('*') || scopes.has(scope),
    }
  }, [session, membership, environment])
  return <WorkplaceContext value={workplace}>{children}</WorkplaceContext>
}

/** What is done for an account below besides reading. */
const DONE_BELOW: readonly string[] = ['people:write', 'accounts:write', 'calls:refund']

/** Gives parts of a page an account below as the one that they are about: it is read there, and little changed. */
export function AccountBelow({ accountId, children }: { readonly accountId: string; readonly children: ReactNode }) {
  const own = useWorkplace()
  const below = useMemo<Workplace>(() => {
    const { account_id, account_role } = own.membership
    const assigns = account_id === null || account_role === 'super_admin'
    return {
      ...{ ...own, accountId, isBelow: true },
      may: (scope) =>
        scope === 'plans:subscribe'
          ? assigns && own.may('plans:write')
          : (scope.endsWith(':read') || DONE_BELOW.includes(scope)) && own.may(scope),
    }
  }, [own, accountId])
  return <WorkplaceContext value={below}>{children}</WorkplaceContext>
}

/** The account that a page is about. */
export function useWorkplace(): Workplace {
  const workplace = useContext(WorkplaceContext)
  if (!workplace) throw new TypeError('A page outside WorkplaceProvider')
  return workplace
}
