import { Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import type { StandingAccount } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { SESSION_KEY } from '../../session/session.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ActForm } from '../work/act-form.tsx'
import { AccountStatus } from './account-status.tsx'
import { accountTexts } from './account-texts.ts'
import { AllotForm } from './allot-form.tsx'

/** An account below, and what can be done about it. */
export function AccountDetail({ account }: { readonly account: StandingAccount }) {
  const texts = useTexts(accountTexts)
  const { accountId, may } = useWorkplace()
  const { account_id, role, status, kyc, available, parent_id, created_at, last_used_at } = account
  return (
    <Stack gap="lg">
      <div>
        <AccountStatus status={status} />
      </div>
      <FactList
        facts={[
          [texts.role, texts.roles[role]],
          ...(available === null ? [] : [[texts.available, rupees(available)] as const]),
          [texts.lastUsed, last_used_at === null ? texts.never : <DayText key="used" at={last_used_at} />],
          [texts.kyc, texts.kycStates[kyc]],
          [texts.since, <DayText key="since" at={created_at} />],
          [texts.id, <Copyable key="id" text={account_id} what={texts.id} />],
          ...(parent_id === null || parent_id === accountId
            ? []
            : [[texts.parent, <Copyable key="parent" text={parent_id} what={texts.parent} />] as const]),
        ]}
      />
      {status === 'active' && parent_id === accountId && accountId !== '' && may('wallets:allot') && (
        <>
          <Divider />
          <AllotForm account={account} />
        </>
      )}
      {accountId === '' && (
        <>
          <Divider />
          <ViewAs accountId={account_id} />
        </>
      )}
      {status !== 'closed' && may('accounts:write') && (
        <>
          <Divider />
          <StatusChange account={account} />
        </>
      )}
    </Stack>
  )
}

/** An operator sees the console as the account does. */
function ViewAs({ accountId }: { readonly accountId: string }) {
  const texts = useTexts(accountTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const begin = useAdmin().useMutation('post', '/admin/v1/me/view', {
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: SESSION_KEY })
      await navigate({ to: '/', search: { account: accountId } })
    },
  })
  return (
    <ActForm
      act={begin}
      label={texts.viewAs}
      text={texts.viewAsText}
      reason={texts.viewAsReason}
      onAct={(reason) => begin.mutate({ body: { account_id: accountId, reason } })}
    />
  )
}

function StatusChange({ account: { account_id, status } }: { readonly account: StandingAccount }) {
  const texts = useTexts(accountTexts)
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { account_id } }
  const onSuccess = () => queries.invalidateQueries()
  const suspend = admin.useMutation('post', '/admin/v1/accounts/{account_id}/suspend', { onSuccess })
  const resume = admin.useMutation('post', '/admin/v1/accounts/{account_id}/resume', { onSuccess })
  return status === 'active' ? (
    <ActForm
      danger
      act={suspend}
      label={texts.suspend}
      text={texts.suspendText}
      onAct={() => suspend.mutate({ params })}
    />
  ) : (
    <ActForm act={resume} label={texts.resume} onAct={() => resume.mutate({ params })} />
  )
}
