import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import type { Key, UsageRow } from '../../api/rows.ts'
import { isInRanges, rangeOf } from '../../formats/address-ranges.ts'
import { rupees } from '../../formats/rupees.ts'
import { FactList } from '../../parts/facts.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { refusalTexts } from './refusal-texts.ts'

interface OfCall {
  readonly row: UsageRow
  /** Whose call it is. */
  readonly accountId: string
}

/** What refused a call and what must change, where its code alone does not say it. Limits, price and balance are those of now. */
export function Refusal({ row, accountId }: OfCall) {
  const texts = useTexts(refusalTexts)
  const { may } = useWorkplace()
  const isLimit = row.code === 'API_NOT_PERMITTED' && may('keys:read')
  const isMoney = row.code === 'INSUFFICIENT_BALANCE'
  if (!isLimit && !isMoney) return null
  return (
    <section>
      <Title order={3} fz="sm" mb={6}>
        {texts.title}
      </Title>
      <Stack gap="xs">{isLimit ? <ByLimits row={row} /> : <ByBalance row={row} accountId={accountId} />}</Stack>
    </section>
  )
}

function ByLimits({ row }: { readonly row: UsageRow }) {
  const texts = useTexts(refusalTexts)
  const shell = useTexts(shellTexts)
  const called = { range: rangeOf(row.ip), endpoint: row.endpoint }
  const query = useAdmin().useQuery('get', '/admin/v1/keys/{key_id}', { params: { path: { key_id: row.key_id } } })
  return (
    <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
      {({ label, api_key, ip_ranges, endpoints, spend_cap_per_day: cap }) => (
        <>
          <Text fz="sm">{texts[toChange(row, { ip_ranges, endpoints, cap })](called)}</Text>
          <FactList
            facts={[
              [texts.where, `${shell.pages.keys} → ${label || api_key}`],
              [texts.from, row.ip],
              [texts.ranges, ip_ranges?.join(', ') ?? texts.anyAddress],
              [texts.endpoints, endpoints?.join(', ') ?? texts.allEndpoints],
              [texts.cap, cap === null ? texts.noCap : rupees(cap)],
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

interface Limits {
  readonly ip_ranges: Key['ip_ranges']
  readonly endpoints: Key['endpoints']
  /** Of what a day may cost. */
  readonly cap: string | null
}

/** What has to change, in the order in which a call is checked. */
function toChange({ ip, endpoint }: UsageRow, { ip_ranges, endpoints, cap }: Limits) {
  if (endpoints !== null && !endpoints.includes(endpoint)) return 'addEndpoint'
  if (ip_ranges !== null && !isInRanges(ip, ip_ranges)) return 'addRange'
  return cap === null ? 'changed' : 'raiseCap'
}

function ByBalance({ row: { endpoint, environment }, accountId }: OfCall) {
  const texts = useTexts(refusalTexts)
  const { membership, isBelow, may } = useWorkplace()
  const admin = useAdmin()
  const path = { account_id: accountId }
  const prices = admin.useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/apis/prices',
    { params: { path, query: { environment } } },
    { enabled: may('accounts:read') },
  )
  const wallet = admin.useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/wallets/{environment}',
    { params: { path: { ...path, environment } } },
    { enabled: may('wallets:read') },
  )
  const [price, ...tiers] = (prices.data?.items ?? []).filter((item) => item.endpoint === endpoint)
  const shownPrice = price?.price && tiers.length === 0 ? rupees(price.price) : prices.data ? '—' : '…'
  return (
    <>
      <Text fz="sm">{texts.notKept}</Text>
      <FactList
        facts={[
          ...(may('accounts:read') ? [[texts.price, shownPrice] as const] : []),
          ...(may('wallets:read') ? [[texts.balance, wallet.data ? rupees(wallet.data.available) : '…'] as const] : []),
        ]}
      />
      {!isBelow && may('wallets:read') && (
        <Anchor
          fz="sm"
          renderRoot={(props) =>
            accountId === membership.account_id ? (
              <Link to="/wallet" search={{ environment }} {...props} />
            ) : (
              <Link to="/accounts/$accountId" params={{ accountId }} search={{ environment }} {...props} />
            )
          }
        >
          {accountId === membership.account_id ? texts.wallet : texts.account}
        </Anchor>
      )}
    </>
  )
}
