import { SegmentedControl } from '@mantine/core'
import { ApiError } from '../../api/api-error.ts'
import { useAdmin } from '../../api/console-api.tsx'
import { daysAgo, indianDay } from '../../formats/moments.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import type { Filters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { analyticsTexts } from './analytics-texts.ts'
import { CallBars, METRICS } from './call-bars.tsx'
import { everyDay, everyHour } from './figure-days.ts'

const PATH = '/admin/v1/accounts/{account_id}/analytics'
const WEEK = 7

/** Bars: by hour for one day; of an account with too many calls for that, by day of a week. */
export function OverTime(props: {
  readonly from: string
  readonly now: number
  readonly oneDay: boolean
  readonly empty: boolean
  readonly filters: Filters
}) {
  const { from, now, oneDay, empty, filters } = props
  const texts = useTexts(analyticsTexts)
  const { accountId, environment } = useWorkplace()
  const { endpoint, key_id } = filters.values
  const week = daysAgo(WEEK - 1, now)
  const ask = (by: 'hour' | 'day', first: string) => ({
    params: {
      path: { account_id: accountId },
      query: { environment, endpoint, key_id, by, from: indianDay(Date.parse(first)) },
    },
  })
  const admin = useAdmin()
  const byHour = admin.useQuery('get', PATH, ask('hour', from), { enabled: oneDay })
  const tooMany = byHour.error instanceof ApiError && byHour.error.code === 'ANALYTICS_HOURS_TOO_MANY'
  const hours = oneDay && !tooMany
  const first = oneDay ? week : from
  const byDay = admin.useQuery('get', PATH, ask('day', first), { enabled: !hours })
  const metric = METRICS.find((one) => one === filters.values['show']) ?? 'calls'
  const title = hours ? texts.hourly[metric] : texts.daily[metric]
  return (
    <Surface
      title={title}
      {...(oneDay && tooMany && { note: texts.tooManyForHours })}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={texts.metric}
          value={metric}
          onChange={(show) => filters.set({ show })}
          data={METRICS.map((value) => ({ value, label: texts[value] }))}
        />
      }
    >
      <Loaded query={hours ? byHour : byDay} skeleton={<RowsSkeleton rows={5} />}>
        {({ figures }) =>
          empty ? (
            <Empty icon="chart" title={texts.emptyTitle} text={texts.emptyText} />
          ) : (
            <CallBars
              times={hours ? everyHour(figures, { from }) : everyDay(figures, { from: first, now })}
              hours={hours}
              metric={metric}
              label={title}
            />
          )
        }
      </Loaded>
    </Surface>
  )
}
