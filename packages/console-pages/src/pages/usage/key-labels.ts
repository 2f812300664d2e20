import { useAdmin } from '../../api/console-api.tsx'
import { useWorkplace } from '../../session/workplace.tsx'

/** Keys that are listed by name. An account with more filters by the address. */
const MOST_KEYS = 100

/** The names of the account's keys in this environment, by id: of those without a label, the key itself. */
export function useKeyLabels(): ReadonlyMap<string, string> {
  const { accountId, environment, may } = useWorkplace()
  const { data } = useAdmin().useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { account_id: accountId, environment, limit: MOST_KEYS } } },
    { enabled: may('keys:read') },
  )
  return new Map((data?.items ?? []).map((key) => [key.key_id, nameOf(key)]))
}

const nameOf = ({ label, api_key }: { readonly label: string | null; readonly api_key: string }): string => {
  const short = `${api_key.slice(0, 12)}…`
  return label ? `${label} (${short})` : short
}
