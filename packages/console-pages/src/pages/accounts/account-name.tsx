import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'

/** Null until it is there. */
function useName(accountId: string): string | null {
  const { data, isLoading } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}', {
    params: { path: { account_id: accountId } },
  })
  return data?.name ?? (isLoading ? null : accountId)
}

/** The name of an account, for a sentence; its id where the name cannot be read. */
export const useAccountName = (accountId: string): string => useName(accountId) ?? '…'

/**
 * An account by its name, which leads to its page; its id where the name cannot be read.
 *
 * @param width In pixels, in a table: nothing moves when the name arrives.
 */
export function AccountName({ accountId, width }: { readonly accountId: string; readonly width?: number }) {
  const name = useName(accountId)
  return (
    <Anchor
      fz="sm"
      title={accountId}
      {...(width !== undefined && { w: width, mih: '1lh', truncate: true, display: 'block' })}
      renderRoot={(props) => <Link to="/accounts/$accountId" params={{ accountId }} search={{}} {...props} />}
    >
      {name ?? (width === undefined && '…')}
    </Anchor>
  )
}
