import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import { topUpTexts } from './top-up-texts.ts'

/** The UTR of a QR that was paid, where no gateway tells of it. */
export function UtrForm({ fundingId }: { readonly fundingId: string }) {
  const texts = useTexts(topUpTexts)
  const [utr, setUtr] = useState('')
  const queries = useQueryClient()
  const confirm = useAdmin().useMutation('post', '/admin/v1/funding/{funding_id}/confirm', {
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ params: { path: { funding_id: fundingId } }, body: { utr: utr.trim(), rail: 'upi' } })
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            label={texts.paidNotice}
            placeholder={texts.utr}
            value={utr}
            onChange={(event) => setUtr(event.currentTarget.value)}
            required
          />
          <Button type="submit" variant="default" loading={confirm.isPending}>
            {texts.submitUtr}
          </Button>
        </Group>
        <Refusal error={confirm.error} />
      </Stack>
    </form>
  )
}
