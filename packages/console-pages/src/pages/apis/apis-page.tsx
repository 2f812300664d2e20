import { Anchor, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import type { PricedApi } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { apiTexts } from './api-texts.ts'

/** What there is to call, and what it costs. */
export function ApisPage() {
  const texts = useTexts(apiTexts)
  const { accountId, environment } = useWorkplace()
  const { values, set } = useFilters()
  const wanted = (values['q'] ?? '').toLowerCase()
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/apis/prices', {
    params: { path: { account_id: accountId }, query: { environment } },
  })
  const fits = ({ endpoint, summary, group }: PricedApi) =>
    [endpoint, summary, group].some((text) => text.toLowerCase().includes(wanted))
  return (
    <Page title={texts.title} description={texts.description}>
      <TextInput
        label={texts.find}
        maw={{ base: '100%', xs: 320 }}
        mb="md"
        value={values['q'] ?? ''}
        onChange={(event) => set({ q: event.currentTarget.value || undefined })}
      />
      <Surface flush>
        <Loaded query={query}>
          {({ items }) => {
            if (items.length === 0) return <Empty icon="grid" title={texts.nothingSold} text={texts.nothingSoldText} />
            const rows = items.filter(fits)
            return rows.length === 0 ? (
              <Empty icon="grid" title={texts.none} text={texts.noneText} />
            ) : (
              <PriceTable rows={rows} />
            )
          }}
        </Loaded>
      </Surface>
    </Page>
  )
}

function PriceTable({ rows }: { readonly rows: readonly PricedApi[] }) {
  const texts = useTexts(apiTexts)
  const { may } = useWorkplace()
  const columns: readonly Column<PricedApi>[] = [
    {
      id: 'name',
      heading: texts.name,
      card: 'title',
      cell: ({ summary, endpoint }) => (
        <div>
          <Text fz="sm" fw={550}>
            {summary}
          </Text>
          <Text fz="xs" c="dimmed" ff="monospace">
            {endpoint}
          </Text>
        </div>
      ),
    },
    {
      id: 'access',
      heading: texts.access,
      card: 'note',
      cell: ({ permitted }) => (
        <Status tone={permitted ? 'good' : 'plain'}>{permitted ? texts.permitted : texts.missing}</Status>
      ),
    },
    {
      id: 'price',
      heading: texts.price,
      align: 'end',
      card: 'end',
      cell: ({ price, tier }) => (
        <div>
          {price === null ? texts.computed : isZero(price) ? texts.free : rupees(price)}
          {tier !== null && (
            <Text fz="xs" c="dimmed" fw={400}>
              {texts.unit(tier)}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'try',
      heading: texts.tryIt,
      align: 'end',
      card: 'state',
      cell: ({ endpoint, permitted }) =>
        permitted &&
        may('keys:write') && (
          <Anchor
            fz="sm"
            renderRoot={(props) => (
              <Link to="/try" search={{ endpoint }} aria-label={`${texts.tryIt}: ${endpoint}`} {...props} />
            )}
          >
            {texts.tryIt}
          </Anchor>
        ),
    },
  ]
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={rows}
      keyOf={({ endpoint, tier }) => `${endpoint} ${tier ?? ''}`}
    />
  )
}
