import { useQueryClient } from '@tanstack/react-query'
import { type Entrance, SESSION_KEY, type Session } from './session.ts'

/** Tells the page who is here from now on. A question of who is here that is still under way is dropped: its answer would be older. */
export function useSettleSession(): (session: Session) => Promise<void> {
  const queries = useQueryClient()
  return async (session) => {
    await queries.cancelQueries({ queryKey: SESSION_KEY })
    queries.setQueryData<Entrance>(SESSION_KEY, (entrance) => entrance && { ...entrance, session })
  }
}
