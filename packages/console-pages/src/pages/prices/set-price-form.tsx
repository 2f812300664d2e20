import { NumberInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { typedRupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { RupeesField } from '../../parts/rupees-field.tsx'
import { ValidFromField, validFrom } from '../../parts/valid-from-field.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { PriceEffect } from './price-effect.tsx'
import type { PriceScope } from './price-scope.ts'
import { priceTexts } from './price-texts.ts'
import { type ChosenScope, ScopeChoice } from './scope-choice.tsx'

/** Null: something is not chosen yet. */
function scopeOfChosen({ item, kind, role, accountId }: ChosenScope): PriceScope | null {
  const [endpoint = '', tier = null] = item.split('#')
  if (endpoint === '' || (kind === 'account' && accountId === '')) return null
  return {
    ...{ endpoint, tier, role: kind === 'role' ? role : null },
    account_id: kind === 'account' ? accountId : null,
  }
}

/** A new price, with its effect before it is set. @param of The scope that it is a further volume step of; absent: it is chosen. */
export function SetPriceForm({ of, onDone }: { readonly of?: PriceScope; readonly onDone: () => void }) {
  const texts = useTexts(priceTexts)
  const { may, membership } = useWorkplace()
  const queries = useQueryClient()
  const kind = membership.account_id === null ? 'everybody' : 'role'
  const [chosen, setChosen] = useState<ChosenScope>({ item: '', kind, role: 'customer', accountId: '' })
  const [calls, setCalls] = useState(0)
  const [typed, setTyped] = useState('')
  const [day, setDay] = useState('')
  const set = useAdmin().useMutation('post', '/admin/v1/prices', {
    onSuccess: () => {
      void queries.invalidateQueries()
      onDone()
    },
  })
  const scope = of ?? scopeOfChosen(chosen)
  const price = typedRupees(typed)
  return (
    <ActForm
      act={set}
      label={of ? texts.addStep : texts.set}
      text={texts.setText}
      disabled={price === null || scope === null}
      onAct={() =>
        price !== null && scope && set.mutate({ body: { ...scope, from_calls: calls, price, ...validFrom(day) } })
      }
    >
      <Stack gap="xs" w="100%">
        {!of && <ScopeChoice value={chosen} onChange={setChosen} />}
        <NumberInput
          label={texts.calls}
          description={texts.callsHint}
          min={0}
          allowDecimal={false}
          hideControls
          value={calls}
          onChange={(value) => setCalls(Number(value) || 0)}
        />
        <RupeesField
          required
          label={texts.amount}
          value={typed}
          onChange={setTyped}
          error={typed.trim() !== '' && price === null && texts.amountWrong}
        />
        <ValidFromField value={day} onChange={setDay} />
        {may('commissions:read') && <PriceEffect scope={scope} fromCalls={calls} price={price} />}
      </Stack>
    </ActForm>
  )
}
