import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import type { Session } from '../../session/session.ts'
import { useTexts } from '../../texts/language.tsx'
import classes from './sign-in.module.css'
import { signInTexts } from './sign-in-texts.ts'

/** The code that was mailed. */
export function CodeStep(props: {
  readonly email: string
  readonly signIn: string
  readonly development: boolean
  readonly onDone: (session: Session) => void
  readonly onResend: () => void
  readonly onAnother: () => void
}) {
  const { email, signIn, development, onDone, onResend, onAnother } = props
  const texts = useTexts(signInTexts)
  const { send } = useApi()
  const [code, setCode] = useState('')
  const enter = useMutation({
    mutationFn: () => send<Session>('POST', '/console/sign-in', { sign_in: signIn, code }),
    onSuccess: onDone,
  })
  const { error } = enter
  const isWrong = error instanceof ApiError && error.code === 'CODE_WRONG'
  const isOver = error instanceof ApiError && error.code === 'CODE_ENDED'
  const fault = isWrong ? texts.codeWrong(error.triesLeft ?? 0) : isOver ? texts.codeEnded : null
  const resend = () => {
    setCode('')
    enter.reset()
    onResend()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        enter.mutate()
      }}
    >
      <Stack gap="md">
        <Text fz="sm" role="status">
          {texts.codeText(email)}
          {development && ` ${texts.terminal}`}
        </Text>
        <TextInput
          className={classes.code}
          label={texts.code}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={11}
          required
          autoFocus
          size="lg"
          error={fault}
        />
        {fault === null && <Refusal error={error} />}
        <Button type="submit" size="md" loading={enter.isPending} disabled={isOver}>
          {texts.signIn}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" fz="sm" onClick={onAnother}>
            {texts.another}
          </Anchor>
          <Anchor component="button" type="button" fz="sm" onClick={resend}>
            {texts.resend}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
