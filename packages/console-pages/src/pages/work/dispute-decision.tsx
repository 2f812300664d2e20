import { Divider, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding } from '../../api/rows.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ActForm } from './act-form.tsx'
import { FundingFacts } from './funding-facts.tsx'
import { workTexts } from './work-texts.ts'

/** Charges a disputed payment back, or ends its dispute. */
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
  return (
    <Stack gap="lg">
      <FundingFacts funding={funding} />
      {may('funding:approve') && (
        <>
          <ActForm
            act={release}
            label={texts.release}
            text={texts.releaseText}
            onAct={() => release.mutate({ params })}
          />
          <Divider />
          <ActForm
            danger
            act={chargeBack}
            label={texts.chargeBack}
            reason={texts.reasonKept}
            onAct={(reason) => chargeBack.mutate({ params, body: { reason } })}
          />
        </>
      )}
    </Stack>
  )
}
