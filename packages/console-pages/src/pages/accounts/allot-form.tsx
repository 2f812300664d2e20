import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { isBelow, minusRupees, plusRupees, rupees, typedRupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { FactList } from '../../parts/facts.tsx'
import { RupeesField } from '../../parts/rupees-field.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from './account-texts.ts'

const WALLET = '/admin/v1/accounts/{account_id}/wallets/{environment}'

/** Moves credit from the own wallet into that of a direct child, with both balances as they would be. */
export function AllotForm({ accountId: to }: { readonly accountId: string }) {
  const texts = useTexts(accountTexts)
  const { accountId, environment } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const [typed, setTyped] = useState('')
  // One for each amount that is sent: a second press moves nothing.
  const [reference, setReference] = useState(() => crypto.randomUUID())
  const path = { account_id: accountId, environment }
  const own = admin.useQuery('get', WALLET, { params: { path } })
  const theirs = admin.useQuery('get', WALLET, { params: { path: { ...path, account_id: to } } }).data?.available
  const allot = admin.useMutation('post', `${WALLET}/allotments`, {
    onSuccess: () => {
      setTyped('')
      setReference(crypto.randomUUID())
      void queries.invalidateQueries()
    },
  })
  const amount = typedRupees(typed)
  const wrong = typed.trim() !== '' && amount === null
  const tooLittle = amount !== null && own.data !== undefined && isBelow(own.data.available, amount)
  const shown = (before: string | undefined, change: typeof plusRupees) => {
    if (before === undefined) return '…'
    return amount === null || tooLittle ? rupees(before) : texts.after(rupees(before), rupees(change(before, amount)))
  }
  const sent = allot.variables?.body.amount
  return (
    <ActForm
      act={allot}
      label={texts.allot}
      text={texts.allotText}
      disabled={amount === null || tooLittle}
      onAct={() =>
        amount !== null && allot.mutate({ params: { path }, body: { to_account_id: to, amount, reference } })
      }
    >
      <RupeesField
        w="100%"
        required
        label={texts.amount}
        value={typed}
        onChange={setTyped}
        error={wrong ? texts.amountWrong : tooLittle && texts.tooLittle}
      />
      <FactList
        facts={[
          [texts.yours, shown(own.data?.available, minusRupees)],
          [texts.theirs, shown(theirs, plusRupees)],
        ]}
      />
      {allot.isSuccess && typed === '' && sent !== undefined && (
        <Text fz="sm" role="status">
          {texts.allotted(rupees(String(sent)))}
        </Text>
      )}
    </ActForm>
  )
}
