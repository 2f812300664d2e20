import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Source } from '../../api/rows.ts'
import { grouped } from '../../formats/rupees.ts'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { effectOf } from './circuit-effect.ts'
import { SourceTestForm } from './source-test-form.tsx'
import { sourcesTexts } from './sources-texts.ts'

type Failure = keyof Source['failures']
const FAILURES = ['timeout', 'unreachable', 'status', 'throttled', 'unusable', 'denied', 'other'] as const

/** A source: what it serves and what callers get, its failures by reason, and a test. */
export function SourceDetail({ source, all }: { readonly source: Source; readonly all: readonly Source[] }) {
  const texts = useTexts(sourcesTexts)
  const { may } = useWorkplace()
  const { failures, last_trouble: trouble, licence_until: licence, operations } = source
  const met: readonly Failure[] = FAILURES.filter((name) => failures[name] > 0)
  const isRegulated = operations.some(({ regulated }) => regulated)
  return (
    <Stack gap="lg">
      <Part title={texts.operations}>
        <Stack gap="sm">
          {operations.map((operation) => (
            <div key={operation.name}>
              <Text fz="sm" fw={600}>
                {operation.name}
                <Text span fz="xs" c="dimmed" fw={400}>
                  {` ${operation.effect === 'write' ? texts.write : texts.read}${operation.regulated ? `, ${texts.regulated}` : ''}`}
                </Text>
              </Text>
              <Text fz="sm">{texts.effects[effectOf(source, operation, all)]}</Text>
              <Text fz="xs" c="dimmed">
                {texts.usedBy(operation.endpoints.join(', '))}
              </Text>
            </div>
          ))}
        </Stack>
      </Part>
      <Part title={texts.state}>
        <FactList
          facts={[
            [texts.circuit, texts.circuits[source.circuit]],
            ...(isRegulated
              ? ([
                  [texts.authorised, source.authorised ? texts.yes : texts.no],
                  [texts.licence, licence === null ? texts.noLicence : texts.until(licence)],
                ] as const)
              : []),
            [texts.successes, grouped(source.successes)],
            ...met.map((name) => [texts.reasons[name], grouped(failures[name])] as const),
          ]}
        />
      </Part>
      {trouble && (
        <Part title={texts.lastTrouble}>
          <FactList
            facts={[
              [texts.when, <MomentText key="at" at={trouble.at} full />],
              [texts.operation, trouble.operation],
              [texts.why, texts.reasons[trouble.failure]],
              ...(trouble.field === null ? [] : ([[texts.field, trouble.field]] as const)),
              ...(trouble.reason === null ? [] : ([[texts.reason, trouble.reason]] as const)),
            ]}
          />
        </Part>
      )}
      {may('sources:test') && (
        <Part title={texts.test}>
          <SourceTestForm source={source} />
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={3} fz="sm" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  )
}
