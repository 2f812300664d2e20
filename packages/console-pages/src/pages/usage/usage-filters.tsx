import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { indianDay } from '../../formats/moments.ts'
import type { Filters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { FILTER_NAMES, RANGES, type Range } from './asked.ts'
import { EndpointChoice, FilterChoice, KeyChoice } from './filter-choice.tsx'
import { OUTCOMES } from './outcome.tsx'
import classes from './usage-filters.module.css'
import { usageTexts } from './usage-texts.ts'

const WEEK_MS = 6 * 86_400_000
/** Statuses that calls are answered with, the frequent ones. */
const STATUSES = ['200', '400', '401', '402', '403', '404', '409', '422', '429', '500', '502', '503', '504']

/** What the log shows: the filters stand in the address. On a phone those besides the period open by a button. */
export function UsageFilters({ filters, range }: { readonly filters: Filters; readonly range: Range }) {
  const texts = useTexts(usageTexts)
  const { values, set } = filters
  const [open, setOpen] = useState(false)
  const used = FILTER_NAMES.filter((name) => values[name] !== undefined).length
  const statuses = values['status'] && !STATUSES.includes(values['status']) ? [...STATUSES, values['status']] : STATUSES
  return (
    <div className={classes.grid}>
      <Period filters={filters} range={range} />
      <Button className={classes.more} variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        {texts.filters(used)}
      </Button>
      <div className={classes.rest} data-open={open || undefined}>
        <EndpointChoice filters={filters} />
        <FilterChoice
          filters={filters}
          name="outcome"
          label={texts.outcome}
          data={OUTCOMES.map((value) => ({ value, label: texts.outcomes[value] }))}
        />
        <FilterChoice filters={filters} name="status" label={texts.status} data={statuses} />
        <KeyChoice filters={filters} />
        <RequestId key={values['request_id']} value={values['request_id'] ?? ''} set={set} />
      </div>
    </div>
  )
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

/** Asked for by Enter, or on leaving the field. */
function RequestId({ value, set }: { readonly value: string; readonly set: Filters['set'] }) {
  const texts = useTexts(usageTexts)
  const [typed, setTyped] = useState(value)
  const find = () => typed.trim() !== value && set({ request_id: typed.trim() || undefined })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={texts.requestId}
        placeholder={texts.requestIdHint}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={find}
      />
    </form>
  )
}
