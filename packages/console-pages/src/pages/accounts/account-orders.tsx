import { useAdmin } from '../../api/console-api.tsx'
import { PAGED } from '../../api/paged.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { OrderTable } from '../orders/order-table.tsx'
import { orderTexts } from '../orders/order-texts.ts'
import { accountTexts } from './account-texts.ts'
import { RowsPart } from './rows-part.tsx'

/** The latest orders of an account. None opens: its result is for the account alone. */
export function AccountOrders() {
  const texts = useTexts(orderTexts)
  const { noOrders } = useTexts(accountTexts)
  const { accountId, environment } = useWorkplace()
  const params = { path: { account_id: accountId }, query: { environment, limit: 5 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/accounts/{account_id}/orders', { params }, PAGED)
  return (
    <RowsPart title={texts.title} query={query} empty={noOrders}>
      {(rows) => <OrderTable rows={rows} />}
    </RowsPart>
  )
}
