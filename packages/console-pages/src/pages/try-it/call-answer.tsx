import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { rupees } from '../../formats/rupees.ts'
import { CodeBlock, Copyable } from '../../parts/copyable.tsx'
import { Status } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { CallAnswer as Answer } from './send-call.ts'
import classes from './try-it.module.css'
import { tryTexts } from './try-texts.ts'

/** What came back of a call, and what it cost. */
export function CallAnswer({ answer }: { readonly answer: Answer | undefined }) {
  const texts = useTexts(tryTexts)
  if (!answer)
    return (
      <div className={classes.waiting}>
        <Text fz="sm" c="dimmed">
          {texts.waiting}
        </Text>
      </div>
    )
  const facts = [
    texts.ms(answer.ms),
    ...(answer.charged === null ? [] : [texts.charged(rupees(answer.charged))]),
    ...(answer.left === null ? [] : [texts.left(rupees(answer.left))]),
    ...(answer.replayed ? [texts.replayed] : []),
  ]
  return (
    <Stack gap="sm" role="status" aria-live="polite" miw={0}>
      <Group gap="sm">
        <Status tone={answer.status < 400 ? 'good' : 'bad'}>{String(answer.status)}</Status>
        <Text fz="sm">{facts.join(', ')}</Text>
      </Group>
      <Group gap={6} wrap="nowrap">
        <Text fz="xs" c="dimmed" style={{ flex: 'none' }}>
          {texts.requestId}
        </Text>
        <Copyable text={answer.requestId} what={texts.requestId} />
      </Group>
      <div className={classes.answer}>
        <CodeBlock code={answer.body} what={texts.answer} />
      </div>
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        renderRoot={(props) => <Link to="/usage" search={{ request_id: answer.requestId }} {...props} />}
      >
        {texts.log}
      </Button>
    </Stack>
  )
}
