import { useAdmin } from '../../api/console-api.tsx'
import { PAGED } from '../../api/paged.ts'
import type { SetPrice } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { PriceStatus } from '../prices/price-status.tsx'
import { priceTexts } from '../prices/price-texts.ts'
import { accountTexts } from './account-texts.ts'
import { RowsPart } from './rows-part.tsx'

/** The prices that were set for an account: what differs from those of others. */
export function AccountPrices() {
  const texts = useTexts(priceTexts)
  const { ownPrices, noPrices, now } = useTexts(accountTexts)
  const { accountId, environment, may } = useWorkplace()
  const params = { query: { account_id: accountId, limit: 5 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/prices', { params }, PAGED)
  const priced = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/apis/prices',
    { params: { path: { account_id: accountId }, query: { environment } } },
    { enabled: may('accounts:read') },
  )
  const nowOf = ({ endpoint, tier }: SetPrice): string => {
    const found = priced.data?.items.find((item) => item.endpoint === endpoint && item.tier === tier)
    return found?.price ? rupees(found.price) : priced.isLoading ? '…' : '—'
  }
  const columns: readonly Column<SetPrice>[] = [
    {
      ...{ id: 'endpoint', heading: texts.endpoint, card: 'title' },
      cell: ({ endpoint, tier }) => (tier === null ? endpoint : `${endpoint}#${tier}`),
    },
    { id: 'now', heading: now, cell: (set) => <strong>{nowOf(set)}</strong> },
    { id: 'from', heading: texts.validFrom, card: 'note', cell: ({ valid_from }) => <DayText at={valid_from} /> },
    { id: 'status', heading: texts.status, card: 'state', cell: PriceStatus },
    {
      ...{ id: 'price', heading: texts.price, align: 'end', card: 'end' },
      cell: ({ price }) => (price === null ? texts.none : rupees(price)),
    },
  ]
  return (
    <RowsPart title={ownPrices} query={query} empty={noPrices}>
      {(rows) => <DataTable label={ownPrices} columns={columns} rows={rows} keyOf={({ price_id }) => price_id} />}
    </RowsPart>
  )
}
