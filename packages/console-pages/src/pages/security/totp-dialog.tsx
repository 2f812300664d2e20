import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { CodeBlock } from '../../parts/copyable.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import classes from './security.module.css'
import { securityTexts } from './security-texts.ts'

// What draws it is only for those who set up an app.
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Sets up an authenticator app: the secret, then a code that proves that the app has it. */
export function TotpDialog({
  onDone,
  onClose,
}: {
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}) {
  const texts = useTexts(securityTexts)
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
  const waiting = <Skeleton className={classes.qr} />
  return (
    <Dialog onClose={onClose} title={texts.app}>
      <Refusal error={error} />
      {!error && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate()
          }}
        >
          <Stack gap="md">
            <Text fz="sm">{texts.secretText}</Text>
            <Suspense fallback={waiting}>{data ? <QrCode text={data.uri} label={texts.qrAlt} /> : waiting}</Suspense>
            <div>
              <Text fz="sm" fw={600} mb={4}>
                {texts.secret}
              </Text>
              {data ? <CodeBlock code={inGroups(data.secret)} what={texts.secret} /> : <Skeleton h={46} />}
            </div>
            <TextInput
              label={texts.code}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={11}
              required
              data-autofocus
            />
            <Refusal error={confirm.error} />
            <Button type="submit" loading={confirm.isPending} disabled={!data}>
              {texts.confirm}
            </Button>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}

/** Groups of four are typed with fewer faults; apps ignore the blanks. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
