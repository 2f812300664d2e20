import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import { NameField } from './accept-form.tsx'
import { CodeStep } from './code-step.tsx'
import type { Accepted } from './invitation.ts'
import { signInTexts } from './sign-in-texts.ts'

/** Sends a code to the invited address, and accepts the invitation with it. */
export function InvitationCode({
  token,
  email,
  development,
  onDone,
  onRefused,
}: {
  readonly token: string
  readonly email: string
  readonly development: boolean
  readonly onDone: (accepted: Accepted) => Promise<void>
  readonly onRefused: (error: unknown) => void
}) {
  const texts = useTexts(signInTexts)
  const { send } = useApi()
  const [name, setName] = useState('')
  const request = useMutation({
    mutationFn: () => send<{ acceptance: string }>('POST', '/console/invitation/code', { token }),
  })
  const accept = async (code: string): Promise<Accepted> => {
    const proof = { acceptance: request.data?.acceptance ?? '', code }
    try {
      return await send<Accepted>('POST', '/console/invitation/accept', {
        token,
        ...(name.trim() && { name: name.trim() }),
        ...proof,
      })
    } catch (error) {
      onRefused(error)
      throw error
    }
  }
  if (request.data)
    return (
      <CodeStep
        email={email}
        development={development}
        action={texts.continue}
        enter={accept}
        onDone={onDone}
        onResend={() => request.mutate()}
      />
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        request.mutate()
      }}
    >
      <Stack gap="md">
        <NameField name={name} onChange={setName} />
        <Refusal error={request.error} />
        <Button type="submit" size="md" loading={request.isPending}>
          {texts.sendCode}
        </Button>
      </Stack>
    </form>
  )
}
