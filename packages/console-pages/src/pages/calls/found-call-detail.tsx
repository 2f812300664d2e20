import { Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { FoundCall } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { CodeText } from '../usage/code-text.tsx'
import { Outcome } from '../usage/outcome.tsx'
import { Refusal } from '../usage/refusal.tsx'
import { Timeline } from '../usage/timeline.tsx'
import { usageTexts } from '../usage/usage-texts.ts'
import { callsTexts } from './calls-texts.ts'

/** A call of an account: what happened to its money and why, what it was, and its refund. */
export function FoundCallDetail({ call }: { readonly call: FoundCall }) {
  const texts = useTexts(callsTexts)
  const usage = useTexts(usageTexts)
  const shell = useTexts(shellTexts)
  const { may } = useWorkplace()
  const { account_id, account_name, environment, reference, request_id, outcome, status, charged, code, ip } = call
  const timeline = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/calls/{reference}/timeline', {
    params: { path: { account_id, reference }, query: { environment, request_id } },
  })
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Outcome outcome={outcome} status={status} />
        <Text fz="xl" fw={650}>
          {rupees(charged)}
        </Text>
      </Group>
      <Refusal row={call} accountId={account_id} />
      <section>
        <Title order={3} fz="sm" mb={6}>
          {usage.whyTitle}
        </Title>
        <Loaded query={timeline} skeleton={<RowsSkeleton rows={3} />}>
          {(told) => <Timeline timeline={told} />}
        </Loaded>
      </section>
      <section>
        <Title order={3} fz="sm" mb={6}>
          {usage.detail}
        </Title>
        <FactList
          facts={[
            [usage.time, <MomentText key="at" at={call.at} full />],
            [texts.account, account_name],
            [texts.accountId, <Copyable key="account" text={account_id} what={texts.accountId} />],
            [usage.environment, shell[environment]],
            ...(code ? ([[usage.code, <CodeText key="code" code={code} />]] as const) : []),
            [usage.requestId, <Copyable key="id" text={request_id} what={usage.requestId} />],
            [usage.reference, <Copyable key="reference" text={reference} what={usage.reference} />],
            ...(ip ? ([[usage.ip, ip]] as const) : []),
          ]}
        />
      </section>
      {may('calls:refund') && outcome === 'answer' && <Refund reference={reference} />}
    </Stack>
  )
}

function Refund({ reference }: { readonly reference: string }) {
  const texts = useTexts(callsTexts)
  const queries = useQueryClient()
  const refund = useAdmin().useMutation('post', '/admin/v1/calls/{reference}/refund', {
    onSuccess: () => queries.invalidateQueries(),
  })
  if (refund.data) {
    const { gave_back, amount } = refund.data
    const told = { money: texts.refunded(rupees(amount)), plan_unit: texts.unit, hold: texts.hold }
    return (
      <Text fz="sm" fw={600} role="status">
        {told[gave_back]}
      </Text>
    )
  }
  return (
    <ActForm
      danger
      act={refund}
      label={texts.refund}
      text={texts.refundText}
      reason
      onAct={(reason) => refund.mutate({ params: { path: { reference } }, body: { reason } })}
    />
  )
}
