import { Button, Loader, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { SESSION_KEY, type Session } from '../../session/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { useFragmentToken } from './fragment-token.ts'
import { signInTexts } from './sign-in-texts.ts'
import { WayIn } from './way-in.tsx'

interface Invitation {
  readonly email: string
  readonly account_name: string | null
  readonly role: string
}

/** An invitation: by whom, to what, and the way in. */
export function InvitationPage() {
  const texts = useTexts(signInTexts)
  const token = useFragmentToken()
  const { send } = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const found = useQuery({
    queryKey: ['console', 'invitation', token],
    queryFn: () => send<Invitation>('POST', '/console/invitation', { token }),
  })
  const accept = useMutation({
    mutationFn: () =>
      send<Session>('POST', '/console/invitation/accept', { token, ...(name.trim() && { name: name.trim() }) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SESSION_KEY })
      await navigate({ to: '/' })
    },
  })
  if (found.error) return <WayIn title={texts.invitationGone} text={texts.invitationGoneText} />
  if (!found.data) return <Loader m="xl" />
  const { email, account_name, role } = found.data
  return (
    <WayIn title={texts.invitationTitle(account_name ?? texts.operators)} text={texts.invitationText(email, role)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          accept.mutate()
        }}
      >
        <Stack gap="md">
          <TextInput
            label={texts.yourName}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            size="md"
            autoFocus
          />
          <Refusal error={accept.error} />
          <Button type="submit" size="md" loading={accept.isPending}>
            {texts.accept}
          </Button>
        </Stack>
      </form>
    </WayIn>
  )
}
