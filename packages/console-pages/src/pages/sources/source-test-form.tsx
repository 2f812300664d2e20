import { Button, Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Source } from '../../api/rows.ts'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import { SourceTestResult } from './source-test-result.tsx'
import { sourcesTexts } from './sources-texts.ts'

type Operation = Source['operations'][number]
const MONOSPACE = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

/** One request to a source, or a recorded reply, and what its mapping makes of it. */
export function SourceTestForm({ source }: { readonly source: Source }) {
  const texts = useTexts(sourcesTexts)
  const { operations } = source
  const [name, setName] = useState(operations[0]?.name ?? '')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reply, setReply] = useState('')
  const [sendsWrite, setSendsWrite] = useState(false)
  const run = useAdmin().useMutation('post', '/admin/v1/sources/test')
  const operation = operations.find((one) => one.name === name)
  if (!operation) return null
  const replays = reply.trim() !== ''
  const change = (value: string) => {
    setName(value)
    setTyped({})
    setSendsWrite(false)
    run.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.mutate({
      body: {
        ...{ plugin: source.plugin, operation: name, position: source.position, input: inputOf(operation, typed) },
        ...(replays ? { reply } : { send_write: sendsWrite }),
      },
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text fz="sm">{texts.testText}</Text>
        <NativeSelect
          label={texts.operation}
          value={name}
          onChange={({ currentTarget: { value } }) => change(value)}
          data={operations.map((one) => one.name)}
        />
        {operation.input.map(({ name: field, required, type }) => (
          <TextInput
            key={field}
            label={field}
            {...(type === 'text' ? {} : { description: texts.asJson(type) })}
            required={required}
            value={typed[field] ?? ''}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [field]: value })}
            styles={MONOSPACE}
            spellCheck={false}
            autoComplete="off"
          />
        ))}
        {source.kind === 'http' && (
          <Textarea
            label={texts.reply}
            description={texts.replyText}
            autosize
            minRows={2}
            maxRows={8}
            value={reply}
            onChange={({ currentTarget: { value } }) => setReply(value)}
            styles={MONOSPACE}
            spellCheck={false}
          />
        )}
        {operation.effect === 'write' && !replays && (
          <Checkbox
            label={texts.sendWrite}
            checked={sendsWrite}
            onChange={({ currentTarget: { checked } }) => setSendsWrite(checked)}
          />
        )}
        <Button type="submit" loading={run.isPending} style={{ alignSelf: 'flex-start' }}>
          {replays ? texts.readReply : texts.send}
        </Button>
        <Refusal error={run.error} />
        {run.data && <SourceTestResult test={run.data} />}
      </Stack>
    </form>
  )
}

/** A field that is left empty is not sent; one that is no text is JSON. */
function inputOf({ input }: Operation, typed: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const given = input.filter(({ name }) => (typed[name] ?? '') !== '')
  return Object.fromEntries(given.map(({ name, type }) => [name, type === 'text' ? typed[name] : parsed(typed[name])]))
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
