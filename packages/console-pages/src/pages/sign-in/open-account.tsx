import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import type { Session } from '../../session/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { WayIn } from './way-in.tsx'

interface Opened {
  readonly key: { readonly api_key: string; readonly api_secret: string }
  readonly session: Session
}

/** The account of a new person: its name, and then its first key, which is shown once. */
export function OpenAccount(props: {
  readonly mayOpen: boolean
  /** The address where the person has accounts that this session does not reach; null: there are none. */
  readonly otherPlace: string | null
  /** While the key is shown. */
  readonly onHold: (holds: boolean) => void
  readonly onDone: (session: Session) => void
}) {
  const { mayOpen, otherPlace, onHold, onDone } = props
  const texts = useTexts(signInTexts)
  const { send } = useApi()
  const [account, setAccount] = useState('')
  const [name, setName] = useState('')
  const open = useMutation({
    mutationFn: () =>
      send<Opened>('POST', '/console/sign-up', {
        account_name: account.trim(),
        ...(name.trim() && { name: name.trim() }),
      }),
    onSuccess: () => onHold(true),
  })
  const other = otherPlace !== null && (
    <Text fz="sm" mb="md">
      {texts.otherPlace} <Anchor href={otherPlace}>{otherPlace}</Anchor>
    </Text>
  )
  if (!mayOpen)
    return (
      <WayIn title={texts.closedTitle} text={texts.closedText}>
        {other}
      </WayIn>
    )
  return (
    <WayIn title={texts.accountTitle} text={texts.accountText}>
      {other}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          open.mutate()
        }}
      >
        <Stack gap="md">
          <TextInput
            label={texts.accountName}
            autoComplete="organization"
            value={account}
            onChange={(event) => setAccount(event.currentTarget.value)}
            required
            size="md"
            autoFocus
          />
          <TextInput
            label={texts.yourName}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            size="md"
          />
          <Refusal error={open.error} />
          <Button type="submit" size="md" loading={open.isPending}>
            {texts.open}
          </Button>
        </Stack>
      </form>
      {open.data && (
        <SecretDialog
          title={texts.keyTitle}
          lines={[
            [texts.keyId, open.data.key.api_key],
            [texts.keySecret, open.data.key.api_secret],
          ]}
          onClose={() => {
            onDone(open.data.session)
            onHold(false)
          }}
        />
      )}
    </WayIn>
  )
}
