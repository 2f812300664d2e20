import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import type { Key } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { CodeBlock } from '../../parts/copyable.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Status } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { Scenario } from './scenarios.ts'
import { type CallAnswer, fieldsOf, requestOf, sendCall } from './send-call.ts'
import classes from './try-it.module.css'
import { tryTexts } from './try-texts.ts'

/** What most people try first. */
const FIRST = 'bank-ifsc-details'

/** A call to the sandbox: what is sent, and what came back. @param compact On Home: without the code. */
export function TryForm(props: {
  readonly keys: readonly Key[]
  readonly scenarios: readonly Scenario[]
  readonly compact?: boolean
}) {
  const { keys, scenarios, compact = false } = props
  const texts = useTexts(tryTexts)
  const api = useApi()
  const queries = useQueryClient()
  const endpoints = [...new Set(scenarios.map(({ endpoint }) => endpoint))]
  const [endpoint, setEndpoint] = useState(endpoints.includes(FIRST) ? FIRST : (endpoints[0] ?? ''))
  const [name, setName] = useState('')
  const [keyId, setKeyId] = useState(keys[0]?.key_id ?? '')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const own = scenarios.filter((scenario) => scenario.endpoint === endpoint)
  const scenario = own.find((one) => one.scenario === name) ?? own[0]
  const run = useMutation({
    mutationFn: (requestId: string | null) =>
      sendCall(api, {
        scenario: scenario as Scenario,
        keyId,
        requestId,
        values: valuesOf(scenario as Scenario, typed),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get'] }),
  })
  if (!scenario) return null
  const choose = (change: () => void) => {
    change()
    setTyped({})
    run.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.mutate(null)
  }
  const fields = fieldsOf(scenario)
  return (
    <div className={classes.sides} data-compact={compact || undefined}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Group grow align="flex-end">
            <NativeSelect
              label={texts.endpoint}
              value={endpoint}
              onChange={({ currentTarget: { value } }) => choose(() => setEndpoint(value))}
              data={endpoints}
            />
            <NativeSelect
              label={texts.scenario}
              value={scenario.scenario}
              onChange={({ currentTarget: { value } }) => choose(() => setName(value))}
              data={own.map((one) => ({ value: one.scenario, label: `${one.scenario} ${one.status}` }))}
            />
          </Group>
          {keys.length > 1 && (
            <NativeSelect
              label={texts.key}
              value={keyId}
              onChange={(event) => setKeyId(event.currentTarget.value)}
              data={keys.map(({ key_id, label, api_key }) => ({ value: key_id, label: label || api_key }))}
            />
          )}
          {Object.entries(fields).map(([field, value]) => (
            <TextInput
              key={`${endpoint} ${field}`}
              label={field}
              value={typed[field] ?? textOf(value)}
              onChange={({ currentTarget }) => setTyped({ ...typed, [field]: currentTarget.value })}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              spellCheck={false}
              autoComplete="off"
            />
          ))}
          <Group gap="sm">
            <Button type="submit" loading={run.isPending}>
              {texts.run}
            </Button>
            {run.data && (
              <Button variant="default" title={texts.againHint} onClick={() => run.mutate(run.data.requestId)}>
                {texts.again}
              </Button>
            )}
          </Group>
          <Refusal error={run.error} />
          {!compact && <Curl scenario={scenario} typed={typed} />}
        </Stack>
      </form>
      <Answer answer={run.data} />
    </div>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A field that was no text stays what it was: a number, a flag, a list. */
function valuesOf(scenario: Scenario, typed: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(scenario)).map(([field, value]) => {
      const given = typed[field]
      if (given === undefined) return [field, value]
      return [field, typeof value === 'string' ? given : parsed(given)]
    }),
  )
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function Answer({ answer }: { readonly answer: CallAnswer | undefined }) {
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

function Curl({ scenario, typed }: { readonly scenario: Scenario; readonly typed: Readonly<Record<string, string>> }) {
  const texts = useTexts(tryTexts)
  const { mount } = useApi()
  const { address, body } = requestOf({ scenario, values: valuesOf(scenario, typed) })
  const lines = [
    `curl '${location.origin}${mount}${address}'`,
    "-H 'X-API-Key: …'",
    "-H 'X-API-Secret: …'",
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`]),
  ]
  return (
    <div>
      <Text fz="sm" fw={600} mb={6}>
        {texts.code}
      </Text>
      <CodeBlock code={lines.join(' \\\n  ')} what={texts.code} />
    </div>
  )
}
