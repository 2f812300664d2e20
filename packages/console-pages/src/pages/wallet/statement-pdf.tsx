import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { download } from '../../api/download.ts'
import { lastMonths, monthName } from '../../formats/moments.ts'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { entryTexts } from './entry-texts.ts'

const MONTHS = 12

/** The statement of a month, as a document. */
export function StatementPdf() {
  const texts = useTexts(entryTexts)
  const { language } = useLanguage()
  const { accountId, environment } = useWorkplace()
  const api = useApi()
  const [months] = useState(() => lastMonths(MONTHS, Date.now()))
  const [month, setMonth] = useState(months[0] ?? '')
  const pdf = () => {
    const path = `/admin/v1/accounts/${encodeURIComponent(accountId)}/statements/${month}/wallet`
    return download(api, `${path}?environment=${environment}&format=pdf`, `wallet-${environment}-${month}.pdf`)
  }
  return (
    <Group
      gap="xs"
      px={{ base: 'sm', xs: 'lg' }}
      py="sm"
      justify="flex-end"
      style={{ borderTop: '1px solid var(--console-line)' }}
    >
      <NativeSelect
        aria-label={texts.month}
        size="xs"
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
        data={months.map((value) => ({ value, label: monthName(value, language) }))}
      />
      <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} onClick={() => void pdf()}>
        {texts.pdf}
      </Button>
    </Group>
  )
}
