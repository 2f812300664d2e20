import { Box, NativeSelect } from '@mantine/core'
import { FilterRow } from '../../parts/filter-row.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import type { Filters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { actionTexts, KNOWN_ACTIONS } from './action-texts.ts'
import { auditTexts } from './audit-texts.ts'
import type { Named } from './named.ts'

/** Periods that are chosen by name: days in India, today the last. */
export const PERIODS = ['all', '1', '7', '30', '90'] as const
/** A period. */
export type Period = (typeof PERIODS)[number]
/** The period in an address. */
export const periodOf = (days: string | undefined): Period => PERIODS.find((one) => one === days) ?? 'all'

/** What the audit log shows: the filters stand in the address. */
export function AuditFilters({ filters, named }: { readonly filters: Filters; readonly named: Named }) {
  const { values, set } = filters
  const texts = useTexts(auditTexts)
  const parts = useTexts(partTexts)
  const actions = useTexts(actionTexts)
  const all = { value: '', label: parts.all }
  const { action = '', actor = '' } = values
  const known = KNOWN_ACTIONS.map((value) => ({ value, label: actions[value] }))
  return (
    <Box mb="md">
      <FilterRow>
        <NativeSelect
          label={texts.period}
          value={periodOf(values['days'])}
          onChange={(event) =>
            set({ days: event.currentTarget.value === 'all' ? undefined : event.currentTarget.value })
          }
          data={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
        />
        <NativeSelect
          label={texts.action}
          value={action}
          onChange={(event) => set({ action: event.currentTarget.value || undefined })}
          data={[all, ...withChosen(known, action, named.action)]}
        />
        <NativeSelect
          label={texts.actor}
          value={actor}
          onChange={(event) => set({ actor: event.currentTarget.value || undefined })}
          data={[all, ...withChosen(named.people, actor, named.actor)]}
        />
      </FilterRow>
    </Box>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** An address may name one that is not in the list. */
const withChosen = (choices: readonly Choice[], chosen: string, label: (value: string) => string): readonly Choice[] =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: label(chosen) }]
