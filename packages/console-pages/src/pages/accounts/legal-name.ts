import { useAdmin } from '../../api/console-api.tsx'
import { useWorkplace } from '../../session/workplace.tsx'

/** The name of an account on its invoices; null: none is set, it is not there yet, or it may not be read. */
export function useLegalName(accountId: string): string | null {
  const { may } = useWorkplace()
  const { data } = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/billing',
    { params: { path: { account_id: accountId } } },
    { enabled: may('statements:read') },
  )
  return data?.billing?.name ?? null
}
