import { Alert } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useNamed } from '../audit/named.ts'
import { accountTexts } from './account-texts.ts'

/** An account has few entries of its own between two changes of its status. */
const LOOKED_AT = 20

/** The last change of the status of an account; null: none is known; undefined: it is not there yet. */
function useStatusChange(accountId: string, asked: boolean) {
  const params = { query: { account_id: accountId, subject: `account/${accountId}`, limit: LOOKED_AT } }
  const { data } = useAdmin().useQuery('get', '/admin/v1/audit', { params }, { enabled: asked })
  if (!data) return undefined
  const last = data.items.find(({ after }) => after?.['status'] !== undefined)
  // What suspends an account by way of a payment is in the log of that payment.
  if (last?.after?.['status'] !== 'suspended') return null
  const { reason } = last.after
  return { at: last.at, actor: last.actor, reason: typeof reason === 'string' ? reason : null }
}

/** Since when a suspended account is so and why, by its audit log, as facts. @param asked False: none. */
export function useSuspension(accountId: string, asked: boolean) {
  const texts = useTexts(accountTexts)
  const change = useStatusChange(accountId, asked)
  if (!asked) return []
  if (change === undefined)
    return [
      [texts.suspendedSince, '…'],
      [texts.reason, '…'],
    ] as const
  if (change === null) return [[texts.reason, texts.notByHand]] as const
  return [
    [texts.suspendedSince, <MomentText key="since" at={change.at} />],
    [texts.reason, change.reason ?? texts.noReason],
  ] as const
}

/** Above everything of a suspended account: who suspended it, and why. */
export function SuspensionNotice({ accountId }: { readonly accountId: string }) {
  const texts = useTexts(accountTexts)
  const named = useNamed()
  const change = useStatusChange(accountId, true)
  const told =
    change && texts.suspendedBy(named.actor(change.actor), change.reason ?? texts.noReason.toLocaleLowerCase())
  return (
    <Alert color="orange" variant="outline" icon={<Icon name="warn" />} role="status">
      {change === undefined ? '…' : (told ?? texts.notByHand)}
    </Alert>
  )
}
