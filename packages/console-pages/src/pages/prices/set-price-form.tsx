import { NumberInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { indianDay } from '../../formats/moments.ts'
import { typedRupees } from '../../formats/rupees.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ActForm } from '../work/act-form.tsx'
import { PriceEffect } from './price-effect.tsx'
import type { PriceScope } from './price-scope.ts'
import { priceTexts } from './price-texts.ts'
import { type ChosenScope, ScopeChoice } from './scope-choice.tsx'

/** Today has begun: a price of today is one from now on. */
const DAY_MS = 86_400_000

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
  const from = day === '' ? {} : { valid_from: `${day}T00:00:00+05:30` }
  return (
    <ActForm
      act={set}
      label={of ? texts.addStep : texts.set}
      text={texts.setText}
      disabled={price === null || scope === null}
      onAct={() => price !== null && scope && set.mutate({ body: { ...scope, from_calls: calls, price, ...from } })}
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
        <TextInput
          required
          label={texts.amount}
          leftSection="₹"
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed.trim() !== '' && price === null && texts.amountWrong}
        />
        <TextInput
          type="date"
          label={texts.validFrom}
          description={texts.validFromHint}
          min={indianDay(Date.now() + DAY_MS)}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {may('commissions:read') && <PriceEffect scope={scope} fromCalls={calls} price={price} />}
      </Stack>
    </ActForm>
  )
}
