import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useAdmin } from '../../api/console-api.tsx'
import type { Account } from '../../api/rows.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText, MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { AccountBelow, useWorkplace } from '../../session/workplace.tsx'
import { NoPage } from '../../shell/no-page.tsx'
import { useTexts } from '../../texts/language.tsx'
import { CommissionStatement } from '../commission/commission-statement.tsx'
import { Members } from '../team/members.tsx'
import { Entries } from '../wallet/entries.tsx'
import { Payments } from '../wallet/payments.tsx'
import { AccountActs } from './account-acts.tsx'
import { AccountAudit } from './account-audit.tsx'
import { AccountBalances } from './account-balances.tsx'
import { AccountCalls } from './account-calls.tsx'
import { AccountCommission, EARNING_ROLES } from './account-commission.tsx'
import { AccountKeys } from './account-keys.tsx'
import { AccountOrders } from './account-orders.tsx'
import { AccountPlan } from './account-plan.tsx'
import { AccountPrices } from './account-prices.tsx'
import { AccountStatus } from './account-status.tsx'
import { accountTexts } from './account-texts.ts'
import { AccountWebhooks } from './account-webhooks.tsx'
import { SuspensionNotice, useSuspension } from './suspension.tsx'

const ROWS = 5

/** Everything about an account below: each part is there if the role may read it, and goes on page by page. */
export function AccountPage() {
  const texts = useTexts(accountTexts)
  const { accountId = '' } = useParams({ strict: false })
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}', {
    params: { path: { account_id: accountId } },
  })
  // An account of others is told from none by nothing.
  if (query.error instanceof ApiError && query.error.status === 404) return <NoPage />
  return (
    <>
      <BackLink to="/accounts">{texts.back}</BackLink>
      <Loaded query={query}>
        {(account) => (
          <Page title={account.name} actions={<AccountActs account={account} />}>
            <AccountBelow accountId={accountId}>
              <Parts account={account} />
            </AccountBelow>
          </Page>
        )}
      </Loaded>
    </>
  )
}

function Parts({ account }: { readonly account: Account }) {
  const { noMembers, commissionByMonth } = useTexts(accountTexts)
  const { environment, may } = useWorkplace()
  const of = `${account.account_id} ${environment}`
  return (
    <>
      {may('wallets:read') && <AccountBalances />}
      <Stack gap="lg">
        {account.status === 'suspended' && may('audit:read') && <SuspensionNotice accountId={account.account_id} />}
        <SimpleGrid cols={{ base: 1, lg: may('plans:read') ? 2 : 1 }} spacing="lg">
          <Facts account={account} />
          {may('plans:read') && (
            <div>
              <AccountPlan name={account.name} />
            </div>
          )}
        </SimpleGrid>
        {EARNING_ROLES.includes(account.role) && may('commissions:read') && (
          <>
            <AccountCommission key={`commission ${of}`} />
            <CommissionStatement key={`statement ${of}`} title={commissionByMonth} />
          </>
        )}
        {may('prices:read') && <AccountPrices />}
        {may('keys:read') && <AccountKeys key={`keys ${of}`} />}
        {may('usage:read') && <AccountCalls key={`calls ${of}`} name={account.name} />}
        {may('wallets:read') && <Entries key={`entries ${of}`} pageSize={ROWS} />}
        {may('funding:read') && <Payments key={`payments ${of}`} pageSize={ROWS} />}
        {may('webhooks:read') && <AccountWebhooks key={`webhooks ${of}`} />}
        {may('orders:read') && <AccountOrders key={`orders ${of}`} />}
        {may('people:read') && <Members empty={noMembers} />}
        {may('audit:read') && <AccountAudit />}
      </Stack>
    </>
  )
}

function Facts({ account }: { readonly account: Account }) {
  const texts = useTexts(accountTexts)
  const { may } = useWorkplace()
  const { account_id, role, status, kyc, apis, withheld_apis, parent_id, created_at } = account
  const lastCall = useLastCall(account_id)
  const suspension = useSuspension(account_id, status === 'suspended' && may('audit:read'))
  return (
    <Surface title={texts.name}>
      <FactList
        facts={[
          [texts.status, <AccountStatus key="status" status={status} />],
          ...suspension,
          [texts.role, texts.roles[role]],
          ...(parent_id === null ? [] : [[texts.parent, <Line key="parent" accountId={parent_id} />] as const]),
          [texts.kyc, kyc === 'rejected' ? <RejectedKyc key="kyc" accountId={account_id} /> : texts.kycStates[kyc]],
          [texts.apis, apis === null ? texts.allApis(withheld_apis.length) : texts.someApis(apis.length)],
          ...(lastCall === null ? [] : [[texts.lastCall, lastCall] as const]),
          [texts.since, <DayText key="since" at={created_at} />],
          [texts.id, <Copyable key="id" text={account_id} what={texts.id} />],
        ]}
      />
    </Surface>
  )
}

/** When an account last called, in the environment that is shown; null: it may not be read. */
function useLastCall(accountId: string): ReactNode {
  const { lastCall: _, never } = useTexts(accountTexts)
  const { environment, may } = useWorkplace()
  const { data } = useAdmin().useQuery(
    'get',
    '/admin/v1/account-balances',
    { params: { query: { q: accountId, environment, limit: 1 } } },
    { enabled: may('wallets:read') },
  )
  if (!may('wallets:read')) return null
  if (!data) return '…'
  const at = data.items[0]?.last_used_at ?? null
  return at === null ? never : <MomentText key="last" at={at} />
}

/** That KYC was rejected, and why. */
function RejectedKyc({ accountId }: { readonly accountId: string }) {
  const { kycStates } = useTexts(accountTexts)
  const { data } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/kyc', {
    params: { path: { account_id: accountId } },
  })
  return <>{data?.reason ? `${kycStates.rejected}: ${data.reason}` : kycStates.rejected}</>
}

/** The account above and those above it, as far as one may see. */
function Line({ accountId }: { readonly accountId: string }) {
  const own = useWorkplace().membership.account_id
  const { data } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}', {
    params: { path: { account_id: accountId } },
  })
  const above = data?.parent_id ?? null
  return (
    <Group component="span" gap={6}>
      {accountId === own ? (
        <Text span fz="sm">
          {data?.name ?? '…'}
        </Text>
      ) : (
        <Anchor fz="sm" renderRoot={(props) => <Link to="/accounts/$accountId" params={{ accountId }} {...props} />}>
          {data?.name ?? '…'}
        </Anchor>
      )}
      {above !== null && (
        <>
          <span aria-hidden="true">‹</span>
          <Line accountId={above} />
        </>
      )}
    </Group>
  )
}
