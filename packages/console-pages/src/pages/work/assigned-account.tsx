import { useAdmin } from '../../api/console-api.tsx'
import { AccountName } from '../accounts/account-name.tsx'

/** The account that got a payment out of suspense. @param width In pixels, in a table. */
export function AssignedAccount({ fundingId, width }: { readonly fundingId: string; readonly width?: number }) {
  const { data } = useAdmin().useQuery('get', '/admin/v1/funding/{funding_id}', {
    params: { path: { funding_id: fundingId } },
  })
  return data ? <AccountName accountId={data.account_id} {...(width !== undefined && { width })} /> : '…'
}
