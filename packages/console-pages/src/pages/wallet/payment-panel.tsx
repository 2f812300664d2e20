import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Funding } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAccountName } from '../accounts/account-name.tsx'
import { useNamed } from '../audit/named.ts'
import { topUpTexts } from './top-up-texts.ts'
import { UtrForm } from './utr-form.tsx'

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

/** Where a payment is. */
export function PaymentState({ state }: { readonly state: Funding['state'] }) {
  const texts = useTexts(topUpTexts)
  return <Status tone={TONES[state]}>{texts.states[state]}</Status>
}

/** A payment with what comes next. */
export function PaymentPanel(props: { readonly payment: Funding | null; readonly onClose: () => void }) {
  const { payment, onClose } = props
  return (
    <SidePanel
      title={payment && <Text fw={600}>{rupees(payment.amount)}</Text>}
      opened={payment !== null}
      onClose={onClose}
    >
      {payment && <Details payment={payment} />}
    </SidePanel>
  )
}

function Details({ payment }: { readonly payment: Funding }) {
  const texts = useTexts(topUpTexts)
  const { accountId, isBelow, may } = useWorkplace()
  const named = useNamed()
  const name = useAccountName(accountId)
  const { state, method, utr, reason, gateway_order_id, payment_id, approvals, approved_by, reversed } = payment
  const copied = (label: string, text: string | null): readonly (readonly [string, ReactNode])[] =>
    text === null ? [] : [[label, <Copyable key={label} text={text} what={label} />]]
  return (
    <Stack gap="lg">
      <div>
        <PaymentState state={state} />
        <Text fz="sm" mt="xs">
          {isBelow ? texts.standings[state](name) : texts.nexts[state]}
        </Text>
      </div>
      {method === 'upi_qr' && state === 'pending' && may('funding:submit') && (
        <UtrForm fundingId={payment.funding_id} />
      )}
      <FactList
        facts={[
          [texts.method, texts.methods[method]],
          ...(isZero(reversed) ? [] : [[texts.reversed, rupees(reversed)] as const]),
          ...(reason === null ? [] : [[texts.reason, reason] as const]),
          ...(approvals === 0
            ? []
            : approved_by
              ? [[texts.approvedBy, approved_by.map(({ actor }) => named.actor(actor)).join(', ')] as const]
              : [[texts.approvals, approvals] as const]),
          [texts.created, <MomentText key="created" at={payment.created_at} />],
          [texts.changed, <MomentText key="changed" at={payment.updated_at} />],
          ...copied(texts.utr, utr),
          ...copied(texts.gatewayOrder, gateway_order_id),
          ...copied(texts.gatewayPayment, payment_id),
          ...copied(texts.id, payment.funding_id),
        ]}
      />
    </Stack>
  )
}
