import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { FundingMethods, UpiQr } from '../../api/rows.ts'
import { rupees, typedRupees } from '../../formats/rupees.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AmountField } from './amount-field.tsx'
import { isPaid, Received, useAwaited } from './awaited-payment.tsx'
import { topUpTexts } from './top-up-texts.ts'
import { UtrForm } from './utr-form.tsx'
import classes from './wallet.module.css'

type Payee = NonNullable<FundingMethods['upi']>

/** Pays by a UPI QR. */
export function UpiPayment({ payee }: { readonly payee: Payee }) {
  const texts = useTexts(topUpTexts)
  const { accountId, environment } = useWorkplace()
  const queries = useQueryClient()
  const [amount, setAmount] = useState('')
  const [qr, setQr] = useState<UpiQr | null>(null)
  const open = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/wallets/{environment}/upi-qrs', {
    onSuccess(opened) {
      setQr(opened)
      void queries.invalidateQueries({ queryKey: ['get', '/admin/v1/funding'] })
    },
  })
  const given = typedRupees(amount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (given === null) return
    open.mutate({ params: { path: { account_id: accountId, environment } }, body: { amount: given } })
  }
  if (qr) return <QrPayment qr={qr} payee={payee} onAnother={() => setQr(null)} />
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <AmountField value={amount} onChange={setAmount} />
        <Refusal error={open.error} />
        <Text fz="sm" c="dimmed">
          {texts.qrPays(payee.name)} {texts.qrNote}
        </Text>
        <Button
          type="submit"
          style={{ alignSelf: 'flex-start' }}
          loading={open.isPending}
          leftSection={<Icon name="qr" size={16} />}
        >
          {texts.showQr(given === null ? null : rupees(given))}
        </Button>
      </Stack>
    </form>
  )
}

/** A QR that turns green when it is paid. */
function QrPayment(props: { readonly qr: UpiQr; readonly payee: Payee; readonly onAnother: () => void }) {
  const { qr, payee, onAnother } = props
  const texts = useTexts(topUpTexts)
  const { data } = useAwaited(qr.funding_id)
  const state = data?.state ?? qr.state
  if (isPaid(state)) return <Received amount={qr.amount} onAnother={onAnother} />
  const isChecked = state === 'submitted' || state === 'approved'
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{texts.qrTitle(rupees(qr.amount))}</Text>
        <Text fz="sm" c="dimmed">
          {texts.qrPays(payee.name)} {payee.vpa}
        </Text>
      </div>
      {state === 'pending' && (
        <div className={classes.qr}>
          <img src={`data:image/svg+xml,${encodeURIComponent(qr.svg)}`} alt={texts.qrAlt} />
        </div>
      )}
      {state === 'pending' && (
        // A phone cannot scan what it shows.
        <Button component="a" href={qr.uri} hiddenFrom="sm" style={{ alignSelf: 'flex-start' }}>
          {texts.openUpi}
        </Button>
      )}
      <Group gap="xs" wrap="nowrap" role="status">
        {(state === 'pending' || isChecked) && <Loader size={14} style={{ flex: 'none' }} />}
        <Text fz="sm" c="dimmed">
          {state === 'pending' ? texts.waiting : isChecked ? texts.checked : texts.ended}
        </Text>
      </Group>
      {state === 'pending' && <UtrForm fundingId={qr.funding_id} />}
      <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={onAnother}>
        {texts.another}
      </Button>
    </Stack>
  )
}
