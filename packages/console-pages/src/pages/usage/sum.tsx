import { Text } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { indianDay } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { useAsked } from './asked.ts'
import { usageTexts } from './usage-texts.ts'

type Asked = ReturnType<typeof useAsked>['asked']

/** The calls of the period, how many were answered and what was charged. Figures know no single result, so with such a filter there is none. */
export function Sum({ asked }: { readonly asked: Asked }) {
  const { from, until, outcome, status, request_id, endpoint, key_id } = asked
  const texts = useTexts(usageTexts)
  const { accountId, environment, may } = useWorkplace()
  const fits = from !== undefined && outcome === undefined && status === undefined && request_id === undefined
  const days = {
    ...(from !== undefined && { from: indianDay(Date.parse(from)) }),
    // The time is where the next day begins.
    ...(until !== undefined && { until: indianDay(Date.parse(until) - 1) }),
  }
  const { data } = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/analytics',
    { params: { path: { account_id: accountId }, query: { environment, endpoint, key_id, by: 'total', ...days } } },
    { enabled: fits && may('analytics:read') },
  )
  if (!fits || !may('analytics:read')) return null
  const [figure] = data?.figures ?? []
  return (
    <Text fz="sm" c="dimmed" mb="xs" mih="1lh">
      {figure && texts.sum(grouped(figure.calls), grouped(figure.successes), rupees(figure.charged))}
    </Text>
  )
}
