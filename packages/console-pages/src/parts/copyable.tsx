import { ActionIcon, CopyButton, Group, Text } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'
import { Icon } from './icon.tsx'
import { partTexts } from './part-texts.ts'

/** A text in a fixed-width font with a button that copies it. */
export function Copyable({
  text,
  what,
  shown = text,
}: {
  readonly text: string
  readonly what: string
  readonly shown?: string
}) {
  return (
    <Group gap={4} wrap="nowrap" component="span" style={{ display: 'inline-flex', minWidth: 0 }}>
      <Text span ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
        {shown}
      </Text>
      <Copy text={text} what={what} />
    </Group>
  )
}

/** A button that copies a text. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const texts = useTexts(partTexts)
  return (
    <CopyButton value={text} timeout={1_500}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color={copied ? 'teal' : 'gray'}
          size={26}
          onClick={copy}
          aria-label={copied ? texts.copied : texts.copy(what)}
          title={copied ? texts.copied : texts.copy(what)}
        >
          <Icon name={copied ? 'check' : 'copy'} size={15} />
        </ActionIcon>
      )}
    </CopyButton>
  )
}

/**
 * A block of code that can be copied.
 *
 * @param scrolls Long lines are not broken: for programs.
 * @param copied What is copied, where it is shown in another form.
 */
export function CodeBlock(props: {
  readonly code: string
  readonly what: string
  readonly scrolls?: boolean
  readonly copied?: string
}) {
  const { code, what, scrolls, copied = code } = props
  return (
    <div className="console-code" data-scrolls={scrolls || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls can be reached by the keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <Copy text={copied} what={what} />
    </div>
  )
}
