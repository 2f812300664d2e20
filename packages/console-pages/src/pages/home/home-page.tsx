import { Button, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { TryPanel } from '../try-it/try-panel.tsx'
import { UsageTable } from '../usage/usage-table.tsx'
import { Checklist } from './checklist.tsx'
import classes from './home.module.css'
import { homeTexts } from './home-texts.ts'
import { Today, Week } from './today.tsx'

// The texts of all alerts are not needed to see the page.
const NeedsYou = lazy(async () => ({ default: (await import('./needs-you.tsx')).NeedsYou }))

/** Where a person begins: what needs an act, the balance, today, and what is still to do; a call to try until there was one, then the last days. */
export function HomePage() {
  const texts = useTexts(homeTexts)
  const { accountId, environment, session, may } = useWorkplace()
  const tries = may('keys:write') && may('keys:read') && may('usage:read') && environment === 'sandbox'
  const calls = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/usage',
    { params: { path: { account_id: accountId }, query: { environment: 'sandbox', limit: 1 } } },
    { enabled: tries },
  )
  const name = session.person.name
  return (
    <Page
      title={name === '' ? texts.title : texts.welcome(name)}
      actions={
        may('keys:write') && (
          <Button
            variant="default"
            leftSection={<Icon name="play" size={16} />}
            renderRoot={(props) => <Link to="/try" {...props} />}
          >
            {texts.tryIt}
          </Button>
        )
      }
    >
      <Suspense fallback={<div aria-busy="true" />}>
        <NeedsYou />
      </Suspense>
      <Today />
      {tries ? (
        <Loaded query={calls}>{({ items }) => <Parts key={environment} hadCalls={items.length > 0} />}</Loaded>
      ) : (
        <Parts key={environment} hadCalls />
      )}
    </Page>
  )
}

function Parts({ hadCalls }: { readonly hadCalls: boolean }) {
  const texts = useTexts(homeTexts)
  const { may } = useWorkplace()
  // The answer of the first call stays in sight: what this visit began with holds until the next.
  const [tries] = useState(!hadCalls)
  return (
    <Stack gap="lg">
      <div className={classes.sides} data-tries={tries || undefined}>
        {tries && (
          <Surface title={texts.tryIt} note={texts.tryNote}>
            <TryPanel compact />
          </Surface>
        )}
        <Checklist openOnly={!tries} />
        {!tries && may('analytics:read') && <Week />}
      </div>
      {may('usage:read') && <Recent />}
    </Stack>
  )
}

function Recent() {
  const texts = useTexts(homeTexts)
  const navigate = useNavigate()
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
            <UsageTable
              rows={items}
              onOpen={({ reference }) => void navigate({ to: '/usage', search: { call: reference } })}
            />
          )
        }
      </Loaded>
    </Surface>
  )
}
