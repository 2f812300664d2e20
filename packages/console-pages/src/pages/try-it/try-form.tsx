import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import type { Key } from '../../api/rows.ts'
import { Refusal } from '../../parts/failure.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { CallAnswer } from './call-answer.tsx'
import { CallCode } from './call-code.tsx'
import { Price } from './price.tsx'
import type { Scenario } from './scenarios.ts'
import { fieldsOf, sendCall } from './send-call.ts'
import classes from './try-it.module.css'
import { tryTexts } from './try-texts.ts'

/** What most people try first. */
const FIRST = 'bank-ifsc-details'

/** A call to the sandbox: what is sent, and what came back. @param compact On Home: one below the other. */
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
  const { values } = useFilters()
  const asked = [values['endpoint'], FIRST].find((id) => id !== undefined && endpoints.includes(id))
  const [endpoint, setEndpoint] = useState(asked ?? endpoints[0] ?? '')
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
          <NativeSelect
            label={texts.endpoint}
            value={endpoint}
            onChange={({ currentTarget: { value } }) => choose(() => setEndpoint(value))}
            data={endpoints}
          />
          <NativeSelect
            label={texts.scenario}
            description={texts.scenarioHint}
            value={scenario.scenario}
            onChange={({ currentTarget: { value } }) => choose(() => setName(value))}
            data={own.map((one) => ({ value: one.scenario, label: `${inWords(one.scenario)} (${one.status})` }))}
          />
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
            <Text fz="xs" c="dimmed">
              {scenario.charged ? <Price endpoint={endpoint} /> : texts.notCharged}
            </Text>
            {run.data && (
              <Button variant="default" title={texts.againHint} onClick={() => run.mutate(run.data.requestId)}>
                {texts.again}
              </Button>
            )}
          </Group>
          <Refusal error={run.error} />
        </Stack>
      </form>
      <Stack gap="lg" miw={0}>
        <CallAnswer answer={run.data} />
        <CallCode scenario={scenario} values={valuesOf(scenario, typed)} />
      </Stack>
    </div>
  )
}

/** `upstream-failure` as `Upstream failure`. */
const inWords = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

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
