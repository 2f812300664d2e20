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
  return (
    <ActForm
      act={set}
      label={texts.set}
      text={texts.setText}
      disabled={cost === null || chosen === ''}
      onAct={() => cost !== null && set.mutate({ body: { plugin, operation, cost, ...validFrom(day) } })}
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
