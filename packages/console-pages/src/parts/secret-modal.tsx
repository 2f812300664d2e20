import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { CodeBlock } from './copyable.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { partTexts } from './part-texts.ts'

/** A secret that is shown once. */
export interface SecretProps {
  readonly title: string
  readonly lines: readonly (readonly [label: string, value: string])[]
  readonly note?: ReactNode
  readonly onClose: () => void
}

/** A secret that is shown once: it closes only when the person says that it is stored. */
export function SecretModal(props: SecretProps) {
  const { title, lines, note, onClose } = props
  const texts = useTexts(partTexts)
  const [stored, setStored] = useState(false)
  return (
    <Dialog
      onClose={() => stored && onClose()}
      title={title}
      withCloseButton={false}
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="outline" icon={<Icon name="warn" />} title={texts.secretTitle}>
          <Text fz="sm">{texts.secretOnce}</Text>
        </Alert>
        {lines.map(([label, value]) => (
          <div key={label}>
            <Text fz="sm" fw={600} mb={4}>
              {label}
            </Text>
            <CodeBlock code={value} what={label} />
          </div>
        ))}
        {note}
        <Checkbox
          label={texts.secretKept}
          checked={stored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Button onClick={onClose} disabled={!stored} style={{ alignSelf: 'flex-end' }}>
          {texts.done}
        </Button>
      </Stack>
    </Dialog>
  )
}
