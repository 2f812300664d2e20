import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { Refusal } from './failure.tsx'
import { partTexts } from './part-texts.ts'

interface Act {
  readonly isPending: boolean
  readonly error: unknown
}

/** A decision with its button. */
export function ActForm(props: {
  readonly act: Act
  readonly label: string
  readonly text?: ReactNode
  readonly danger?: boolean
  readonly disabled?: boolean
  /** It is asked for: who reads it, which the field says below its name; or what else it says. */
  readonly reason?: 'operators' | 'customer' | { readonly hint: string }
  readonly children?: ReactNode
  /** @param reason Empty where none is asked for. */
  readonly onAct: (reason: string) => void
}) {
  const { act, label, text, danger = false, disabled = false, reason: hint, children, onAct } = props
  const texts = useTexts(partTexts)
  const readBy = { operators: texts.reasonKept, customer: texts.reasonRead }
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAct(reason.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        {text && <Text fz="sm">{text}</Text>}
        {children}
        {hint !== undefined && (
          <TextInput
            w="100%"
            required
            label={texts.reason}
            description={typeof hint === 'object' ? hint.hint : readBy[hint]}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Refusal error={act.error} />
        <Button
          type="submit"
          loading={act.isPending}
          disabled={disabled}
          variant={danger ? 'outline' : 'filled'}
          {...(danger && { color: 'var(--mantine-color-error)' })}
        >
          {label}
        </Button>
      </Stack>
    </form>
  )
}
