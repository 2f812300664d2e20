import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import type { Kyc } from '../../api/rows.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { KycFiles } from './kyc-files.tsx'
import { kycTexts } from './kyc-texts.ts'
import { base64Of } from './read-file.ts'

const KINDS = ['pan', 'gstin', 'incorporation', 'address'] as const
const MOST_BYTES = 5 * 1_024 * 1_024
const KYC = '/admin/v1/accounts/{account_id}/kyc'

/** Uploads the files of KYC documents, and submits them. */
export function KycForm({ kyc }: { readonly kyc: Kyc }) {
  const texts = useTexts(kycTexts)
  const { accountId } = useWorkplace()
  const { client } = useApi()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['get', KYC] })
  const path = { account_id: accountId }
  const [kind, setKind] = useState<(typeof KINDS)[number]>('pan')
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = { kind, name: file.name.slice(0, 200), content: await base64Of(file) }
      await client.POST('/admin/v1/accounts/{account_id}/kyc/files', { params: { path }, body })
    },
    onSuccess: refresh,
  })
  const submit = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/kyc/submit', { onSuccess: refresh })
  const choose = (file: File | null) => {
    if (!file) return
    upload.reset()
    setTooLarge(file.size > MOST_BYTES ? file.name : null)
    if (file.size <= MOST_BYTES) upload.mutate(file)
  }
  const documents = kyc.files.map((file) => ({ kind: file.kind, reference: file.file_id }))
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed">
        {texts.fileHint}
      </Text>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label={texts.kind}
          value={kind}
          onChange={(event) => setKind(KINDS.find((one) => one === event.currentTarget.value) ?? 'pan')}
          data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <FileButton accept="application/pdf,image/jpeg,image/png" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="plus" size={16} />}
              loading={upload.isPending}
            >
              {texts.upload}
            </Button>
          )}
        </FileButton>
      </Group>
      {tooLarge !== null && (
        <Alert color="red" variant="outline" icon={<Icon name="warn" />} role="alert">
          {texts.tooLarge(tooLarge)}
        </Alert>
      )}
      <Refusal error={upload.error} />
      {documents.length > 0 && (
        <>
          <KycFiles files={kyc.files} onDiscarded={refresh} />
          <Button
            style={{ alignSelf: 'flex-start' }}
            loading={submit.isPending}
            onClick={() => submit.mutate({ params: { path }, body: { documents } })}
          >
            {texts.submit}
          </Button>
        </>
      )}
      <Refusal error={submit.error} />
    </Stack>
  )
}
