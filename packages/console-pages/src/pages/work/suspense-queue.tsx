import { Divider, NativeSelect, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queueTexts } from '../../alerts/queue-texts.ts'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { SuspenseItem } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { QueueList } from './queue-list.tsx'
import { WORK_MS } from './work-page.tsx'
import { workTexts } from './work-texts.ts'

const amountOf = ({ amount, currency }: SuspenseItem): string =>
  currency === 'INR' ? rupees(amount) : `${amount} ${currency}`

/** Payments that fit no order. */
export function SuspenseQueue() {
  const texts = useTexts(workTexts)
  const names = useTexts(queueTexts)
  const reasons: Readonly<Record<string, string>> = texts.suspenseReasons
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/funding-suspense',
    { params: { query: { limit: 100 } } },
    { ...PAGED, refetchInterval: WORK_MS },
  )
  const columns: readonly Column<SuspenseItem>[] = [
    { id: 'since', heading: texts.since, card: 'note', cell: ({ created_at }) => <MomentText at={created_at} /> },
    { id: 'gateway', heading: texts.gateway, card: 'title', cell: ({ gateway }) => gateway },
    { id: 'why', heading: texts.why, card: 'state', cell: ({ reason }) => reasons[reason] ?? reason },
    {
      id: 'amount',
      heading: texts.amount,
      align: 'end',
      card: 'end',
      cell: (item) => <strong>{amountOf(item)}</strong>,
    },
  ]
  return (
    <QueueList
      label={names['funding/suspense']}
      query={query}
      rows={query.data ? rowsOf<SuspenseItem>(query.data) : []}
      columns={columns}
      keyOf={({ suspense_id }) => suspense_id}
      titleOf={amountOf}
      decision={(item, close) => <SuspenseDecision item={item} onDone={close} />}
    />
  )
}

function SuspenseDecision({ item, onDone }: { readonly item: SuspenseItem; readonly onDone: () => void }) {
  const texts = useTexts(workTexts)
  const reasons: Readonly<Record<string, string>> = texts.suspenseReasons
  const shell = useTexts(shellTexts)
  const queries = useQueryClient()
  const admin = useAdmin()
  const [accountId, setAccountId] = useState('')
  const [environment, setEnvironment] = useState<'sandbox' | 'production'>('production')
  const params = { path: { suspense_id: item.suspense_id } }
  const onSuccess = () => {
    void queries.invalidateQueries()
    onDone()
  }
  const assign = admin.useMutation('post', '/admin/v1/funding-suspense/{suspense_id}/assign', { onSuccess })
  const close = admin.useMutation('post', '/admin/v1/funding-suspense/{suspense_id}/close', { onSuccess })
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.gateway, item.gateway],
          [texts.payment, <Copyable key="payment" text={item.payment_id} what={texts.payment} />],
          [texts.why, reasons[item.reason] ?? item.reason],
          [texts.since, <MomentText key="since" at={item.created_at} full />],
        ]}
      />
      <ActForm
        act={assign}
        label={texts.assign}
        text={texts.assignText}
        onAct={() => assign.mutate({ params, body: { account_id: accountId, environment } })}
      >
        <Stack w="100%" gap="xs">
          <AccountChoice value={accountId} onChoose={setAccountId} />
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
    </Stack>
  )
}
