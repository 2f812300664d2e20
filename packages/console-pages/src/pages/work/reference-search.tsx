import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { decisionTexts } from './decision-texts.ts'

/** What is looked for in the address of a queue; empty: nothing. */
export const useSoughtReference = (): string => useFilters().values['reference'] ?? ''

/** Looks for what the customer tells, in the place of what waits. @param label What of a row is compared. */
export function ReferenceSearch({ label }: { readonly label: string }) {
  const texts = useTexts(decisionTexts)
  const { set } = useFilters()
  const sought = useSoughtReference()
  const [{ typed, of }, setTyped] = useState({ typed: sought, of: sought })
  // Another address has another reference: a link leads here too.
  if (of !== sought) setTyped({ typed: sought, of: sought })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set({ reference: typed.trim() || undefined })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs" mb="md">
        <TextInput
          type="search"
          flex="1 1 200px"
          maw={360}
          label={label}
          maxLength={128}
          value={typed}
          onChange={(event) => setTyped({ typed: event.currentTarget.value, of: sought })}
        />
        <Button type="submit" variant="default">
          {texts.find}
        </Button>
      </Group>
    </form>
  )
}
