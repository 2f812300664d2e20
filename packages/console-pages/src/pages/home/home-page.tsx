import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { indianDay } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { Empty } from '../../parts/empty.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { percent } from '../analytics/figure-days.ts'
import { TryPanel } from '../try-it/try-panel.tsx'
import { UsageTable } from '../usage/usage-table.tsx'
import { Checklist } from './checklist.tsx'
import classes from './home.module.css'
import { homeTexts } from './home-texts.ts'

/** Where a person begins: the balance, today, what is still to do, a call to try. */
export function HomePage() {
  const texts = useTexts(homeTexts)
  const { session, may } = useWorkplace()
  const tries = may('keys:write') && may('keys:read')
  const name = session.person.name
  return (
    <Page title={name === '' ? texts.title : texts.welcome(name)}>
      <Today />
      <Stack gap="lg">
        <div className={classes.sides}>
          {tries && (
            <Surface title={texts.tryIt} note={texts.tryNote}>
              <TryPanel compact />
            </Surface>
          )}
          <Checklist />
        </div>
        {may('usage:read') && <Recent />}
      </Stack>
    </Page>
  )
}

/** The balance, and the figures of today. */
function Today() {
  const texts = useTexts(homeTexts)
  const { accountId, environment, may } = useWorkplace()
  const [from] = useState(() => indianDay(Date.now()))
  const admin = useAdmin()
  const wallet = admin.useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}', {
    params: { path: { account_id: accountId, environment } },
  })
  const total = admin.useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/analytics',
    { params: { path: { account_id: accountId }, query: { environment, from, by: 'total' } } },
    { enabled: may('analytics:read') },
  )
  const [figure] = total.data?.figures ?? []
  const loaded = total.data !== undefined
  const ms = figure?.p95_latency_ms ?? null
  const rate = percent(figure?.success_rate ?? null)
  return (
    <Figures
      figures={[
        { label: texts.available, value: wallet.data && rupees(wallet.data.available) },
        { label: texts.held, value: wallet.data && rupees(wallet.data.held) },
        ...(may('analytics:read')
          ? [
              {
                label: texts.today,
                value: loaded ? grouped(figure?.calls ?? 0) : undefined,
                note: rate && texts.success(rate),
              },
              {
                label: texts.spend,
                value: loaded ? rupees(figure?.charged ?? '0.00') : undefined,
                note: ms === null ? null : `p95 ${texts.ms(ms)}`,
              },
            ]
          : []),
      ]}
    />
  )
}

function Recent() {
  const texts = useTexts(homeTexts)
  const { accountId, environment } = useWorkplace()
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/usage', {
    params: { path: { account_id: accountId }, query: { environment, limit: 5 } },
  })
  return (
    <Surface
      flush
      title={texts.recent}
      actions={
        <Button size="xs" variant="default" renderRoot={(props) => <Link to="/usage" {...props} />}>
          {texts.seeAll}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={5} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="list" title={texts.noCalls} text={texts.noCallsText} />
          ) : (
            <UsageTable rows={items} />
          )
        }
      </Loaded>
    </Surface>
  )
}
