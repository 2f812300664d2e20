import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import type { UsageRow } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { CodeBlock, Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { CodeText } from './code-text.tsx'
import { useKeyLabels } from './key-labels.ts'
import { Outcome } from './outcome.tsx'
import { Refusal } from './refusal.tsx'
import { Timeline } from './timeline.tsx'
import { usageTexts } from './usage-texts.ts'

/** A call: what happened to its money and why, what it was, and how to send one like it. @param onLeave A link of it leads to other rows of the log. */
export function CallDetail({ row, onLeave }: { readonly row: UsageRow; readonly onLeave: () => void }) {
  const texts = useTexts(usageTexts)
  const { accountId } = useWorkplace()
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Outcome outcome={row.outcome} status={row.status} />
        <Text fz="xl" fw={650}>
          {rupees(row.charged)}
        </Text>
      </Group>
      <Refusal row={row} accountId={accountId} />
      <section>
        <Title order={3} fz="sm" mb={6}>
          {texts.whyTitle}
        </Title>
        <Money row={row} />
      </section>
      <section>
        <Title order={3} fz="sm" mb={6}>
          {texts.detail}
        </Title>
        <Facts row={row} onLeave={onLeave} />
      </section>
      <section>
        <Title order={3} fz="sm" mb={6}>
          {texts.repeat}
        </Title>
        <Text fz="xs" c="dimmed" mb={6}>
          {texts.repeatNote}
        </Text>
        <Curl row={row} />
        {row.environment === 'sandbox' && (
          <Button
            mt="sm"
            variant="default"
            size="xs"
            renderRoot={(props) => <Link to="/try" search={{ endpoint: row.endpoint }} {...props} />}
          >
            {texts.tryIt}
          </Button>
        )}
      </section>
    </Stack>
  )
}

function Money({ row }: { readonly row: UsageRow }) {
  const { accountId, environment } = useWorkplace()
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/calls/{reference}/timeline', {
    params: {
      path: { account_id: accountId, reference: row.reference },
      query: { environment, request_id: row.request_id },
    },
  })
  if (query.data) return <Timeline timeline={query.data} />
  if (query.error) return <Failure error={query.error} retry={() => query.refetch()} />
  return <Skeleton h={118} aria-busy="true" />
}

function Facts({ row, onLeave }: { readonly row: UsageRow; readonly onLeave: () => void }) {
  const texts = useTexts(usageTexts)
  const shell = useTexts(shellTexts)
  const { labels } = useKeyLabels()
  const { key_id, calls } = row
  return (
    <FactList
      facts={[
        [texts.time, <MomentText key="at" at={row.at} full />],
        [texts.status, row.status],
        ...(row.code ? ([[texts.code, <CodeText key="code" code={row.code} />]] as const) : []),
        ...(calls > 1 ? ([[texts.calls, calls]] as const) : []),
        [texts.latency, texts.ms(row.latency_ms)],
        [texts.environment, shell[row.environment]],
        [
          texts.key,
          <Anchor
            key="key"
            fz="sm"
            renderRoot={(props) => <Link to="/usage" search={{ key_id }} onClick={onLeave} {...props} />}
            title={key_id}
          >
            {labels.get(key_id) ?? key_id}
          </Anchor>,
        ],
        [texts.requestId, <Copyable key="id" text={row.request_id} what={texts.requestId} />],
        [texts.reference, <Copyable key="reference" text={row.reference} what={texts.reference} />],
        ...(row.ip ? ([[texts.ip, row.ip]] as const) : []),
      ]}
    />
  )
}

/** A request like this one. Nothing of what was sent is kept, so the values are placeholders. */
function Curl({ row: { endpoint, request_id } }: { readonly row: UsageRow }) {
  const texts = useTexts(usageTexts)
  const { mount } = useApi()
  const code = [
    `curl '${location.origin}${mount}/api/v1/${endpoint}?…' \\`,
    `  -H 'Idempotency-Key: ${request_id}' \\`,
    "  -H 'X-API-Key: …' \\",
    "  -H 'X-API-Secret: …'",
  ].join('\n')
  return <CodeBlock code={code} what={texts.repeat} />
}
