import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Membership, Session } from './session.ts'

/** Sandbox: with test money and invented answers. */
export type Environment = 'sandbox' | 'production'

/** Where a person works: one account, in one environment, with the scopes of a role. */
export interface Workplace {
  readonly session: Session
  readonly membership: Membership
  readonly accountId: string
  readonly environment: Environment
  may(scope: string): boolean
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
      ...{ session, membership, environment, accountId: membership.account_id ?? '' },
      may: (scope) => scopes.has('*') || scopes.has(scope),
    }
  }, [session, membership, environment])
  return <WorkplaceContext value={workplace}>{children}</WorkplaceContext>
}

/** The account that a page is about. */
export function useWorkplace(): Workplace {
  const workplace = useContext(WorkplaceContext)
  if (!workplace) throw new TypeError('A page outside WorkplaceProvider')
  return workplace
}
