import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'

/** The roles of accounts, the highest first. */
export const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const
/** A role of an account. */
export type Role = (typeof ROLES)[number]
/** A role by its name. */
export const roleOf = (value: string): Role => ROLES.find((role) => role === value) ?? 'viewer'

/** A person of the account. */
export interface Member {
  readonly membership_id: string
  readonly role: string
  readonly production: boolean
  readonly created_at: string
  readonly person_id: string
  readonly email: string | null
  readonly name: string
}
/** An invitation that nobody has accepted yet. */
export interface OpenInvitation {
  readonly invitation_id: string
  readonly email: string
  readonly role: string
  readonly expires_at: string
}

/** The keys of these queries. */
export const PEOPLE_KEY = ['people'] as const

/** What a person is called. */
export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || (email ?? '')

/** Asks for the people of an account. @param accountId Empty: of all, for operators. @param enabled False: nobody is asked for. */
export function usePeople(accountId: string, enabled = true) {
  const { send } = useApi()
  const query = new URLSearchParams({ ...(accountId !== '' && { account_id: accountId }), limit: '200' })
  return useQuery({
    enabled,
    queryKey: [...PEOPLE_KEY, 'members', accountId],
    queryFn: async () => (await send<{ items: readonly Member[] }>('GET', `/admin/v1/people?${query}`)).items,
  })
}

/** Asks for the open invitations of an account. */
export function useInvitations(accountId: string) {
  const { send } = useApi()
  const query = new URLSearchParams({ account_id: accountId })
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'invitations', accountId],
    queryFn: async () =>
      (await send<{ items: readonly OpenInvitation[] }>('GET', `/admin/v1/invitations?${query}`)).items,
  })
}
