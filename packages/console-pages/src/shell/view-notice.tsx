import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../api/console-api.tsx'
import { Icon } from '../parts/icon.tsx'
import { SESSION_KEY } from '../session/session.ts'
import { useWorkplace } from '../session/workplace.tsx'
import { useTexts } from '../texts/language.tsx'
import { shellTexts } from './shell-texts.ts'

/** Above every page that an operator sees as an account does. */
export function ViewNotice() {
  const texts = useTexts(shellTexts)
  const { membership, environment } = useWorkplace()
  const { send } = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const end = useMutation({
    // As the operator: the account that is seen changes nothing.
    mutationFn: async () => {
      const search = { account: 'operator', environment }
      const accountId = membership.account_id ?? ''
      await navigate({ to: '/accounts/$accountId', params: { accountId }, search })
      await send('DELETE', '/admin/v1/me/view', {})
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: SESSION_KEY })
    },
  })
  if (membership.role !== 'operator-view') return null
  return (
    <Alert color="orange" variant="outline" icon={<Icon name="warn" />} mb="lg" role="status">
      <Group justify="space-between" gap="xs">
        <Text fz="sm">{texts.viewing(membership.account_name ?? '', texts[environment])}</Text>
        <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {texts.endView}
        </Button>
      </Group>
    </Alert>
  )
}
