import { Alert, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useApi } from '../api/console-api.tsx'
import { Refusal } from '../parts/failure.tsx'
import { useTexts } from '../texts/language.tsx'
import { askPasskey, canUsePasskeys } from './passkey.ts'
import { proofTexts } from './proof-texts.ts'
import type { ProofMethod, Session } from './session.ts'

const METHODS: readonly ProofMethod[] = ['passkey', 'totp', 'code', 'recovery_code']

/** Proves who is here, by one of the methods that this person has: the second factor, and the step-up. */
export function ProofForm({
  methods,
  onDone,
}: {
  readonly methods: readonly string[]
  readonly onDone: (session: Session) => void
}) {
  const texts = useTexts(proofTexts)
  const { send } = useApi()
  const offered = METHODS.filter((method) => methods.includes(method) && (method !== 'passkey' || canUsePasskeys()))
  const [method, setMethod] = useState<ProofMethod>(offered[0] ?? 'code')
  const [code, setCode] = useState('')
  const mail = useMutation({
    mutationFn: () => send<{ proof: string }>('POST', '/console/session/proof/code', {}),
  })
  const prove = useMutation({
    mutationFn: async () => {
      const given =
        method === 'passkey' ? await passkey() : { code, ...(method === 'code' && { proof: mail.data?.proof }) }
      return await send<Session>('POST', '/console/session/proof', { method, ...given })
    },
    onSuccess: onDone,
  })
  const passkey = async () => {
    const { options } = await send<{ options: PublicKeyCredentialRequestOptionsJSON }>(
      ...(['POST', '/console/session/proof/passkey', {}] as const),
    )
    const response = await askPasskey(options)
    if (!response) throw new ApiError({ code: 'PASSKEY_DECLINED', message: texts.passkeyFailed })
    return { response }
  }
  const waitsForMail = method === 'code' && !mail.data
  const choose = (value: string) => {
    setMethod(METHODS.find((one) => one === value) ?? 'code')
    setCode('')
    prove.reset()
  }
  if (offered.length === 0)
    return (
      <Alert color="orange" variant="outline">
        {methods.length === 0 ? texts.elsewhere : texts.noMethod}
      </Alert>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (waitsForMail) mail.mutate()
        else prove.mutate()
      }}
    >
      <Stack gap="md">
        {offered.length > 1 && (
          <NativeSelect
            label={texts.method}
            value={method}
            onChange={(event) => choose(event.currentTarget.value)}
            data={offered.map((value) => ({ value, label: texts.methods[value] }))}
          />
        )}
        {method === 'code' && mail.data && (
          <Text fz="sm" role="status">
            {texts.sent}
          </Text>
        )}
        {method !== 'passkey' && !waitsForMail && (
          <TextInput
            label={method === 'recovery_code' ? texts.recovery : texts.code}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            inputMode={method === 'recovery_code' ? 'text' : 'numeric'}
            required
            data-autofocus
          />
        )}
        <Refusal error={prove.error ?? mail.error} />
        <Button type="submit" loading={prove.isPending || mail.isPending}>
          {waitsForMail ? texts.send : method === 'passkey' ? texts.passkey : texts.confirm}
        </Button>
      </Stack>
    </form>
  )
}
