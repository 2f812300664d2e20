import { Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding } from '../../api/rows.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { PaymentState } from '../wallet/payment-panel.tsx'
import { FundingFacts } from './funding-facts.tsx'
import { StatementLine } from './statement-line.tsx'
import { workTexts } from './work-texts.ts'

/** Approves or rejects a transfer, or an act of another operator. */
export function FundingDecision({ funding, onDone }: { readonly funding: Funding; readonly onDone: () => void }) {
  const texts = useTexts(workTexts)
  const { may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { funding_id: funding.funding_id } }
  const onSuccess = () => {
    void queries.invalidateQueries()
    onDone()
  }
  const approve = admin.useMutation('post', '/admin/v1/funding/{funding_id}/approve', { onSuccess })
  const reject = admin.useMutation('post', '/admin/v1/funding/{funding_id}/reject', { onSuccess })
  return (
    <Stack gap="lg">
      <div>
        <PaymentState state={funding.state} />
      </div>
      <FundingFacts funding={funding} />
      {funding.utr !== null && <StatementLine funding={funding} />}
      {may('funding:approve') && (
        <>
          <ActForm
            act={approve}
            label={texts.approve}
            text={funding.approvals > 0 && texts.large}
            onAct={() => approve.mutate({ params })}
          />
          <Divider />
          <ActForm
            danger
            act={reject}
            label={texts.reject}
            reason
            onAct={(reason) => reject.mutate({ params, body: { reason } })}
          />
        </>
      )}
    </Stack>
  )
}
