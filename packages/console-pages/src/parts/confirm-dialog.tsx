import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/language.tsx'
import { Dialog } from './dialog.tsx'
import { Refusal } from './failure.tsx'
import { partTexts } from './part-texts.ts'

/** Asks before something happens: what, and what it means. */
export function ConfirmDialog(props: {
  readonly title: string
  readonly text: ReactNode
  readonly confirm: string
  readonly danger?: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly children?: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const { title, text, confirm, danger = false, busy, error, children, onConfirm, onClose } = props
  const texts = useTexts(partTexts)
  return (
    // Not while it is sent: what comes back may be a secret, and Escape is for the proof that it may ask for.
    <Dialog onClose={() => busy || onClose()} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        <Stack gap="md">
          <Text fz="sm">{text}</Text>
          {children}
          <Refusal error={error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={busy} {...(danger ? { color: 'red.8' } : {})}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
