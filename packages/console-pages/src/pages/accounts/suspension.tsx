import { useAdmin } from '../../api/console-api.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from './account-texts.ts'

/** An account has few entries of its own between two changes of its status. */
const LOOKED_AT = 20

/** Since when a suspended account is so and why, by its audit log, as facts. @param asked False: none. */
export function useSuspension(accountId: string, asked: boolean) {
  const texts = useTexts(accountTexts)
  const params = { query: { account_id: accountId, subject: `account/${accountId}`, limit: LOOKED_AT } }
  const { data } = useAdmin().useQuery('get', '/admin/v1/audit', { params }, { enabled: asked })
  if (!asked) return []
  if (!data)
    return [
      [texts.suspendedSince, '…'],
      [texts.reason, '…'],
    ] as const
  const last = data.items.find(({ after }) => after?.['status'] !== undefined)
  // What suspends an account by way of a payment is in the log of that payment.
  if (last?.after?.['status'] !== 'suspended') return [[texts.reason, texts.notByHand]] as const
  const { reason } = last.after
  return [
    [texts.suspendedSince, <MomentText key="since" at={last.at} />],
    [texts.reason, typeof reason === 'string' ? reason : texts.noReason],
  ] as const
}
