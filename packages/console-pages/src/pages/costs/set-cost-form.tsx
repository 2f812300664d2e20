import { NativeSelect, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { typedRupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { RupeesField } from '../../parts/rupees-field.tsx'
import { ValidFromField, validFrom } from '../../parts/valid-from-field.tsx'
import { useTexts } from '../../texts/language.tsx'
import { costTexts } from './cost-texts.ts'

/** Zero is a cost too: of a provider that is paid otherwise. */
const costOf = (typed: string): string | null => (/^0+(\.0{1,2})?$/.test(typed.trim()) ? '0.00' : typedRupees(typed))

interface CostlyPlugin {
  readonly plugin: string
  readonly operations: readonly string[]
  readonly sources: readonly string[]
}

/** The operations of a plugin, each at all of its sources and at those that have a name. */
const choicesOf = ({ plugin, operations, sources }: CostlyPlugin) =>
  operations.flatMap((operation) => [
    `${plugin} ${operation}`,
    ...sources.map((name) => ({ value: `${plugin} ${operation} ${name}`, label: `${plugin} ${operation} (${name})` })),
  ])

/** A new cost of an operation, from a day on. */
export function SetCostForm(props: { readonly plugins: readonly CostlyPlugin[]; readonly onDone: () => void }) {
  const { plugins, onDone } = props
  const texts = useTexts(costTexts)
  const queries = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState('')
  const [day, setDay] = useState('')
  const set = useAdmin().useMutation('post', '/admin/v1/costs', {
    onSuccess: () => {
      void queries.invalidateQueries()
      onDone()
    },
  })
  const [plugin = '', operation = '', source] = chosen.split(' ')
  const of = { plugin, operation, ...(source === undefined ? {} : { source }) }
  const cost = costOf(typed)
  return (
    <ActForm
      act={set}
      label={texts.set}
      text={texts.setText}
      disabled={cost === null || chosen === ''}
      onAct={() => cost !== null && set.mutate({ body: { ...of, cost, ...validFrom(day) } })}
    >
      <Stack gap="xs" w="100%">
        <NativeSelect
          required
          label={texts.operation}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[{ value: '', label: texts.chooseOperation }, ...plugins.flatMap(choicesOf)]}
        />
        <RupeesField
          required
          label={texts.amount}
          value={typed}
          onChange={setTyped}
          error={typed.trim() !== '' && cost === null && texts.amountWrong}
        />
        <ValidFromField value={day} onChange={setDay} />
      </Stack>
    </ActForm>
  )
}
