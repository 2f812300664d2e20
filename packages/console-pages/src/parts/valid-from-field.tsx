import { TextInput } from '@mantine/core'
import { indianDay } from '../formats/moments.ts'
import { useTexts } from '../texts/language.tsx'
import { partTexts } from './part-texts.ts'

/** Today has begun: what is valid from today is so from now on. */
const DAY_MS = 86_400_000

/** The day from which a price or a cost is valid, `YYYY-MM-DD`; empty: from now on. */
export function ValidFromField(props: { readonly value: string; readonly onChange: (day: string) => void }) {
  const texts = useTexts(partTexts)
  return (
    <TextInput
      type="date"
      label={texts.validFrom}
      description={texts.validFromHint}
      min={indianDay(Date.now() + DAY_MS)}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** The field of a request for such a day. */
export const validFrom = (day: string): { readonly valid_from?: string } =>
  day === '' ? {} : { valid_from: `${day}T00:00:00+05:30` }
