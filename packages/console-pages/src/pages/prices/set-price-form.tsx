import { NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { rupees, typedRupees } from '../../formats/rupees.ts'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from '../accounts/account-texts.ts'
import { ActForm } from '../work/act-form.tsx'
import { priceTexts } from './price-texts.ts'

const KINDS = ['everybody', 'role', 'account'] as const
type Kind = (typeof KINDS)[number]
const ROLES = ['customer', 'developer', 'retailer', 'distributor', 'master_distributor', 'super_admin'] as const
type Role = (typeof ROLES)[number]

/** A new price. Of one account its effect is shown before. */
export function SetPriceForm({ onDone }: { readonly onDone: () => void }) {
  const texts = useTexts(priceTexts)
  const { roles } = useTexts(accountTexts)
  const queries = useQueryClient()
  const [item, setItem] = useState('')
  const [kind, setKind] = useState<Kind>('everybody')
  const [role, setRole] = useState<Role>('customer')
  const [accountId, setAccountId] = useState('')
  const [calls, setCalls] = useState(0)
  const [typed, setTyped] = useState('')
  const set = useAdmin().useMutation('post', '/admin/v1/prices', {
    onSuccess: () => {
      void queries.invalidateQueries()
      onDone()
    },
  })
  const [endpoint = '', tier] = item.trim().split('#')
  const price = typedRupees(typed)
  const whose = kind === 'account' ? { account_id: accountId.trim() } : kind === 'role' ? { role } : {}
  return (
    <ActForm
      act={set}
      label={texts.set}
      text={texts.setText}
      disabled={price === null}
      onAct={() =>
        price !== null && set.mutate({ body: { endpoint, tier: tier ?? null, ...whose, from_calls: calls, price } })
      }
    >
      <Stack gap="xs" w="100%">
        <TextInput
          required
          label={texts.endpoint}
          placeholder="bank-ifsc-details"
          value={item}
          onChange={(event) => setItem(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.whom}
          value={kind}
          onChange={(event) => setKind(KINDS.find((one) => one === event.currentTarget.value) ?? 'everybody')}
          data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        {kind === 'role' && (
          <NativeSelect
            label={texts.role}
            value={role}
            onChange={(event) => setRole(ROLES.find((one) => one === event.currentTarget.value) ?? 'customer')}
            data={ROLES.map((value) => ({ value, label: roles[value] }))}
          />
        )}
        {kind === 'account' && (
          <TextInput
            required
            label={texts.accountId}
            value={accountId}
            onChange={(event) => setAccountId(event.currentTarget.value)}
          />
        )}
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
        {kind === 'account' && price !== null && accountId.trim().length >= 26 && endpoint !== '' && (
          <Effect of={{ endpoint, tier, accountId: accountId.trim() }} price={price} />
        )}
      </Stack>
    </ActForm>
  )
}

function Effect(props: {
  readonly of: { readonly endpoint: string; readonly tier: string | undefined; readonly accountId: string }
  readonly price: string
}) {
  const { endpoint, tier, accountId } = props.of
  const texts = useTexts(priceTexts)
  const query = useAdmin().useQuery('get', '/admin/v1/quotes', {
    params: {
      query: { endpoint, ...(tier !== undefined && { tier }), account_id: accountId, environment: 'production' },
    },
  })
  if (query.error) return <Refusal error={query.error} />
  if (!query.data) return null
  return (
    <div>
      <FactList facts={[[texts.effect, texts.effectOf(rupees(query.data.price), rupees(props.price))]]} />
      <Text fz="xs" c="dimmed">
        {texts.effectNote}
      </Text>
    </div>
  )
}
