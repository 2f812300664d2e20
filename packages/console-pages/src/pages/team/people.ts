import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { teamTexts } from './team-texts.ts'

/** The roles of accounts, the highest first. */
const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const
/** The roles of operators, the highest first. */
const OPERATOR_ROLES = ['admin', 'finance', 'kyc', 'pricing', 'support'] as const

/** A role with its name, and what it may do. */
export interface Role {
  readonly role: string
  readonly name: string
  readonly about: string
  /** Whether this person may give or take it. */
  readonly mayGive: boolean
}

/** The roles of the team that a page is about, the highest first: of an account, or of operators. */
export function useRoles(): readonly Role[] {
  const texts = useTexts(teamTexts)
  const { accountId, membership } = useWorkplace()
  if (accountId === '') return OPERATOR_ROLES.map((role) => ({ role, ...texts.operatorRoles[role], mayGive: true }))
  const givesOwners = membership.role === 'owner' || membership.account_id === null
  return ROLES.map((role) => ({
    ...{ role, name: texts.roles[role], about: texts.about[role] },
    mayGive: role !== 'owner' || givesOwners,
  }))
}

/** A person of the account. */
export interface Member {
  /** Null: an operator. */
  readonly account_id: string | null
  readonly account_name: string | null
  readonly membership_id: string
  readonly role: string
  readonly production: boolean
  readonly created_at: string
  /** Whether another operator must confirm this one. */
  readonly awaits_confirmation: boolean
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

/** Asks for the people of a team. @param accountId Empty: operators. */
export function useTeam(accountId: string) {
  const { send } = useApi()
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'team', accountId],
    queryFn: async () =>
      (await send<{ items: readonly Member[] }>('GET', `/admin/v1/people?${teamQuery(accountId)}`)).items,
  })
}
const teamQuery = (accountId: string) =>
  new URLSearchParams({ ...(accountId === '' ? { operators: 'true' } : { account_id: accountId }), limit: '200' })

/** Asks for the open invitations of a team. @param accountId Empty: of operators. */
export function useInvitations(accountId: string) {
  const { send } = useApi()
  const query = teamQuery(accountId)
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'invitations', accountId],
    queryFn: async () =>
      (await send<{ items: readonly OpenInvitation[] }>('GET', `/admin/v1/invitations?${query}`)).items,
  })
}
