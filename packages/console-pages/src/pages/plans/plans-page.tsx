import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED } from '../../api/paged.ts'
import type { OfferedPlan, Subscription } from '../../api/rows.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { RowsPart } from '../accounts/rows-part.tsx'
import { planTexts } from '../plan/plan-texts.ts'
import { plansTexts } from './plans-texts.ts'

const TONES: Readonly<Record<Subscription['state'], Tone>> = { active: 'good', grace: 'warn', ended: 'plain' }

/** The plans of the configuration, and who subscribes: for operators. */
export function PlansPage() {
  const texts = useTexts(plansTexts)
  const query = useAdmin().useQuery('get', '/admin/v1/plans')
  return (
    <Page title={texts.title} description={texts.description}>
      <Stack gap="lg">
        <Surface flush title={texts.offered}>
          <Loaded query={query}>{({ items }) => <Offered rows={items} />}</Loaded>
        </Surface>
        <Subscriptions />
      </Stack>
    </Page>
  )
}

function Offered({ rows }: { readonly rows: readonly OfferedPlan[] }) {
  const texts = useTexts(plansTexts)
  const plan = useTexts(planTexts)
  const poolOf = ({ limit, unlimited }: OfferedPlan) =>
    unlimited || limit === null ? plan.unlimited : limit === 0 ? plan.payAsYouGo : plan.calls(grouped(limit))
  const columns: readonly Column<OfferedPlan>[] = [
    { id: 'name', heading: texts.plan, card: 'title', cell: ({ name }) => <strong>{name}</strong> },
    { id: 'pool', heading: texts.pool, card: 'note', cell: poolOf },
    {
      ...{ id: 'features', heading: texts.features },
      cell: ({ features }) => features.map((one) => plan.features[one]).join(', ') || texts.noFeatures,
    },
    {
      ...{ id: 'subscribers', heading: texts.subscribers, align: 'end' },
      cell: ({ subscribers }) => grouped(subscribers ?? 0),
    },
    {
      ...{ id: 'price', heading: texts.price, align: 'end', card: 'end' },
      cell: ({ price_per_month }) => rupees(price_per_month),
    },
  ]
  return <DataTable label={texts.offered} columns={columns} rows={rows} keyOf={({ plan: id }) => id} />
}

function Subscriptions() {
  const texts = useTexts(plansTexts)
  const navigate = useNavigate()
  const params = { query: { limit: 25 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/subscriptions', { params }, PAGED)
  const offered = useAdmin().useQuery('get', '/admin/v1/plans').data?.items ?? []
  const nameOf = (id: string) => offered.find(({ plan }) => plan === id)?.name ?? id
  const columns: readonly Column<Subscription>[] = [
    { id: 'account', heading: texts.account, card: 'title', cell: ({ account_name }) => account_name },
    { id: 'plan', heading: texts.plan, card: 'note', cell: ({ plan_name }) => plan_name },
    {
      ...{ id: 'state', heading: texts.state, card: 'state' },
      cell: ({ state }) => <Status tone={TONES[state]}>{texts.states[state]}</Status>,
    },
    {
      ...{ id: 'until', heading: texts.renewal },
      cell: ({ state, until, ended_at }) => <DayText at={state === 'ended' ? (ended_at ?? until) : until} />,
    },
    {
      id: 'next',
      heading: texts.next,
      card: 'hidden',
      cell: ({ next_plan }) => (next_plan === null ? texts.same : nameOf(next_plan)),
    },
    { id: 'paid', heading: texts.paid, align: 'end', card: 'end', cell: ({ paid }) => rupees(paid) },
  ]
  return (
    <RowsPart title={texts.subscriptions} query={query} empty={texts.none}>
      {(rows) => (
        <DataTable
          label={texts.subscriptions}
          columns={columns}
          rows={rows}
          keyOf={({ subscription_id }) => subscription_id}
          onOpen={({ account_id }) =>
            void navigate({ to: '/accounts/$accountId', params: { accountId: account_id }, search: {} })
          }
        />
      )}
    </RowsPart>
  )
}
