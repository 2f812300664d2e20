import { Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { CodeBlock } from '../../parts/copyable.tsx'
import { useTexts } from '../../texts/language.tsx'
import { SAMPLE_LANGUAGES, SAMPLES, type SampleLanguage } from './call-samples.ts'
import type { Scenario } from './scenarios.ts'
import { requestOf } from './send-call.ts'
import { tryTexts } from './try-texts.ts'

const NAMES: Readonly<Record<SampleLanguage, string>> = { curl: 'curl', node: 'Node', python: 'Python' }

/** The call of the form as a program sends it. */
export function CallCode(call: { readonly scenario: Scenario; readonly values: Readonly<Record<string, unknown>> }) {
  const texts = useTexts(tryTexts)
  const { mount } = useApi()
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const { address, body } = requestOf(call)
  const url = `${location.origin}${mount}${address}`
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text fz="sm" fw={600}>
          {texts.code}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={texts.codeIn}
          value={language}
          onChange={(value) => setLanguage(SAMPLE_LANGUAGES.find((one) => one === value) ?? 'curl')}
          data={SAMPLE_LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
        />
      </Group>
      <CodeBlock code={SAMPLES[language]({ method: call.scenario.method, url, body })} what={texts.code} scrolls />
    </div>
  )
}
