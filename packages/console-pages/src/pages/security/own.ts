import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'

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
