import { Group, Stack, Text } from '@mantine/core'
import type { SourceTest } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { sourcesTexts } from './sources-texts.ts'

const TONES: Readonly<Record<SourceTest['outcome'], Tone>> = { answer: 'good', none: 'warn', failed: 'bad' }
type Field = readonly [name: string, value: unknown]

/** How a test ended: the record, a definite no, or the field that broke. */
export function SourceTestResult({ test }: { readonly test: SourceTest }) {
  const texts = useTexts(sourcesTexts)
  const { outcome, duration_ms: ms, record, failure, field, reason, reply } = test
  const columns: readonly Column<Field>[] = [
    { id: 'field', heading: texts.field, card: 'title', cell: ([name]) => name },
    {
      ...{ id: 'value', heading: texts.value },
      cell: ([, value]) => <span style={{ overflowWrap: 'anywhere' }}>{shown(value)}</span>,
    },
  ]
  return (
    <Stack gap="sm" role="status" aria-live="polite">
      <Group gap="sm">
        <Status tone={TONES[outcome]}>{texts.outcomes[outcome]}</Status>
        <Text fz="sm">{[...(reply ? [`HTTP ${reply.status}`] : []), texts.ms(ms)].join(', ')}</Text>
      </Group>
      {failure && (
        <FactList
          facts={[
            [texts.why, texts.reasons[failure]],
            ...(field === null ? [] : ([[texts.brokenField, <strong key="field">{field}</strong>]] as const)),
            ...(reason === null ? [] : ([[texts.reason, reason]] as const)),
          ]}
        />
      )}
      {record && (
        <DataTable label={texts.record} columns={columns} rows={Object.entries(record)} keyOf={([name]) => name} />
      )}
    </Stack>
  )
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
