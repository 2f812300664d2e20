import { Stack, Text, Title } from '@mantine/core'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import type { UsageRow } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { CodeBlock, Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import classes from './call-detail.module.css'
import { Outcome, outcomeOf } from './outcome.tsx'
import { usageTexts } from './usage-texts.ts'

/** A request: what it was, why it cost what it cost, and how to send one like it. */
export function CallDetail({ row }: { readonly row: UsageRow }) {
  const texts = useTexts(usageTexts)
  const shell = useTexts(shellTexts)
  const { may } = useWorkplace()
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.outcome, <Outcome key="outcome" outcome={row.outcome} />],
          [texts.status, row.status],
          ...(row.code ? ([[texts.code, row.code]] as const) : []),
          [texts.charged, <strong key="charged">{rupees(row.charged)}</strong>],
          [texts.latency, texts.ms(row.latency_ms)],
          [texts.time, <MomentText key="at" at={row.at} full />],
          [texts.environment, shell[row.environment]],
          [texts.requestId, <Copyable key="id" text={row.request_id} what={texts.requestId} />],
          [texts.reference, <Copyable key="reference" text={row.reference} what={texts.reference} />],
          [texts.ip, row.ip],
        ]}
      />
      <section>
        <Title order={3} fz="sm" mb={6}>
          {texts.whyTitle}
        </Title>
        <Text fz="sm" c="dimmed">
          {texts.why[row.outcome === 'answer' && isZero(row.charged) ? 'free' : outcomeOf(row.outcome)]}
        </Text>
        {may('prices:read') && row.outcome === 'answer' && <PriceSteps row={row} />}
      </section>
      <section>
        <Title order={3} fz="sm" mb={6}>
          {texts.repeat}
        </Title>
        <Text fz="xs" c="dimmed" mb={6}>
          {texts.repeatNote}
        </Text>
        <Curl endpoint={row.endpoint} what={texts.repeat} />
      </section>
    </Stack>
  )
}

function PriceSteps({ row }: { readonly row: UsageRow }) {
  const texts = useTexts(usageTexts)
  const { accountId, environment } = useWorkplace()
  const { data, error } = useAdmin().useQuery('get', '/admin/v1/quotes', {
    params: { query: { endpoint: row.endpoint, account_id: accountId, environment } },
  })
  if (error)
    return (
      <Text fz="sm" c="dimmed" mt="sm">
        {texts.noPrice}
      </Text>
    )
  if (!data) return null
  return (
    <>
      <Text fz="xs" fw={600} c="dimmed" mt="md" mb={4}>
        {texts.price}
      </Text>
      <ol className={classes.steps}>
        {data.steps.map(({ rule, applies, detail }) => (
          <li key={rule} data-applies={applies || undefined}>
            <code>{rule}</code>
            <span>{detail}</span>
          </li>
        ))}
        <li data-applies="true">
          <code>{texts.charged}</code>
          <strong>{rupees(data.charged)}</strong>
        </li>
      </ol>
    </>
  )
}

function Curl({ endpoint, what }: { readonly endpoint: string; readonly what: string }) {
  const { mount } = useApi()
  const code = [
    `curl '${location.origin}${mount}/api/v1/${endpoint}?…' \\`,
    "  -H 'X-API-Key: …' \\",
    "  -H 'X-API-Secret: …'",
  ].join('\n')
  return <CodeBlock code={code} what={what} />
}
