import { queueTexts } from '../../alerts/queue-texts.ts'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { Funding } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import type { Column } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { PaymentState } from '../wallet/payment-panel.tsx'
import { topUpTexts } from '../wallet/top-up-texts.ts'
import { decisionTexts } from './decision-texts.ts'
import { DisputeDecision } from './dispute-decision.tsx'
import { FundingDecision } from './funding-decision.tsx'
import { QueueList } from './queue-list.tsx'
import { ReferenceSearch, useSoughtReference } from './reference-search.tsx'
import { WORK_MS } from './work-page.tsx'
import { workTexts } from './work-texts.ts'

/** Fundings that wait for operators, the oldest first; among transfers any payment is found by its reference, whatever became of it. */
export function FundingQueue({ queue }: { readonly queue: 'transfers' | 'acts' | 'disputes' }) {
  const texts = useTexts(workTexts)
  const names = useTexts(queueTexts)
  const topUp = useTexts(topUpTexts)
  const shell = useTexts(shellTexts)
  const search = useTexts(decisionTexts)
  const reference = useSoughtReference()
  const isSought = queue === 'transfers' && reference !== ''
  const params = { query: { ...(isSought ? { reference } : { queue }), limit: 50 } }
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/funding',
    { params },
    { ...PAGED, refetchInterval: WORK_MS },
  )
  const limit = query.data?.pages[0]?.two_operators_above ?? null
  const columns: readonly Column<Funding>[] = [
    { id: 'since', heading: texts.since, card: 'note', cell: ({ created_at }) => <MomentText at={created_at} /> },
    {
      ...{ id: 'method', heading: texts.method, card: 'title' },
      cell: ({ method, rail }) => (rail === null ? topUp.methods[method] : topUp.rails[rail]),
    },
    {
      id: 'utr',
      heading: queue === 'acts' ? topUp.reference : topUp.utr,
      card: 'hidden',
      cell: ({ utr, reference }) => utr ?? reference,
    },
    {
      id: 'account',
      heading: texts.account,
      cell: ({ account_id }) => <AccountName accountId={account_id} width={180} />,
    },
    { id: 'environment', heading: texts.environment, card: 'hidden', cell: ({ environment }) => shell[environment] },
    { id: 'state', heading: topUp.state, card: 'state', cell: ({ state }) => <PaymentState state={state} /> },
    {
      ...{ id: 'amount', heading: texts.amount, align: 'end', card: 'end' },
      cell: ({ amount }) => <strong>{rupees(amount)}</strong>,
    },
  ]
  return (
    <>
      {queue === 'transfers' && <ReferenceSearch label={search.findTransfer} />}
      <QueueList
        key={`${queue} ${reference}`}
        label={names[`funding/${queue}`]}
        query={query}
        rows={query.data ? rowsOf<Funding>(query.data) : []}
        columns={columns}
        keyOf={({ funding_id }) => funding_id}
        titleOf={({ amount }) => rupees(amount)}
        empty={isSought ? { title: search.noneFound, text: search.noneFoundText } : undefined}
        decision={(funding, onDone) =>
          funding.state === 'disputed' || funding.state === 'charged_back' ? (
            <DisputeDecision funding={funding} onDone={onDone} />
          ) : (
            <FundingDecision {...{ funding, limit, onDone }} />
          )
        }
      />
    </>
  )
}
