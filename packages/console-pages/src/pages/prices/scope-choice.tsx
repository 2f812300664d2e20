import { NativeSelect } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import type { SetPrice } from '../../api/rows.ts'
import { Refusal } from '../../parts/failure.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { accountTexts } from '../accounts/account-texts.ts'
import { itemOf } from './price-scope.ts'
import { priceTexts } from './price-texts.ts'

/** For whom a price is. */
export const KINDS = ['everybody', 'role', 'account'] as const
const ROLES = ['customer', 'developer', 'retailer', 'distributor', 'master_distributor', 'super_admin'] as const
type Role = NonNullable<SetPrice['role']>

/** What is chosen of a scope; empty texts: nothing yet. */
export interface ChosenScope {
  /** `company-details#full`: an endpoint with its tier. */
  readonly item: string
  readonly kind: (typeof KINDS)[number]
  readonly role: Role
  readonly accountId: string
}

/** What a price is of, and for whom, from lists. */
export function ScopeChoice(props: { readonly value: ChosenScope; readonly onChange: (scope: ChosenScope) => void }) {
  const { value, onChange } = props
  const texts = useTexts(priceTexts)
  const { roles, name } = useTexts(accountTexts)
  const { membership } = useWorkplace()
  const items = useAdmin().useQuery('get', '/admin/v1/prices/items')
  // Prices for everybody are for operators alone, and a super admin has none for its own role.
  const isOperator = membership.account_id === null
  const kinds = isOperator ? KINDS : KINDS.filter((kind) => kind !== 'everybody')
  return (
    <>
      <NativeSelect
        required
        label={texts.endpoint}
        value={value.item}
        onChange={(event) => onChange({ ...value, item: event.currentTarget.value })}
        data={[{ value: '', label: texts.chooseEndpoint }, ...(items.data?.items ?? []).map(itemOf)]}
      />
      <Refusal error={items.error} />
      <NativeSelect
        label={texts.whom}
        value={value.kind}
        onChange={({ currentTarget }) => {
          const kind = kinds.find((one) => one === currentTarget.value)
          if (kind) onChange({ ...value, kind })
        }}
        data={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
      />
      {value.kind === 'role' && (
        <NativeSelect
          label={texts.role}
          value={value.role}
          onChange={({ currentTarget }) => {
            const role = ROLES.find((one) => one === currentTarget.value)
            if (role) onChange({ ...value, role })
          }}
          data={ROLES.filter((role) => isOperator || role !== 'super_admin').map((role) => ({
            value: role,
            label: roles[role],
          }))}
        />
      )}
      {value.kind === 'account' && (
        <AccountChoice
          label={name}
          value={value.accountId}
          onChoose={(accountId) => onChange({ ...value, accountId })}
        />
      )}
    </>
  )
}
