import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { SESSION_KEY } from '../../session/session.ts'

/** The person who is signed in, by its own account of itself. */
export interface Me {
  readonly person_id: string
  readonly email: string | null
  readonly name: string
  readonly factors: { readonly totp: boolean; readonly passkeys: number; readonly recovery_codes_left: number }
}
/** Where one is signed in. */
export interface Device {
  readonly session_id: string
  readonly current: boolean
  readonly agent: string | null
  readonly ip: string | null
  readonly created_at: string
  readonly seen_at: string
}
/** A passkey: it is used at one host. */
export interface Passkey {
  readonly passkey_id: string
  readonly name: string
  readonly host: string
  readonly created_at: string
  readonly used_at: string | null
}

/** The keys of these queries. */
export const ME_KEY = ['me'] as const
/** The key of the devices. */
export const DEVICES_KEY = ['me', 'sessions'] as const

/** Asks for the person who is signed in. */
export function useMe() {
  const { send } = useApi()
  return useQuery({ queryKey: ME_KEY, queryFn: () => send<Me>('GET', '/admin/v1/me') })
}

/** Asks where this person is signed in. */
export function useDevices() {
  const { send } = useApi()
  return useQuery({
    queryKey: DEVICES_KEY,
    queryFn: async () => (await send<{ items: readonly Device[] }>('GET', '/admin/v1/me/sessions')).items,
  })
}

/** Asks for the passkeys of this person. @param enabled False: they are not asked for. */
export function usePasskeys(enabled = true) {
  const { send } = useApi()
  return useQuery({
    enabled,
    queryKey: [...ME_KEY, 'passkeys'],
    queryFn: async () => (await send<{ items: readonly Passkey[] }>('GET', '/admin/v1/me/passkeys')).items,
  })
}

/** After a change of factors: what is shown of this person, and what its session may. */
export function useRefreshMe(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all([queries.invalidateQueries({ queryKey: ME_KEY }), queries.invalidateQueries({ queryKey: SESSION_KEY })])
}
