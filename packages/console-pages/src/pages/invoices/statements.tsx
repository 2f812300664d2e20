import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { lastMonths, monthName } from '../../formats/moments.ts'
import { DownloadButton } from '../../parts/download-button.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { invoiceTexts } from './invoice-texts.ts'

const MONTHS = 24
const FORMATS = ['pdf', 'csv'] as const

/** The statement of a month as a file. */
export function Statements() {
  const texts = useTexts(invoiceTexts)
  const { language } = useLanguage()
  const { accountId, environment } = useWorkplace()
  const [months] = useState(() => lastMonths(MONTHS, Date.now()))
  const [month, setMonth] = useState(months[0] ?? '')
  const [error, setError] = useState<unknown>(null)
  const path = `/admin/v1/accounts/${encodeURIComponent(accountId)}/statements/${month}/wallet`
  return (
    <Surface title={texts.statements} note={texts.statementsOf[environment]}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {texts.statementsText}
        </Text>
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label={texts.month}
            size="xs"
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
            data={months.map((value) => ({ value, label: monthName(value, language) }))}
          />
          {FORMATS.map((format) => (
            <DownloadButton
              key={format}
              file={{
                path: `${path}?environment=${environment}&format=${format}`,
                name: `wallet-${environment}-${month}.${format}`,
              }}
              text={texts[format]}
              label={texts.downloadStatement(monthName(month, language), texts[format])}
              onError={setError}
            />
          ))}
        </Group>
        <Refusal error={error} />
      </Stack>
    </Surface>
  )
}
