import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { Accepted } from './invitation.ts'
import { signInTexts } from './sign-in-texts.ts'

/** The button that accepts an invitation whose address is proven. */
export function AcceptForm({
  token,
  asksName,
  onDone,
  onRefused,
}: {
  readonly token: string
  readonly asksName: boolean
  readonly onDone: (accepted: Accepted) => Promise<void>
  readonly onRefused: (error: unknown) => void
}) {
  const texts = useTexts(signInTexts)
  const { send } = useApi()
  const [name, setName] = useState('')
  const accept = useMutation({
    mutationFn: () =>
      send<Accepted>('POST', '/console/invitation/accept', { token, ...(name.trim() && { name: name.trim() }) }),
    onSuccess: onDone,
    onError: onRefused,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate()
      }}
    >
      <Stack gap="md">
        {asksName && <NameField name={name} onChange={setName} />}
        <Refusal error={accept.error} />
        <Button type="submit" size="md" loading={accept.isPending}>
          {texts.accept}
        </Button>
      </Stack>
    </form>
  )
}

/** The field for the name of a new person. */
export function NameField({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const texts = useTexts(signInTexts)
  return (
    <TextInput
      label={texts.yourName}
      autoComplete="name"
      value={name}
      onChange={(event) => onChange(event.currentTarget.value)}
      size="md"
      autoFocus
    />
  )
}
