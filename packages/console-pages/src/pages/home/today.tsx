import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { daysAgo, indianDay } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { Figures } from '../../parts/figures.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { CallBars } from '../analytics/call-bars.tsx'
import { everyDay } from '../analytics/figure-days.ts'
import { answeredRate, percent } from '../analytics/figure-parts.ts'
import classes from './home.module.css'
import { homeTexts } from './home-texts.ts'

const PATH = '/admin/v1/accounts/{account_id}/analytics'
const WEEK = 7
const DAY_MS = 86_400_000

/** The figures of the last days, today included. */
function useWeek() {
  const { accountId, environment, may } = useWorkplace()
  const [now] = useState(() => Date.now())
  const from = daysAgo(WEEK - 1, now)
  const query = useAdmin().useQuery(
    'get',
    PATH,
    {
      params: {
        path: { account_id: accountId },
        query: { environment, from: indianDay(Date.parse(from)), by: 'day' },
      },
    },
    { enabled: may('analytics:read') },
  )
  return { now, from, query }
}

/** The balance, and the figures of today. */
export function Today() {
  const texts = useTexts(homeTexts)
  const { accountId, environment, may } = useWorkplace()
  const { now, query } = useWeek()
  const admin = useAdmin()
  const path = { account_id: accountId }
  const wallet = admin.useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}', {
    params: { path: { ...path, environment } },
  })
  const month = admin.useQuery(
    'get',
    PATH,
    { params: { path, query: { environment, from: `${indianDay(now).slice(0, 7)}-01`, by: 'total' } } },
    { enabled: may('analytics:read') },
  )
  const on = (at: number) => query.data?.figures.find(({ group }) => group === indianDay(at))
  const today = on(now)
  const shown = (text: string) => (query.data ? text : undefined)
  const ms = today?.p95_latency_ms ?? null
  return (
    <Figures
      busy={wallet.isLoading || month.isLoading || query.isLoading}
      figures={[
        {
          label: texts.available,
          value: wallet.data && rupees(wallet.data.available),
          note: wallet.data && <Money held={wallet.data.held} />,
        },
        ...(may('analytics:read')
          ? [
              {
                label: texts.spend,
                value: shown(rupees(today?.charged ?? '0.00')),
                note: month.data && texts.month(rupees(month.data.figures[0]?.charged ?? '0.00')),
              },
              {
                label: texts.today,
                value: shown(grouped(today?.calls ?? 0)),
                note: shown(texts.yesterday(grouped(on(now - DAY_MS)?.calls ?? 0))),
              },
              {
                label: texts.rate,
                value: percent(answeredRate(today)) ?? texts.none,
                note: shown(ms === null ? texts.noLatency : `p95 ${texts.ms(ms)}`),
              },
            ]
          : []),
      ]}
    />
  )
}

/** What is held, and where money is added. */
function Money({ held }: { readonly held: string }) {
  const texts = useTexts(homeTexts)
  const { may } = useWorkplace()
  return (
    <span className={classes.money}>
      <Text span fz="xs">
        {texts.held(rupees(held))}
      </Text>
      {may('funding:submit') && (
        <Anchor fz="xs" fw={600} renderRoot={(props) => <Link to="/wallet" {...props} />}>
          {texts.addMoney}
        </Anchor>
      )}
    </span>
  )
}

/** The calls of the last 7 days. */
export function Week() {
  const texts = useTexts(homeTexts)
  const { now, from, query } = useWeek()
  return (
    <Surface
      title={texts.week}
      actions={
        <Button size="xs" variant="default" renderRoot={(props) => <Link to="/analytics" {...props} />}>
          {texts.analytics}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={5} />}>
        {({ figures }) => (
          <CallBars times={everyDay(figures, { from, now })} hours={false} metric="calls" label={texts.week} />
        )}
      </Loaded>
    </Surface>
  )
}
