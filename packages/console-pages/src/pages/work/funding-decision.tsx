import { Checkbox, Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAccountName } from '../accounts/account-name.tsx'
import { PaymentState } from '../wallet/payment-panel.tsx'
import { topUpTexts } from '../wallet/top-up-texts.ts'
import { useApprovalsNeeded } from './approvals-needed.ts'
import { decisionTexts } from './decision-texts.ts'
import { FundingFacts } from './funding-facts.tsx'
import { differencesOf, StatementLine } from './statement-line.tsx'
import { workTexts } from './work-texts.ts'

const PAYMENTS: readonly Funding['method'][] = ['gateway', 'upi_qr', 'bank_transfer']

/**
 * Approves or rejects a transfer, or an act of another operator.
 *
 * @param limit In rupees: above it two operators approve; null: not known.
 * @param onDone Gets what was done.
 */
export function FundingDecision(props: {
  readonly funding: Funding
  readonly limit: string | null
  readonly onDone: (told: ReactNode) => void
}) {
  const { funding, limit, onDone } = props
  const texts = useTexts(workTexts)
  const { may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const toldOf = useTold()
  const name = useAccountName(funding.account_id)
  const [line, setLine] = useState('')
  const params = { path: { funding_id: funding.funding_id } }
  const onSuccess = (decided: Funding) => {
    void queries.invalidateQueries()
    onDone(toldOf(decided, name))
  }
  const approve = admin.useMutation('post', '/admin/v1/funding/{funding_id}/approve', { onSuccess })
  const reject = admin.useMutation('post', '/admin/v1/funding/{funding_id}/reject', { onSuccess })
  const isPayment = PAYMENTS.includes(funding.method)
  const approvalsOf = useApprovalsNeeded()
  const waits = funding.state === 'submitted' || funding.state === 'approved'
  // What a gateway took stands on the statement in a sum of its own.
  const isCompared = funding.utr !== null && funding.method !== 'gateway'
  return (
    <Stack gap="lg">
      <div>
        <PaymentState state={funding.state} />
      </div>
      <FundingFacts funding={funding} />
      {waits && isCompared && <StatementLine funding={funding} line={line} onLine={setLine} />}
      {waits && may('funding:approve') && (
        <>
          <ActForm
            act={approve}
            label={texts.approve}
            text={
              funding.approvals > 0 ? texts.large : isPayment && limit !== null && approvalsOf(funding.amount, limit)
            }
            onAct={() => approve.mutate({ params })}
          >
            {isCompared && differencesOf(line, funding).length > 0 && <AllTheSame key={line} line={line} />}
          </ActForm>
          <Divider />
          <ActForm
            danger
            act={reject}
            label={texts.reject}
            reason="customer"
            onAct={(reason) => reject.mutate({ params, body: { reason } })}
          />
        </>
      )}
    </Stack>
  )
}

/** The form is not sent before it is ticked, again for each other line. */
function AllTheSame({ line }: { readonly line: string }) {
  const texts = useTexts(decisionTexts)
  return <Checkbox required label={line.trim() === '' ? texts.notCompared : texts.differs} />
}

/** What a decision on a funding did. */
function useTold(): (decided: Funding, name: string) => string {
  const texts = useTexts(decisionTexts)
  const { methods } = useTexts(topUpTexts)
  return ({ state, method, amount }, name) => {
    const isPayment = PAYMENTS.includes(method)
    const sum = rupees(amount)
    if (state === 'rejected') return isPayment ? texts.rejected(sum) : texts.actRejected(sum)
    if (state === 'approved') return texts.approvedOnce(sum)
    return isPayment ? texts.credited(sum, name) : texts.carriedOut(methods[method], sum, name)
  }
}
