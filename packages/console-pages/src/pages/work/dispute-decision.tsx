import { Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { FactList } from '../../parts/facts.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { PaymentState } from '../wallet/payment-panel.tsx'
import { FundingFacts } from './funding-facts.tsx'
import { workTexts } from './work-texts.ts'

/** Charges a disputed payment back, or ends its dispute; releases the account of one that was charged back. */
export function DisputeDecision({ funding, onDone }: { readonly funding: Funding; readonly onDone: () => void }) {
  const texts = useTexts(workTexts)
  const { may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { funding_id: funding.funding_id } }
  const onSuccess = () => {
    void queries.invalidateQueries()
    onDone()
  }
  const release = admin.useMutation('post', '/admin/v1/funding/{funding_id}/release', { onSuccess })
  const chargeBack = admin.useMutation('post', '/admin/v1/funding/{funding_id}/chargeback', { onSuccess })
  const isChargedBack = funding.state === 'charged_back'
  return (
    <Stack gap="lg">
      <div>
        <PaymentState state={funding.state} />
      </div>
      <FundingFacts funding={funding} />
      {isChargedBack && <Owed funding={funding} />}
      {may('funding:approve') && (
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
                reason
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
