import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SuspenseItem } from '../../api/rows.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AssignedAccount } from './assigned-account.tsx'
import { decisionTexts } from './decision-texts.ts'
import { SuspenseResolution } from './suspense-resolution.tsx'
import { isEventItem, usePaymentMethod, useSuspenseReason } from './suspense-words.ts'
import { ToTransfers } from './to-transfers.tsx'
import { workTexts } from './work-texts.ts'

/**
 * A payment that fits no order, with what resolves it or has resolved it.
 *
 * @param limit In rupees: above it two operators approve.
 * @param onDone Gets what was done.
 */
export function SuspenseDecision(props: {
  readonly item: SuspenseItem
  readonly limit: string
  readonly onDone: (told: ReactNode) => void
}) {
  const { item, limit, onDone } = props
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const reasonOf = useSuspenseReason()
  const methodOf = usePaymentMethod()
  const { state, reason, utr, resolution } = item
  const copied = (label: string, text: string | null) =>
    text === null ? [] : [[label, <Copyable key={label} text={text} what={label} />] as const]
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.gateway, item.gateway],
          ...(item.method === null ? [] : [[texts.method, methodOf(item.method)] as const]),
          ...copied(done.utr, utr),
          ...copied(texts.payment, isEventItem(item) ? item.reference : item.payment_id),
          ...copied(done.order, isEventItem(item) ? null : item.reference),
          [done.payer, done.noPayer],
          [texts.why, reasonOf(item)],
          [texts.since, <MomentText key="since" at={item.created_at} full />],
          ...(state === 'assigned' && resolution !== null
            ? [[done.states.assigned, <AssignedAccount key="assigned" fundingId={resolution} />] as const]
            : []),
          ...(state === 'closed' ? [[done.resolution, resolution] as const] : []),
        ]}
      />
      {state === 'assigned' && resolution !== null && (
        <ToTransfers reference={resolution}>{done.toFunding}</ToTransfers>
      )}
      {state === 'open' && reason === 'reference_used' && utr !== null && (
        <Text fz="sm">
          {done.used} <ToTransfers reference={utr}>{done.toOther}</ToTransfers>
        </Text>
      )}
      {state === 'open' && <SuspenseResolution {...{ item, limit, onDone }} />}
    </Stack>
  )
}
