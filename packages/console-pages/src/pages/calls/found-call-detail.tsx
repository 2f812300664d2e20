import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import type { FoundCall, TimelineStep } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
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

interface RefundedCall {
  readonly call: FoundCall
  readonly steps: readonly TimelineStep[]
}

/** A call of an account: what happened to its money and why, what it was, and its refund. */
export function FoundCallDetail({ call }: { readonly call: FoundCall }) {
  const texts = useTexts(callsTexts)
  const usage = useTexts(usageTexts)
  const shell = useTexts(shellTexts)
  const { may } = useWorkplace()
  const { account_id, environment, reference, request_id, outcome, status, charged, code, ip } = call
  const timeline = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/calls/{reference}/timeline', {
    params: { path: { account_id, reference }, query: { environment, request_id } },
  })
  // The row was read before a refund here.
  const refunded = timeline.data?.request.refunded ?? call.refunded
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Outcome outcome={outcome} status={status} />
        <Text fz="xl" fw={650}>
          {rupees(charged)}
        </Text>
        {!isZero(refunded) && (
          <Text fz="sm" c="dimmed">
            {usage.refunded(rupees(refunded))}
          </Text>
        )}
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
            [texts.account, <AccountLink key="account" call={call} />],
            [texts.accountId, <Copyable key="account" text={account_id} what={texts.accountId} />],
            [usage.environment, shell[environment]],
            ...(may('keys:read') ? [[usage.key, <KeyName key="key" keyId={call.key_id} />] as const] : []),
            [usage.latency, usage.ms(call.latency_ms)],
            ...(code ? ([[usage.code, <CodeText key="code" code={code} />]] as const) : []),
            [usage.requestId, <Copyable key="id" text={request_id} what={usage.requestId} />],
            [usage.reference, <Copyable key="reference" text={reference} what={usage.reference} />],
            ...(ip ? ([[usage.ip, ip]] as const) : []),
          ]}
        />
      </section>
      {may('calls:refund') && outcome === 'answer' && isZero(call.refunded) && (
        <Refund call={call} steps={timeline.data?.steps ?? []} />
      )}
    </Stack>
  )
}

/** Whose call it is, which leads to its page. */
function AccountLink({ call: { account_id: accountId, account_name, environment } }: { readonly call: FoundCall }) {
  const { may } = useWorkplace()
  if (!may('accounts:read')) return account_name
  return (
    <Anchor
      fz="sm"
      renderRoot={(props) => (
        <Link to="/accounts/$accountId" params={{ accountId }} search={{ environment }} {...props} />
      )}
    >
      {account_name}
    </Anchor>
  )
}

/** The key of a call, by its name and its public id. */
function KeyName({ keyId }: { readonly keyId: string }) {
  const { key: what } = useTexts(usageTexts)
  const { data } = useAdmin().useQuery('get', '/admin/v1/keys/{key_id}', { params: { path: { key_id: keyId } } })
  return (
    <>
      {data?.label && <div>{data.label}</div>}
      <Copyable text={data?.api_key ?? keyId} what={what} />
    </>
  )
}

/** Gives back what a call cost. @param steps What happened to its money: after the refund, with the commission that was taken back. */
function Refund({ call: { reference, account_name }, steps }: RefundedCall) {
  const texts = useTexts(callsTexts)
  const queries = useQueryClient()
  const refund = useAdmin().useMutation('post', '/admin/v1/calls/{reference}/refund', {
    onSuccess: () => queries.invalidateQueries(),
  })
  if (refund.data) {
    const { gave_back, amount } = refund.data
    const told = { money: texts.refunded(rupees(amount), account_name), plan_unit: texts.unit, hold: texts.hold }
    const taken = steps.filter(({ kind }) => kind === 'commission_reversed')
    return (
      <Text component="div" fz="sm" fw={600} role="status">
        {told[gave_back]}
        {taken.map((step) => (
          <div key={step.account_id}>
            {texts.takenBack(rupees(step.amount.replace('-', '')), step.account_name ?? step.account_id ?? '')}
          </div>
        ))}
      </Text>
    )
  }
  return (
    <ActForm
      danger
      act={refund}
      label={texts.refund}
      text={texts.refundText}
      reason="customer"
      onAct={(reason) => refund.mutate({ params: { path: { reference } }, body: { reason } })}
    />
  )
}
