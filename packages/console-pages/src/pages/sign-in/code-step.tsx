import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import classes from './sign-in.module.css'
import { signInTexts } from './sign-in-texts.ts'

/** The form for an emailed code. */
export function CodeStep<T>(props: {
  readonly email: string
  readonly development: boolean
  /** The text of the button that sends the code. */
  readonly action: string
  readonly enter: (code: string) => Promise<T>
  readonly onDone: (result: T) => void
  readonly onResend: () => void
  /** Goes back to the form for the address. Absent: the address is fixed. */
  readonly onAnother?: () => void
}) {
  const { email, development, action, enter: submit, onDone, onResend, onAnother } = props
  const texts = useTexts(signInTexts)
  const [code, setCode] = useState('')
  const enter = useMutation({
    mutationFn: () => submit(code),
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
          {action}
        </Button>
        <Group justify="space-between">
          {onAnother && (
            <Anchor component="button" type="button" fz="sm" onClick={onAnother}>
              {texts.another}
            </Anchor>
          )}
          <Anchor component="button" type="button" fz="sm" onClick={resend}>
            {texts.resend}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
