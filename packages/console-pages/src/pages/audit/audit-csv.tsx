import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { downloadCsv } from '../../api/download.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { useTexts } from '../../texts/language.tsx'

/** The entries that the filters choose, as a file. */
export function AuditCsv({ filters }: { readonly filters: Readonly<Record<string, string | undefined>> }) {
  const texts = useTexts(partTexts)
  const api = useApi()
  const csv = useMutation({ mutationFn: () => downloadCsv(api, '/admin/v1/audit', { name: 'audit.csv', filters }) })
  return (
    <Stack gap="xs" align="flex-end">
      <Button
        variant="default"
        size="sm"
        loading={csv.isPending}
        leftSection={<Icon name="download" size={16} />}
        onClick={() => csv.mutate()}
      >
        {texts.download}
      </Button>
      <Refusal error={csv.error} />
    </Stack>
  )
}
