import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { indianDay } from '../../formats/moments.ts'
import { typedRupees } from '../../formats/rupees.ts'
import { useTexts } from '../../texts/language.tsx'
import { ActForm } from '../work/act-form.tsx'
import { costTexts } from './cost-texts.ts'

/** Today has begun: a cost of today is one from now on. */
const DAY_MS = 86_400_000

/** Zero is a cost too: of a provider that is paid otherwise. */
const costOf = (typed: string): string | null => (/^0+(\.0{1,2})?$/.test(typed.trim()) ? '0.00' : typedRupees(typed))

/** A new cost of an operation, from a day on. */
export function SetCostForm(props: {
  readonly plugins: readonly { readonly plugin: string; readonly operations: readonly string[] }[]
  readonly onDone: () => void
}) {
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
  const [plugin = '', operation = ''] = chosen.split(' ')
  const cost = costOf(typed)
  const from = day === '' ? {} : { valid_from: `${day}T00:00:00+05:30` }
  return (
    <ActForm
      act={set}
      label={texts.set}
      text={texts.setText}
      disabled={cost === null || chosen === ''}
      onAct={() => cost !== null && set.mutate({ body: { plugin, operation, cost, ...from } })}
    >
      <Stack gap="xs" w="100%">
        <NativeSelect
          required
          label={texts.operation}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: texts.chooseOperation },
            ...plugins.flatMap(({ plugin: id, operations }) => operations.map((name) => `${id} ${name}`)),
          ]}
        />
        <TextInput
          required
          label={texts.amount}
          leftSection="₹"
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed.trim() !== '' && cost === null && texts.amountWrong}
        />
        <TextInput
          type="date"
          label={texts.validFrom}
          description={texts.validFromHint}
          min={indianDay(Date.now() + DAY_MS)}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </Stack>
    </ActForm>
  )
}
