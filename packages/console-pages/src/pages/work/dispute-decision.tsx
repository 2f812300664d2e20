import { Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { FactList } from '../../parts/facts.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAccountName } from '../accounts/account-name.tsx'
import { PaymentState } from '../wallet/payment-panel.tsx'
import { decisionTexts } from './decision-texts.ts'
import { FundingFacts } from './funding-facts.tsx'
import { workTexts } from './work-texts.ts'

/**
 * Charges a disputed payment back, or ends its dispute; releases the account of one that was charged back.
 *
 * @param onDone Gets what was done.
 */
export function DisputeDecision(props: { readonly funding: Funding; readonly onDone: (told: ReactNode) => void }) {
  const { funding, onDone } = props
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const name = useAccountName(funding.account_id)
  const { may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { funding_id: funding.funding_id } }
  const tell = (told: string) => {
    void queries.invalidateQueries()
    onDone(told)
  }
  const release = admin.useMutation('post', '/admin/v1/funding/{funding_id}/release', {
    onSuccess: () => tell(funding.suspended_account ? done.released(name) : done.releasedOnly),
  })
  const chargeBack = admin.useMutation('post', '/admin/v1/funding/{funding_id}/chargeback', {
    onSuccess: ({ suspended_account }) =>
      tell((suspended_account ? done.chargedBack : done.chargedBackOnly)(rupees(funding.amount), name)),
  })
  const isChargedBack = funding.state === 'charged_back'
  const isReleased = isChargedBack && !funding.suspended_account
  return (
    <Stack gap="lg">
      <div>
        <PaymentState state={funding.state} />
      </div>
      <FundingFacts funding={funding} />
      {isChargedBack && <Owed funding={funding} />}
      {may('funding:approve') && !isReleased && (
        <>
          <ActForm
            act={release}
            label={texts.release}
            text={isChargedBack ? texts.settled : texts.releaseText}
            onAct={() => release.mutate({ params })}
          />
          {!isChargedBack && (
            <>
              <Divider />
              <ActForm
                danger
                act={chargeBack}
                label={texts.chargeBack}
                reason="customer"
                onAct={(reason) => chargeBack.mutate({ params, body: { reason } })}
              />
            </>
          )}
        </>
      )}
    </Stack>
  )
}

/** What the wallet of the account owes by now. */
function Owed({ funding: { account_id, environment } }: { readonly funding: Funding }) {
  const texts = useTexts(workTexts)
  const { data } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}', {
    params: { path: { account_id, environment } },
  })
  return <FactList facts={[[texts.owed, data && rupees(data.owed)]]} />
}
