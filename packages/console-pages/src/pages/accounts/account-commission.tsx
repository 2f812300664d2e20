import { useAdmin } from '../../api/console-api.tsx'
import { rupees } from '../../formats/rupees.ts'
import { FactList } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { commissionTexts } from '../commission/commission-texts.ts'

/** The roles of accounts that earn commission. */
export const EARNING_ROLES: readonly string[] = ['master_distributor', 'distributor', 'retailer']

/** What a reseller has earned: accrued, not final yet, and what it may convert, at its rate. */
export function AccountCommission() {
  const texts = useTexts(commissionTexts)
  const { accountId, environment } = useWorkplace()
  const admin = useAdmin()
  const params = { path: { account_id: accountId } }
  const rate = admin.useQuery('get', '/admin/v1/accounts/{account_id}/commission', { params })
  const totals = admin.useQuery('get', '/admin/v1/accounts/{account_id}/commission/{environment}', {
    params: { path: { ...params.path, environment } },
  })
  const failed = [totals, rate].find(({ error }) => error)
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />
  const { data } = totals
  return (
    <Surface title={texts.title}>
      <FactList
        facts={[
          [texts.accrued, data ? rupees(data.accrued) : '…'],
          [texts.pending, data ? rupees(data.pending) : '…'],
          [texts.convertible, data ? rupees(data.convertible) : '…'],
          [texts.rateOf, rate.data ? `${rate.data.rate} %` : '…'],
        ]}
      />
    </Surface>
  )
}
