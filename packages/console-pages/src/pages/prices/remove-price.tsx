import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { SetPrice } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ActForm } from '../work/act-form.tsx'
import { priceTexts } from './price-texts.ts'

/** A price that was set, and its removal. */
export function RemovePrice(props: { readonly price: SetPrice; readonly whom: string; readonly onDone: () => void }) {
  const { endpoint, tier, account_id, role, from_calls, price, valid_from } = props.price
  const texts = useTexts(priceTexts)
  const queries = useQueryClient()
  const unset = useAdmin().useMutation('post', '/admin/v1/prices/unset', {
    onSuccess: () => {
      void queries.invalidateQueries()
      props.onDone()
    },
  })
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.endpoint, tier === null ? endpoint : `${endpoint}#${tier}`],
          [texts.whom, props.whom],
          [texts.price, price === null ? texts.none : rupees(price)],
          [texts.validFrom, <MomentText key="from" at={valid_from} full />],
        ]}
      />
      {price !== null && (
        <ActForm
          danger
          act={unset}
          label={texts.remove}
          text={texts.removeText}
          onAct={() => unset.mutate({ body: { endpoint, tier, account_id, role, from_calls } })}
        />
      )}
    </Stack>
  )
}
