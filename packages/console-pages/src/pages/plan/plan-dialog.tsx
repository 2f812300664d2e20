import { Anchor, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { useAdmin } from '../../api/console-api.tsx'
import type { OfferedPlan } from '../../api/rows.ts'
import { day } from '../../formats/moments.ts'
import { rupees } from '../../formats/rupees.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { FactList } from '../../parts/facts.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { planTexts } from './plan-texts.ts'

/** What a person wants of a plan. */
export type PlanTask =
  | { readonly kind: 'subscribe' | 'change'; readonly offer: OfferedPlan }
  /** Takes a planned change back. */
  | { readonly kind: 'keep'; readonly plan: string; readonly name: string }
  | { readonly kind: 'cancel'; readonly until: string }

interface Closing {
  readonly onClose: () => void
}

/** Asks before a plan costs money, changes or ends. @param account The name of another account that it is of, which pays. */
export function PlanDialog(props: { readonly task: PlanTask; readonly account?: string } & Closing) {
  const { task, account, onClose } = props
  if ('offer' in task) return <Ordering kind={task.kind} offer={task.offer} account={account} onClose={onClose} />
  if (task.kind === 'keep') return <Keeping plan={task.plan} name={task.name} onClose={onClose} />
  return <Cancelling until={task.until} onClose={onClose} />
}

/** What every change does when it is done. */
function useDone(onClose: () => void) {
  const queries = useQueryClient()
  return {
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  }
}

interface OrderingProps extends Closing {
  readonly kind: 'subscribe' | 'change'
  readonly offer: OfferedPlan
  readonly account: string | undefined
}

function Ordering({ kind, offer, account, onClose }: OrderingProps) {
  const texts = useTexts(planTexts)
  const { accountId, may } = useWorkplace()
  const admin = useAdmin()
  const done = useDone(onClose)
  const subscribe = admin.useMutation('post', '/admin/v1/accounts/{account_id}/plan/subscribe', done)
  const change = admin.useMutation('post', '/admin/v1/accounts/{account_id}/plan/change', done)
  const params = { path: { account_id: accountId } }
  const preview = admin.useQuery('get', '/admin/v1/accounts/{account_id}/plan/preview', {
    params: { ...params, query: { plan: offer.plan } },
  })
  const isNew = kind === 'subscribe'
  const act = isNew ? subscribe : change
  const isLater = preview.data !== undefined && preview.data.starts_at !== null
  const tooLittle = act.error instanceof ApiError && act.error.code === 'PLAN_NOT_AFFORDABLE'
  const own = {
    title: isNew ? texts.subscribeTitle(offer.name) : texts.changeTitle(offer.name),
    text: isNew ? texts.subscribeText : isLater ? texts.downgradeText : texts.upgradeText,
    confirm: isNew ? texts.choose(offer.name) : texts.change(offer.name),
  }
  const assigned = (name: string) => ({
    title: texts.assignTitle(offer.name, name),
    text: (isNew ? texts.assignText : isLater ? texts.assignDowngradeText : texts.assignUpgradeText)(name),
    confirm: texts.assign(offer.name),
  })
  return (
    <ConfirmDialog
      {...(account === undefined ? own : assigned(account))}
      busy={act.isPending || preview.isPending}
      error={act.error ?? preview.error}
      onClose={onClose}
      onConfirm={() => act.mutate({ params, body: { plan: offer.plan } })}
    >
      <Cost offer={offer} due={preview.data?.due} startsAt={preview.data?.starts_at} account={account} />
      {tooLittle && account === undefined && may('funding:submit') && (
        <Anchor
          fz="sm"
          renderRoot={(anchor) => <Link to="/wallet" search={{ environment: 'production' }} {...anchor} />}
        >
          {texts.topUp}
        </Anchor>
      )}
    </ConfirmDialog>
  )
}

interface CostProps {
  readonly offer: OfferedPlan
  /** Undefined: on its way. */
  readonly due: string | undefined
  /** Null: at once. */
  readonly startsAt: string | null | undefined
  readonly account: string | undefined
}

/** What is paid and when, and what there is to pay it. */
function Cost({ offer, due, startsAt, account }: CostProps) {
  const texts = useTexts(planTexts)
  const { language } = useLanguage()
  const { accountId } = useWorkplace()
  const wallet = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}', {
    params: { path: { account_id: accountId, environment: 'production' } },
  })
  const soon = <Skeleton h={20} w={90} />
  return (
    <FactList
      facts={[
        [texts.due, due === undefined ? soon : <strong key="due">{rupees(due)}</strong>],
        [texts.begins, startsAt === undefined ? soon : startsAt === null ? texts.now : day(startsAt, language)],
        [texts.later, rupees(offer.price_per_month)],
        [
          account === undefined ? texts.wallet : texts.walletOf(account),
          wallet.data ? rupees(wallet.data.available) : soon,
        ],
      ]}
    />
  )
}

function Keeping({ plan, name, onClose }: { readonly plan: string; readonly name: string } & Closing) {
  const texts = useTexts(planTexts)
  const { accountId } = useWorkplace()
  const change = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/plan/change', useDone(onClose))
  return (
    <ConfirmDialog
      title={texts.keepTitle(name)}
      text={texts.keepText}
      confirm={texts.keep(name)}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate({ params: { path: { account_id: accountId } }, body: { plan } })}
    />
  )
}

function Cancelling({ until, onClose }: { readonly until: string } & Closing) {
  const texts = useTexts(planTexts)
  const { language } = useLanguage()
  const { accountId } = useWorkplace()
  const cancel = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/plan/cancel', useDone(onClose))
  return (
    <ConfirmDialog
      danger
      title={texts.cancelTitle}
      text={texts.cancelText}
      confirm={texts.cancel}
      busy={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ params: { path: { account_id: accountId } } })}
    >
      <FactList facts={[[texts.ends, day(until, language)]]} />
    </ConfirmDialog>
  )
}
