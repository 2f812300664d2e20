import { Text } from '@mantine/core'
import type { Order } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { orderTexts } from './order-texts.ts'

const TONES: Readonly<Record<Order['state'], Tone>> = { pending: 'busy', completed: 'good', failed: 'bad' }

/** Where an order is. */
export function OrderState({ state }: Pick<Order, 'state'>) {
  const texts = useTexts(orderTexts)
  return <Status tone={TONES[state]}>{texts.states[state]}</Status>
}

/** Orders, each with where it is and what it cost. @param onOpen Absent: none opens. */
export function OrderTable(props: { readonly rows: readonly Order[]; readonly onOpen?: (order: Order) => void }) {
  const texts = useTexts(orderTexts)
  const columns: readonly Column<Order>[] = [
    { id: 'created', heading: texts.created, card: 'note', cell: ({ created_at }) => <MomentText at={created_at} /> },
    {
      id: 'endpoint',
      heading: texts.endpoint,
      card: 'title',
      cell: ({ endpoint }) => (
        <Text fz="sm" fw={550}>
          {endpoint}
        </Text>
      ),
    },
    {
      id: 'ref',
      heading: texts.ref,
      card: 'hidden',
      cell: ({ ref_id }) => (
        <Text fz="xs" ff="monospace">
          {ref_id}
        </Text>
      ),
    },
    {
      id: 'state',
      heading: texts.state,
      card: 'state',
      cell: ({ state }) => <OrderState state={state} />,
    },
    { id: 'charged', heading: texts.charged, align: 'end', card: 'end', cell: ({ charged }) => rupees(charged) },
    {
      id: 'refunded',
      heading: texts.refunded,
      card: 'hidden',
      align: 'end',
      cell: ({ refunded }) => (isZero(refunded) ? '' : rupees(refunded)),
    },
  ]
  const { rows, onOpen } = props
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={rows}
      keyOf={({ ref_id }) => ref_id}
      {...(onOpen && { onOpen })}
    />
  )
}
