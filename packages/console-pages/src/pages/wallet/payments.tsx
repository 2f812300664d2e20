import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { Funding } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { NoRows } from '../../parts/no-rows.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { isOver } from './awaited-payment.tsx'
import { PaymentPanel, PaymentState } from './payment-panel.tsx'
import { topUpTexts } from './top-up-texts.ts'

const ASK_MS = 5_000

/** Payments into the wallet, each with where it is. While one is awaited the list is asked for again, and the balance when one changed. */
export function Payments({ pageSize = 10 }: { readonly pageSize?: number }) {
  const texts = useTexts(topUpTexts)
  const { accountId, environment, isBelow } = useWorkplace()
  const [open, setOpen] = useState<string | null>(null)
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/funding',
    { params: { query: { account_id: accountId, environment, limit: pageSize } } },
    {
      ...PAGED,
      refetchInterval: ({ state: { data } }) =>
        data && rowsOf<Funding>(data).some(({ state }) => !isOver(state)) ? ASK_MS : false,
    },
  )
  const rows = query.data ? rowsOf<Funding>(query.data) : []
  useChanged(rows)
  const columns: readonly Column<Funding>[] = [
    { id: 'at', heading: texts.created, card: 'note', cell: ({ created_at }) => <MomentText at={created_at} /> },
    { id: 'method', heading: texts.method, card: 'title', cell: ({ method }) => texts.methods[method] },
    {
      ...{ id: 'reference', heading: texts.reference, card: 'hidden' },
      cell: ({ utr, gateway }) => (
        <Text span fz="xs" ff="monospace">
          {utr ?? gateway}
        </Text>
      ),
    },
    { id: 'state', heading: texts.state, card: 'state', cell: ({ state }) => <PaymentState state={state} /> },
    {
      ...{ id: 'amount', heading: texts.sum, align: 'end', card: 'end' },
      cell: ({ amount }) => <strong>{rupees(amount)}</strong>,
    },
  ]
  return (
    <Surface title={texts.payments} flush>
      <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
        {() =>
          rows.length === 0 ? (
            <NoPayments isBelow={isBelow} />
          ) : (
            <DataTable
              label={texts.payments}
              columns={columns}
              rows={rows}
              keyOf={({ funding_id }) => funding_id}
              onOpen={({ funding_id }) => setOpen(funding_id)}
            />
          )
        }
      </Loaded>
      <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      <PaymentPanel
        payment={rows.find(({ funding_id }) => funding_id === open) ?? null}
        onClose={() => setOpen(null)}
      />
    </Surface>
  )
}

/** Whoever looks at an account below has no form above. */
function NoPayments({ isBelow }: { readonly isBelow: boolean }) {
  const texts = useTexts(topUpTexts)
  if (!isBelow) return <Empty icon="wallet" title={texts.noPayments} text={texts.noPaymentsText} />
  return <NoRows text={texts.noPayments} />
}

/** Where a payment changed its state, the balance and the entries did too. */
function useChanged(rows: readonly Funding[]): void {
  const queries = useQueryClient()
  const states = rows.map(({ funding_id, state }) => `${funding_id} ${state}`).join()
  const last = useRef(states)
  useEffect(() => {
    const isFirst = last.current === ''
    if (last.current === states) return
    last.current = states
    if (isFirst) return
    const isWallet = (path: unknown) => typeof path === 'string' && /\/wallets\/|\/statements\/|\/ledger/.test(path)
    void queries.invalidateQueries({ predicate: ({ queryKey: [, path] }) => isWallet(path) })
  }, [states, queries])
}
