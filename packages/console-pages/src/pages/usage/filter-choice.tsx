import { NativeSelect } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import type { Filters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { useKeyLabels } from './key-labels.ts'
import { usageTexts } from './usage-texts.ts'

/** A filter with some values, or all. */
export function FilterChoice(props: {
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
      value={filters.values[name] ?? ''}
      onChange={(event) => filters.set({ [name]: event.currentTarget.value || undefined })}
      data={[{ value: '', label: parts.all }, ...data]}
    />
  )
}

/** Endpoints that were called lately, and the one that is chosen. */
export function EndpointChoice({ filters }: { readonly filters: Filters }) {
  const texts = useTexts(usageTexts)
  const { accountId, environment } = useWorkplace()
  const { data } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/analytics', {
    params: { path: { account_id: accountId }, query: { environment, by: 'endpoint' } },
  })
  const chosen = filters.values['endpoint']
  const known = new Set([...(data?.figures ?? []).map(({ group }) => group), ...(chosen ? [chosen] : [])])
  return <FilterChoice filters={filters} name="endpoint" label={texts.endpoint} data={[...known].sort()} />
}

/** The account's keys by name. */
export function KeyChoice({ filters }: { readonly filters: Filters }) {
  const texts = useTexts(usageTexts)
  const { may } = useWorkplace()
  const { labels } = useKeyLabels()
  const key = filters.values['key_id']
  const keys = [...labels].map(([value, label]) => ({ value, label }))
  // A key that is not listed may stand in the address.
  if (key !== undefined && !labels.has(key)) keys.push({ value: key, label: key })
  return may('keys:read') && <FilterChoice filters={filters} name="key_id" label={texts.key} data={keys} />
}
