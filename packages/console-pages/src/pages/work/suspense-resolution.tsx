import { Divider, NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding, SuspenseItem } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { type Environment, useWorkplace } from '../../session/workplace.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { useAccountName } from '../accounts/account-name.tsx'
import { accountTexts } from '../accounts/account-texts.ts'
import { useLegalName } from '../accounts/legal-name.ts'
import { useApprovalsNeeded } from './approvals-needed.ts'
import { decisionTexts } from './decision-texts.ts'
import { isEventItem, suspenseAmount } from './suspense-words.ts'
import { ToTransfers } from './to-transfers.tsx'
import { workTexts } from './work-texts.ts'

/** Assigns a payment in suspense to an account, or closes it. @param limit In rupees. @param onDone Gets what was done. */
export function SuspenseResolution(props: {
  readonly item: SuspenseItem
  readonly limit: string
  readonly onDone: (told: ReactNode) => void
}) {
  const { item, limit, onDone } = props
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const shell = useTexts(shellTexts)
  const queries = useQueryClient()
  const admin = useAdmin()
  const [accountId, setAccountId] = useState('')
  const [environment, setEnvironment] = useState<Environment>('production')
  const params = { path: { suspense_id: item.suspense_id } }
  const tell = (told: ReactNode) => {
    void queries.invalidateQueries()
    onDone(told)
  }
  const assign = admin.useMutation('post', '/admin/v1/funding-suspense/{suspense_id}/assign', {
    onSuccess: (funding) => tell(<Assigned funding={funding} limit={limit} />),
  })
  const close = admin.useMutation('post', '/admin/v1/funding-suspense/{suspense_id}/close', {
    onSuccess: () => tell(done.closed(suspenseAmount(item))),
  })
  return (
    <>
      {!isEventItem(item) && (
        <ActForm
          act={assign}
          label={texts.assign}
          text={texts.assignText}
          reason={{ hint: texts.assignReason }}
          onAct={(reason) => assign.mutate({ params, body: { account_id: accountId, environment, reason } })}
        >
          <Stack w="100%" gap="xs">
            <AccountChoice label={texts.receiver} value={accountId} onChoose={setAccountId} />
            <NativeSelect
              label={texts.environment}
              value={environment}
              onChange={(event) => setEnvironment(event.currentTarget.value === 'sandbox' ? 'sandbox' : 'production')}
              data={(['production', 'sandbox'] as const).map((value) => ({ value, label: shell[value] }))}
            />
            {accountId !== '' && <Receiver item={item} limit={limit} accountId={accountId} environment={environment} />}
          </Stack>
        </ActForm>
      )}
      {!isEventItem(item) && <Divider />}
      <ActForm
        danger
        act={close}
        label={texts.close}
        text={texts.closeText}
        reason="operators"
        onAct={(reason) => close.mutate({ params, body: { reason } })}
      />
    </>
  )
}

/** The account that is chosen, to be compared before the payment is assigned. */
function Receiver(props: {
  readonly item: SuspenseItem
  readonly limit: string
  readonly accountId: string
  readonly environment: Environment
}) {
  const { item, limit, accountId, environment } = props
  const texts = useTexts(workTexts)
  const { id } = useTexts(accountTexts)
  const { may } = useWorkplace()
  const name = useAccountName(accountId)
  const approvalsOf = useApprovalsNeeded()
  const legalName = useLegalName(accountId)
  const wallet = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/wallets/{environment}',
    { params: { path: { account_id: accountId, environment } } },
    { enabled: may('wallets:read') },
  )
  return (
    <div>
      <Text fz="sm" fw={600} mb={6}>
        {texts.assignTo(suspenseAmount(item), name)}
      </Text>
      <FactList
        facts={[
          [id, <Copyable key="id" text={accountId} what={id} />],
          ...(legalName === null ? [] : [[texts.legalName, legalName] as const]),
          ...(may('wallets:read') ? [[texts.balance, wallet.data ? rupees(wallet.data.available) : '…'] as const] : []),
        ]}
      />
      <Text fz="sm" mt={6}>
        {approvalsOf(item.amount, limit)}
      </Text>
    </div>
  )
}

/** What an assignment did, and where it goes on. */
function Assigned(props: { readonly funding: Funding; readonly limit: string }) {
  const { funding_id, account_id, amount } = props.funding
  const texts = useTexts(decisionTexts)
  const approvalsOf = useApprovalsNeeded()
  const name = useAccountName(account_id)
  return (
    <>
      {texts.assigned(rupees(amount), name)} {approvalsOf(amount, props.limit)}{' '}
      <ToTransfers reference={funding_id}>{texts.toTransfers}</ToTransfers>
    </>
  )
}
