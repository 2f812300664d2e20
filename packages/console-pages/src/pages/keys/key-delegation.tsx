import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import { ActForm } from '../../parts/act-form.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { keyTexts } from './key-texts.ts'

/** Whether the reseller above may issue the keys of this account, and the change of it; nothing where nobody is above. */
export function KeyDelegation() {
  const texts = useTexts(keyTexts)
  const { accountId, may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { account_id: accountId } }
  const { data } = admin.useQuery('get', '/admin/v1/accounts/{account_id}', { params })
  const change = admin.useMutation('post', '/admin/v1/accounts/{account_id}/delegate-keys', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/admin/v1/accounts/{account_id}'] }),
  })
  const allowed = data?.keys_from_above ?? null
  if (allowed === null || !may('accounts:write')) return null
  return (
    <Surface title={texts.delegation}>
      <ActForm
        act={change}
        label={allowed ? texts.endDelegation : texts.delegate}
        text={allowed ? texts.delegationText : texts.delegationOff}
        onAct={() => change.mutate({ params, body: { allowed: !allowed } })}
      />
    </Surface>
  )
}
