import { useAdmin } from '../../api/console-api.tsx'
import { useWorkplace } from '../../session/workplace.tsx'

/** Keys that are listed by name. An account with more filters by the address. */
const MOST_KEYS = 100

/** The names of the account's keys in this environment, by id: of those without a label, the key itself. */
export function useKeyLabels(): { readonly labels: ReadonlyMap<string, string>; readonly isLoading: boolean } {
  const { accountId, environment, may } = useWorkplace()
  const { data, isLoading } = useAdmin().useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { account_id: accountId, environment, limit: MOST_KEYS } } },
    { enabled: may('keys:read') },
  )
  return { labels: new Map((data?.items ?? []).map((key) => [key.key_id, nameOf(key)])), isLoading }
}

const nameOf = ({ label, api_key }: { readonly label: string | null; readonly api_key: string }): string => {
  const short = `${api_key.slice(0, 12)}…`
  return label ? `${label} (${short})` : short
}
