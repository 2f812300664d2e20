import { Box, Button, NativeSelect } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { FilterRow } from '../../parts/filter-row.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { DELIVERY_STATES, hostOf } from './delivery-status.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** How far back events are asked for. */
export const HOURS = ['1', '24', '168', '720'] as const
export const HOUR_MS = 3_600_000
const NAMES = ['endpoint', 'type', 'status', 'hours'] as const

/** The filters of the list of events. @param endpoints None: it is of one endpoint. */
export function EventFilters({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const texts = useTexts(webhookTexts)
  const parts = useTexts(partTexts)
  const { values, set } = useFilters()
  const { data } = useAdmin().useQuery('get', '/admin/v1/webhook-event-types')
  // Types are on their way at first: their choice has its place, so that nothing moves.
  const choices: readonly (readonly [(typeof NAMES)[number], string, readonly (readonly [string, string])[]])[] = [
    ['status', texts.status, DELIVERY_STATES.map((one) => [one, texts.states[one]])],
    ['endpoint', texts.endpoint, endpoints.map(({ id, url }) => [id, hostOf(url)])],
    ['type', texts.event, (data?.types ?? []).map((type) => [type, type])],
    ['hours', texts.since, HOURS.map((one) => [one, texts.sinceOptions[one]])],
  ]
  return (
    <Box px={{ base: 'md', xs: 'lg' }} pb="md">
      <FilterRow>
        {choices
          .filter(([name]) => name !== 'endpoint' || endpoints.length > 0)
          .map(([name, label, options]) => (
            <NativeSelect
              key={name}
              label={label}
              size="xs"
              value={values[name] ?? ''}
              onChange={(event) => set({ [name]: event.currentTarget.value || undefined })}
              data={[{ value: '', label: parts.all }, ...options.map(([value, shown]) => ({ value, label: shown }))]}
            />
          ))}
        {NAMES.some((name) => values[name] !== undefined) && (
          <Button
            variant="default"
            size="xs"
            onClick={() => set(Object.fromEntries(NAMES.map((name) => [name, undefined])))}
          >
            {texts.clear}
          </Button>
        )}
      </FilterRow>
    </Box>
  )
}
