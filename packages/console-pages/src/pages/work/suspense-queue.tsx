import { queueTexts } from '../../alerts/queue-texts.ts'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { SuspenseItem } from '../../api/rows.ts'
import type { Column } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Status } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AssignedAccount } from './assigned-account.tsx'
import { decisionTexts } from './decision-texts.ts'
import { QueueList } from './queue-list.tsx'
import { ReferenceSearch, useSoughtReference } from './reference-search.tsx'
import { SuspenseDecision } from './suspense-decision.tsx'
import { suspenseAmount, usePaymentMethod, useSuspenseReason } from './suspense-words.ts'
import { WORK_MS } from './work-page.tsx'
import { workTexts } from './work-texts.ts'

/** Payments that fit no order; any is found by its reference, whatever became of it. */
export function SuspenseQueue() {
  const texts = useTexts(workTexts)
  const search = useTexts(decisionTexts)
  const names = useTexts(queueTexts)
  const reasonOf = useSuspenseReason()
  const methodOf = usePaymentMethod()
  const reference = useSoughtReference()
  const asked = reference === '' ? {} : ({ reference, state: 'any' } as const)
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/funding-suspense',
    { params: { query: { ...asked, limit: 100 } } },
    { ...PAGED, refetchInterval: WORK_MS },
  )
  const limit = query.data?.pages[0]?.two_operators_above ?? '0.00'
  const columns: readonly Column<SuspenseItem>[] = [
    { id: 'since', heading: texts.since, card: 'note', cell: ({ created_at }) => <MomentText at={created_at} /> },
    { id: 'gateway', heading: texts.gateway, card: 'title', cell: ({ gateway }) => gateway },
    { id: 'method', heading: texts.method, card: 'hidden', cell: ({ method }) => methodOf(method) },
    { id: 'utr', heading: search.utr, cell: ({ utr }) => utr },
    {
      ...{ id: 'why', heading: texts.why, card: 'state' },
      cell: (item) => (item.state === 'open' ? reasonOf(item) : <Resolved item={item} />),
    },
    {
      ...{ id: 'amount', heading: texts.amount, align: 'end', card: 'end' },
      cell: (item) => <strong>{suspenseAmount(item)}</strong>,
    },
  ]
  return (
    <>
      <ReferenceSearch label={search.findSuspense} />
      <QueueList
        key={reference}
        label={names['funding/suspense']}
        query={query}
        rows={query.data ? rowsOf<SuspenseItem>(query.data) : []}
        columns={columns}
        keyOf={({ suspense_id }) => suspense_id}
        titleOf={suspenseAmount}
        empty={reference === '' ? undefined : { title: search.noneFound, text: search.noneFoundText }}
        decision={(item, onDone) => <SuspenseDecision {...{ item, limit, onDone }} />}
      />
    </>
  )
}

/** What became of a payment: to whom it was assigned. */
function Resolved({ item: { state, resolution } }: { readonly item: SuspenseItem }) {
  const { states } = useTexts(decisionTexts)
  if (state !== 'assigned' || resolution === null) return <Status tone="plain">{states[state]}</Status>
  return (
    <div>
      <Status tone="good">{states.assigned}</Status>
      <AssignedAccount fundingId={resolution} width={180} />
    </div>
  )
}
