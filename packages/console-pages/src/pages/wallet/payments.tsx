import { Text } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { Funding } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { walletTexts } from './wallet-texts.ts'

const TONES: Readonly<Record<Funding['state'], Tone>> = {
  pending: 'plain',
  submitted: 'busy',
  approved: 'busy',
  credited: 'good',
  rejected: 'bad',
  disputed: 'warn',
  charged_back: 'bad',
  refunded: 'plain',
}

/** Payments into the wallet, each with where it is. */
export function Payments() {
  const texts = useTexts(walletTexts)
  const { accountId, environment } = useWorkplace()
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/funding',
    { params: { query: { account_id: accountId, environment, limit: 10 } } },
    PAGED,
  )
  const columns: readonly Column<Funding>[] = [
    { id: 'at', heading: texts.created, cell: ({ created_at }) => <MomentText at={created_at} /> },
    {
      id: 'method',
      heading: texts.method,
      cell: ({ method, utr }) => <Method method={texts.methods[method]} utr={utr} />,
    },
    {
      id: 'state',
      heading: texts.state,
      cell: ({ state, approvals }) => (
        <>
          <Status tone={TONES[state]}>{texts.states[state]}</Status>
          {state === 'submitted' && approvals > 0 && (
            <Text span fz="xs" c="dimmed" ml={8}>
              {texts.approvals(approvals)}
            </Text>
          )}
        </>
      ),
    },
    { id: 'amount', heading: texts.sum, align: 'end', cell: ({ amount }) => <strong>{rupees(amount)}</strong> },
  ]
  return (
    <Surface title={texts.payments} flush>
      <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
        {(data) => {
          const rows = rowsOf<Funding>(data)
          if (rows.length === 0) return <Empty icon="wallet" title={texts.noPayments} text={texts.noPaymentsText} />
          return (
            <DataTable label={texts.payments} columns={columns} rows={rows} keyOf={({ funding_id }) => funding_id} />
          )
        }}
      </Loaded>
      <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
    </Surface>
  )
}

function Method({ method, utr }: { readonly method: string; readonly utr: string | null }) {
  return (
    <span>
      {method}
      {utr && (
        <Text span fz="xs" ff="monospace" c="dimmed" ml={8}>
          {utr}
        </Text>
      )}
    </span>
  )
}
