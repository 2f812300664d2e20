import { Button, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { Order } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { CodeBlock, Copyable } from '../../parts/copyable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { OrderState, OrderTable } from './order-table.tsx'
import { orderTexts } from './order-texts.ts'

/** Orders and other calls that are answered later. */
export function OrdersPage() {
  const texts = useTexts(orderTexts)
  const { accountId, environment } = useWorkplace()
  const [open, setOpen] = useState<Order | null>(null)
  const params = { path: { account_id: accountId }, query: { environment, limit: 50 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/accounts/{account_id}/orders', { params }, PAGED)
  return (
    <Page title={texts.title} description={texts.description}>
      <Surface flush>
        <Loaded query={query}>
          {(data) => {
            const rows = rowsOf<Order>(data)
            if (rows.length === 0)
              return (
                <Empty
                  icon="box"
                  title={texts.emptyTitle}
                  text={texts.emptyText}
                  action={
                    <Button
                      variant="default"
                      renderRoot={(button) => <Link to="/apis" search={{ environment }} {...button} />}
                    >
                      {texts.apis}
                    </Button>
                  }
                />
              )
            return <OrderTable rows={rows} onOpen={setOpen} />
          }}
        </Loaded>
        <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      </Surface>
      <SidePanel title={open?.endpoint ?? ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <OrderDetail order={open} />}
      </SidePanel>
    </Page>
  )
}

function OrderDetail({ order }: { readonly order: Order }) {
  const texts = useTexts(orderTexts)
  const query = useAdmin().useQuery('get', '/admin/v1/orders/{ref_id}', { params: { path: { ref_id: order.ref_id } } })
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.state, <OrderState key="state" state={order.state} />],
          [texts.charged, rupees(order.charged)],
          [texts.refunded, rupees(order.refunded)],
          [texts.created, <MomentText key="created" at={order.created_at} full />],
          [texts.ref, <Copyable key="ref" text={order.ref_id} what={texts.ref} />],
          [texts.requestId, <Copyable key="id" text={order.request_id} what={texts.requestId} />],
        ]}
      />
      <Loaded query={query}>
        {({ result }) =>
          result && (
            <section>
              <Title order={3} fz="sm" mb={6}>
                {texts.result}
              </Title>
              <CodeBlock code={JSON.stringify(result, null, 2)} what={texts.result} />
            </section>
          )
        }
      </Loaded>
    </Stack>
  )
}
