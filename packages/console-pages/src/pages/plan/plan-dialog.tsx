import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { OfferedPlan } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { planTexts } from './plan-texts.ts'

/** What a person wants of a plan. */
export type PlanTask =
  | { readonly kind: 'subscribe' | 'change'; readonly offer: OfferedPlan }
  | { readonly kind: 'cancel' }

/** Asks before a plan costs money, changes or ends. */
export function PlanDialog({ task, onClose }: { readonly task: PlanTask; readonly onClose: () => void }) {
  const texts = useTexts(planTexts)
  const { accountId } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const options = {
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  }
  const subscribe = admin.useMutation('post', '/admin/v1/accounts/{account_id}/plan/subscribe', options)
  const change = admin.useMutation('post', '/admin/v1/accounts/{account_id}/plan/change', options)
  const cancel = admin.useMutation('post', '/admin/v1/accounts/{account_id}/plan/cancel', options)
  const params = { path: { account_id: accountId } }
  if (task.kind === 'cancel')
    return (
      <ConfirmDialog
        danger
        title={texts.cancelTitle}
        text={texts.cancelText}
        confirm={texts.cancel}
        busy={cancel.isPending}
        error={cancel.error}
        onClose={onClose}
        onConfirm={() => cancel.mutate({ params })}
      />
    )
  const { kind, offer } = task
  const isNew = kind === 'subscribe'
  const act = isNew ? subscribe : change
  return (
    <ConfirmDialog
      title={isNew ? texts.subscribeTitle(offer.name) : texts.changeTitle(offer.name)}
      text={isNew ? texts.subscribeText(rupees(offer.price_per_month)) : texts.changeText}
      confirm={isNew ? texts.choose(offer.name) : texts.change(offer.name)}
      busy={act.isPending}
      error={act.error}
      onClose={onClose}
      onConfirm={() => act.mutate({ params, body: { plan: offer.plan } })}
    />
  )
}
