import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { indianDay } from '../../formats/moments.ts'
import { partTexts } from '../../parts/part-texts.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import type { Filters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { RANGES, type Range } from './asked.ts'
import { useKeyLabels } from './key-labels.ts'
import { OUTCOMES } from './outcome.tsx'
import { usageTexts } from './usage-texts.ts'

const WEEK_MS = 6 * 86_400_000
/** Statuses that calls are answered with, the frequent ones. */
const STATUSES = ['200', '400', '401', '402', '403', '404', '409', '422', '429', '500', '502', '503', '504']

/** What the log shows: the filters stand in the address. */
export function UsageFilters({ filters, range }: { readonly filters: Filters; readonly range: Range }) {
  const texts = useTexts(usageTexts)
  const { values, set } = filters
  const labels = useKeyLabels()
  const key = values['key_id']
  const keys = [...labels].map(([value, label]) => ({ value, label }))
  // A key that is not listed may stand in the address.
  if (key !== undefined && !labels.has(key)) keys.push({ value: key, label: key })
  const statuses = values['status'] && !STATUSES.includes(values['status']) ? [...STATUSES, values['status']] : STATUSES
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <Period filters={filters} range={range} />
      <Choice filters={filters} name="endpoint" label={texts.endpoint} data={useEndpoints(values['endpoint'])} />
      <Choice
        filters={filters}
        name="outcome"
        label={texts.outcome}
        data={OUTCOMES.map((value) => ({ value, label: texts.outcomes[value] }))}
      />
      <Choice filters={filters} name="status" label={texts.status} data={statuses} />
      {keys.length > 0 && <Choice filters={filters} name="key_id" label={texts.key} data={keys} />}
      <RequestId key={values['request_id']} value={values['request_id'] ?? ''} set={set} />
    </Group>
  )
}

function Choice(props: {
  readonly filters: Filters
  readonly name: string
  readonly label: string
  readonly data: readonly (string | { readonly value: string; readonly label: string })[]
}) {
  const { filters, name, label, data } = props
  const parts = useTexts(partTexts)
  return (
    <NativeSelect
      label={label}
      maw={170}
      value={filters.values[name] ?? ''}
      onChange={(event) => filters.set({ [name]: event.currentTarget.value || undefined })}
      data={[{ value: '', label: parts.all }, ...data]}
    />
  )
}

/** Endpoints that were called lately, and the one that is chosen. */
function useEndpoints(chosen: string | undefined): readonly string[] {
  const { accountId, environment } = useWorkplace()
  const { data } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/analytics', {
    params: { path: { account_id: accountId }, query: { environment, by: 'endpoint' } },
  })
  const known = new Set([...(data?.figures ?? []).map(({ group }) => group), ...(chosen ? [chosen] : [])])
  return [...known].sort()
}

function Period({ filters: { values, set }, range }: { readonly filters: Filters; readonly range: Range }) {
  const texts = useTexts(usageTexts)
  const today = indianDay(Date.now())
  const choose = (days: string) =>
    days === 'dates'
      ? set({ days: undefined, from: indianDay(Date.now() - WEEK_MS), until: today })
      : set({ days, from: undefined, until: undefined })
  return (
    <>
      <NativeSelect
        label={texts.range}
        value={range}
        onChange={(event) => choose(event.currentTarget.value)}
        data={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
      />
      {range === 'dates' &&
        (['from', 'until'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={texts[name]}
            max={today}
            value={values[name] ?? ''}
            onChange={(event) => set({ [name]: event.currentTarget.value || undefined })}
          />
        ))}
    </>
  )
}

function RequestId({ value, set }: { readonly value: string; readonly set: Filters['set'] }) {
  const texts = useTexts(usageTexts)
  const [typed, setTyped] = useState(value)
  const find = (event: FormEvent) => {
    event.preventDefault()
    set({ request_id: typed.trim() || undefined })
  }
  return (
    <form onSubmit={find}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          label={texts.requestId}
          maw={160}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.find}
        </Button>
      </Group>
    </form>
  )
}
