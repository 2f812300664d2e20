import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { CodeBlock } from '../../parts/copyable.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/loaded.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { securityTexts } from './security-texts.ts'

/** Sets up an authenticator app: the secret, then a code that proves that the app has it. */
export function TotpDialog({
  onDone,
  onClose,
}: {
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}) {
  const texts = useTexts(securityTexts)
  const parts = useTexts(partTexts)
  const { send } = useApi()
  const [code, setCode] = useState('')
  const { mutate, data, error } = useMutation({
    mutationFn: () => send<{ secret: string; uri: string }>('POST', '/admin/v1/me/totp', {}),
  })
  useEffect(() => mutate(), [mutate])
  const confirm = useMutation({
    mutationFn: () =>
      send<{ recovery_codes: readonly string[] }>('POST', '/admin/v1/me/totp/confirm', { code: code.trim() }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <Modal opened onClose={onClose} title={texts.app} closeButtonProps={{ 'aria-label': parts.close }}>
      <Refusal error={error} />
      {!data && !error && <RowsSkeleton rows={3} />}
      {data && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate()
          }}
        >
          <Stack gap="md">
            <Text fz="sm">{texts.secretText}</Text>
            <CodeBlock code={data.secret} what={texts.secret} />
            <TextInput
              label={texts.code}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
            />
            <Refusal error={confirm.error} />
            <Button type="submit" loading={confirm.isPending}>
              {texts.confirm}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
