import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { kycTexts } from './kyc-texts.ts'

const KINDS = ['pan', 'gstin', 'incorporation', 'address'] as const
interface Given {
  readonly id: number
  readonly kind: string
  readonly reference: string
}

/** The documents that are submitted: by reference, for the API keeps no files. */
export function KycForm() {
  const texts = useTexts(kycTexts)
  const { accountId } = useWorkplace()
  const [documents, setDocuments] = useState<readonly Given[]>([
    { id: 1, kind: 'pan', reference: '' },
    { id: 2, kind: 'gstin', reference: '' },
  ])
  const queries = useQueryClient()
  const submit = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/kyc/submit', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/admin/v1/accounts/{account_id}/kyc'] }),
  })
  const change = (id: number, changed: Partial<Given>) =>
    setDocuments(documents.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  const send = (event: FormEvent) => {
    event.preventDefault()
    const given = documents.map(({ kind, reference }) => ({ kind, reference: reference.trim() }))
    submit.mutate({
      params: { path: { account_id: accountId } },
      body: { documents: given.filter(({ reference }) => reference !== '') },
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {texts.referenceHint}
        </Text>
        {documents.map(({ id, kind, reference }) => (
          <Group key={id} gap="xs" align="flex-end" wrap="nowrap">
            <NativeSelect
              label={texts.kind}
              value={kind}
              onChange={(event) => change(id, { kind: event.currentTarget.value })}
              data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
              style={{ flex: 1, minWidth: 0 }}
            />
            <TextInput
              label={texts.reference}
              value={reference}
              onChange={(event) => change(id, { reference: event.currentTarget.value })}
              style={{ flex: 1, minWidth: 0 }}
              required={id === documents[0]?.id}
            />
            {documents.length > 1 && (
              <Button
                variant="default"
                px={10}
                aria-label={texts.remove}
                onClick={() => setDocuments(documents.filter((one) => one.id !== id))}
              >
                <Icon name="cross" size={16} />
              </Button>
            )}
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              setDocuments([
                ...documents,
                { id: Math.max(...documents.map(({ id }) => id)) + 1, kind: 'address', reference: '' },
              ])
            }
          >
            {texts.add}
          </Button>
          <Button type="submit" loading={submit.isPending}>
            {texts.submit}
          </Button>
        </Group>
        <Refusal error={submit.error} />
      </Stack>
    </form>
  )
}
