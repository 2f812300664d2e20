import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import { ActForm } from '../../parts/act-form.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { teamTexts } from './team-texts.ts'

/** Shows and changes whether the reseller above can manage the people of this account. An account without a reseller shows nothing. */
export function PeopleDelegation() {
  const texts = useTexts(teamTexts)
  const { accountId, may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { account_id: accountId } }
  const { data } = admin.useQuery('get', '/admin/v1/accounts/{account_id}', { params }, { enabled: accountId !== '' })
  const change = admin.useMutation('post', '/admin/v1/accounts/{account_id}/delegate-people', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/admin/v1/accounts/{account_id}'] }),
  })
  const allowed = data?.people_from_above ?? null
  if (allowed === null || !may('accounts:write')) return null
  return (
    <Surface title={texts.delegation}>
      <ActForm
        act={change}
        label={allowed ? texts.endDelegation : texts.delegate}
        text={allowed ? texts.delegationOn : texts.delegationOff}
        onAct={() => change.mutate({ params, body: { allowed: !allowed } })}
      />
    </Surface>
  )
}
