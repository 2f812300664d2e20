import { useAdmin } from '../../api/console-api.tsx'
import type { UsageRow } from '../../api/rows.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { CallDetail } from './call-detail.tsx'

/** The request that is open: a row of the log, or one that the address names by its request id or our reference. */
export function OpenedCall(props: {
  readonly row: UsageRow | null
  readonly id: string | undefined
  readonly onLeave: () => void
}) {
  const { row, id, onLeave } = props
  if (row) return <CallDetail row={row} onLeave={onLeave} />
  return id === undefined ? null : <NamedCall id={id} onLeave={onLeave} />
}

function NamedCall({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const { accountId, environment } = useWorkplace()
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/usage/{call_id}', {
    params: { path: { account_id: accountId, call_id: id }, query: { environment } },
  })
  return <Loaded query={query}>{(found) => <CallDetail row={found} onLeave={onLeave} />}</Loaded>
}
