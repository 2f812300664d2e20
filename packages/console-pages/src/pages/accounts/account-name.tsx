import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'

/** The name of an account, for a sentence; its id where the name cannot be read. */
export function useAccountName(accountId: string): string {
  const { data, isLoading } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}', {
    params: { path: { account_id: accountId } },
  })
  return data?.name ?? (isLoading ? '…' : accountId)
}

/**
 * An account by its name, which leads to its page; its id where the name cannot be read.
 *
 * @param width In pixels, in a table: its columns stay where they are when the name arrives.
 */
export function AccountName({ accountId, width }: { readonly accountId: string; readonly width?: number }) {
  const name = useAccountName(accountId)
  return (
    <Anchor
      fz="sm"
      title={accountId}
      {...(width !== undefined && { w: width, truncate: true, display: 'block' })}
      renderRoot={(props) => <Link to="/accounts/$accountId" params={{ accountId }} search={{}} {...props} />}
    >
      {name}
    </Anchor>
  )
}
