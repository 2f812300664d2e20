import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { SetPrice } from '../../api/rows.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { accountTexts } from '../accounts/account-texts.ts'
import { useNamed } from '../audit/named.ts'
import { Simulator } from '../commission/simulator.tsx'
import { itemOf, stepsOf } from './price-scope.ts'
import { PriceStatus } from './price-status.tsx'
import { PriceSteps } from './price-steps.tsx'
import { priceTexts } from './price-texts.ts'
import { SetPriceForm } from './set-price-form.tsx'

/** The prices that were set, by operators and super admins. */
export function PricesPage() {
  const texts = useTexts(priceTexts)
  const { roles } = useTexts(accountTexts)
  const named = useNamed()
  const { may, membership } = useWorkplace()
  // Of resellers it stands on Commission.
  const isOperator = membership.account_id === null
  const [open, setOpen] = useState<SetPrice | 'new' | null>(null)
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/prices', { params: { query: { limit: 100 } } }, PAGED)
  const whose = ({ account_id, role }: SetPrice) =>
    account_id === null ? (
      role === null ? (
        texts.everybody
      ) : (
        roles[role]
      )
    ) : (
      <AccountName accountId={account_id} width={160} />
    )
  const whom = (price: SetPrice) => (
    <>
      {whose(price)}
      {price.from_calls > 0 && `, ${texts.from(grouped(price.from_calls))}`}
    </>
  )
  const columns: readonly Column<SetPrice>[] = [
    {
      ...{ id: 'endpoint', heading: texts.endpoint, card: 'title' },
      cell: (price) => (
        <Text fz="sm" fw={550}>
          {itemOf(price)}
        </Text>
      ),
    },
    { id: 'whom', heading: texts.whom, card: 'note', cell: whom },
    { id: 'from', heading: texts.validFrom, card: 'hidden', cell: ({ valid_from }) => <DayText at={valid_from} /> },
    {
      ...{ id: 'status', heading: texts.status, card: 'state' },
      cell: PriceStatus,
    },
    {
      ...{ id: 'by', heading: texts.setBy, card: 'hidden' },
      cell: ({ set_by }) => set_by !== null && named.actor(set_by),
    },
    {
      ...{ id: 'price', heading: texts.price, align: 'end', card: 'end' },
      cell: ({ price }) => <strong>{price === null ? texts.none : rupees(price)}</strong>,
    },
  ]
  const close = () => setOpen(null)
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        may('prices:write') && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen('new')}>
            {texts.set}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <Surface flush>
          <Loaded query={query}>
            {(data) => {
              const rows = rowsOf<SetPrice>(data)
              if (rows.length === 0) return <Empty icon="receipt" title={texts.empty} text={texts.emptyText} />
              return (
                <DataTable
                  label={texts.title}
                  columns={columns}
                  rows={rows}
                  keyOf={({ price_id }) => price_id}
                  {...(may('prices:write') && { onOpen: setOpen })}
                />
              )
            }}
          </Loaded>
          <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
        </Surface>
        {isOperator && may('commissions:read') && <Simulator />}
      </Stack>
      <SidePanel title={open === 'new' ? texts.set : open && itemOf(open)} opened={open !== null} onClose={close}>
        {open === 'new' && <SetPriceForm onDone={close} />}
        {open !== null && open !== 'new' && query.data && (
          <PriceSteps steps={stepsOf(open, rowsOf<SetPrice>(query.data))} whom={whose(open)} onDone={close} />
        )}
      </SidePanel>
    </Page>
  )
}
