import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Account } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { FactList } from '../../parts/facts.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SESSION_KEY } from '../../session/session.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from './account-texts.ts'
import { AllotForm } from './allot-form.tsx'

type Act = 'allot' | 'viewAs' | 'suspend' | 'resume'

/** What can be done about an account below. */
export function AccountActs({ account }: { readonly account: Account }) {
  const texts = useTexts(accountTexts)
  const { accountId, may } = useWorkplace()
  const [open, setOpen] = useState<Act | null>(null)
  const { status, parent_id } = account
  const isChild = parent_id === accountId && accountId !== ''
  const acts: readonly Act[] = [
    ...(status === 'active' && isChild && may('wallets:allot') ? (['allot'] as const) : []),
    ...(accountId === '' ? (['viewAs'] as const) : []),
    ...(status !== 'closed' && may('accounts:write') ? ([status === 'active' ? 'suspend' : 'resume'] as const) : []),
  ]
  const close = () => setOpen(null)
  return (
    <>
      {acts.map((act) => (
        <Button key={act} variant={act === 'allot' ? 'filled' : 'default'} onClick={() => setOpen(act)}>
          {texts[act]}
        </Button>
      ))}
      <SidePanel title={open === null ? '' : texts[open]} opened={open !== null} onClose={close}>
        {open === 'allot' && <AllotForm accountId={account.account_id} />}
        {open === 'viewAs' && <ViewAs accountId={account.account_id} />}
        {(open === 'suspend' || open === 'resume') && <StatusChange to={open} account={account} onDone={close} />}
      </SidePanel>
    </>
  )
}

/** An operator sees the console as the account does. */
function ViewAs({ accountId }: { readonly accountId: string }) {
  const texts = useTexts(accountTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { environment } = useWorkplace()
  const begin = useAdmin().useMutation('post', '/admin/v1/me/view', {
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: SESSION_KEY })
      await navigate({ to: '/', search: { account: accountId, environment } })
    },
  })
  return (
    <ActForm
      act={begin}
      label={texts.viewAs}
      text={texts.viewAsText}
      reason={{ hint: texts.viewAsReason }}
      onAct={(reason) => begin.mutate({ body: { account_id: accountId, reason } })}
    />
  )
}

function StatusChange(props: {
  readonly to: 'suspend' | 'resume'
  readonly account: Account
  readonly onDone: () => void
}) {
  const { account_id, name } = props.account
  const texts = useTexts(accountTexts)
  const queries = useQueryClient()
  const admin = useAdmin()
  const { may } = useWorkplace()
  const params = { path: { account_id } }
  const wallet = admin.useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/wallets/{environment}',
    { params: { path: { account_id, environment: 'production' } } },
    { enabled: may('wallets:read') },
  )
  const onSuccess = () => {
    props.onDone()
    void queries.invalidateQueries()
  }
  const suspend = admin.useMutation('post', '/admin/v1/accounts/{account_id}/suspend', { onSuccess })
  const resume = admin.useMutation('post', '/admin/v1/accounts/{account_id}/resume', { onSuccess })
  const facts = (
    <FactList
      facts={[
        [texts.name, name],
        ...(may('wallets:read')
          ? [[texts.productionBalance, wallet.data ? rupees(wallet.data.available) : '…'] as const]
          : []),
      ]}
    />
  )
  return props.to === 'suspend' ? (
    <ActForm
      danger
      act={suspend}
      label={texts.suspend}
      text={texts.suspendText}
      reason={{ hint: texts.statusReason }}
      onAct={(reason) => suspend.mutate({ params, body: { reason } })}
    >
      {facts}
    </ActForm>
  ) : (
    <ActForm
      act={resume}
      label={texts.resume}
      text={texts.resumeText}
      reason={{ hint: texts.statusReason }}
      onAct={(reason) => resume.mutate({ params, body: { reason } })}
    >
      {facts}
    </ActForm>
  )
}
