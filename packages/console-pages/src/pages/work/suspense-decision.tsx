import { Anchor, Divider, NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding, SuspenseItem } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { useAccountName } from '../accounts/account-name.tsx'
import { decisionTexts } from './decision-texts.ts'
import { workTexts } from './work-texts.ts'

/** The amount of a payment in suspense, in its currency. */
export const suspenseAmount = ({ amount, currency }: SuspenseItem): string =>
  currency === 'INR' ? rupees(amount) : `${amount} ${currency}`

/** How a payment was made, as far as its gateway tells. */
export function usePaymentMethod(): (method: string | null) => string | null {
  const words: Readonly<Record<string, string>> = useTexts(decisionTexts).paymentMethods
  return (method) => (method === null ? null : (words[method] ?? method))
}

/** A payment that fits no order, with what resolves it or has resolved it. @param onDone Gets what was done. */
export function SuspenseDecision(props: { readonly item: SuspenseItem; readonly onDone: (told: ReactNode) => void }) {
  const { item, onDone } = props
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const reasons: Readonly<Record<string, string>> = texts.suspenseReasons
  const methodOf = usePaymentMethod()
  const { state, reason, utr, resolution } = item
  const copied = (label: string, text: string | null) =>
    text === null ? [] : [[label, <Copyable key={label} text={text} what={label} />] as const]
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.gateway, item.gateway],
          ...(item.method === null ? [] : [[texts.method, methodOf(item.method)] as const]),
          ...copied(done.utr, utr),
          ...copied(texts.payment, item.payment_id),
          ...copied(done.order, item.reference),
          [texts.why, reasons[reason] ?? reason],
          [texts.since, <MomentText key="since" at={item.created_at} full />],
          ...(state === 'closed' ? [[done.resolution, resolution] as const] : []),
        ]}
      />
      {state === 'assigned' && resolution !== null && (
        <ToTransfers reference={resolution}>{done.toFunding}</ToTransfers>
      )}
      {state === 'open' && reason === 'reference_used' && utr !== null && (
        <Text fz="sm">
          {done.used} <ToTransfers reference={utr}>{done.toOther}</ToTransfers>
        </Text>
      )}
      {state === 'open' && <Resolving item={item} onDone={onDone} />}
    </Stack>
  )
}

function Resolving({ item, onDone }: { readonly item: SuspenseItem; readonly onDone: (told: ReactNode) => void }) {
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const shell = useTexts(shellTexts)
  const queries = useQueryClient()
  const admin = useAdmin()
  const [accountId, setAccountId] = useState('')
  const [environment, setEnvironment] = useState<'sandbox' | 'production'>('production')
  const params = { path: { suspense_id: item.suspense_id } }
  const tell = (told: ReactNode) => {
    void queries.invalidateQueries()
    onDone(told)
  }
  const assign = admin.useMutation('post', '/admin/v1/funding-suspense/{suspense_id}/assign', {
    onSuccess: (funding) => tell(<Assigned funding={funding} />),
  })
  const close = admin.useMutation('post', '/admin/v1/funding-suspense/{suspense_id}/close', {
    onSuccess: () => tell(done.closed(suspenseAmount(item))),
  })
  return (
    <>
      <ActForm
        act={assign}
        label={texts.assign}
        text={texts.assignText}
        onAct={() => assign.mutate({ params, body: { account_id: accountId, environment } })}
      >
        <Stack w="100%" gap="xs">
          <AccountChoice label={texts.receiver} value={accountId} onChoose={setAccountId} />
        </Stack>
        <NativeSelect
          w="100%"
          label={texts.environment}
          value={environment}
          onChange={(event) => setEnvironment(event.currentTarget.value === 'sandbox' ? 'sandbox' : 'production')}
          data={(['production', 'sandbox'] as const).map((value) => ({ value, label: shell[value] }))}
        />
      </ActForm>
      <Divider />
      <ActForm
        danger
        act={close}
        label={texts.close}
        text={texts.closeText}
        reason
        onAct={(reason) => close.mutate({ params, body: { reason } })}
      />
    </>
  )
}

/** What an assignment did, and where it goes on. */
function Assigned({ funding: { funding_id, account_id, amount } }: { readonly funding: Funding }) {
  const texts = useTexts(decisionTexts)
  const name = useAccountName(account_id)
  return (
    <>
      {texts.assigned(rupees(amount), name)} <ToTransfers reference={funding_id}>{texts.toTransfers}</ToTransfers>
    </>
  )
}

/** Leads to a payment in the queue of transfers, where it is approved or rejected. */
const ToTransfers = ({ reference, children }: { readonly reference: string; readonly children: string }) => (
  <Anchor
    fz="sm"
    renderRoot={(props) => <Link to="/work/$queue" params={{ queue: 'transfers' }} search={{ reference }} {...props} />}
  >
    {children}
  </Anchor>
)
