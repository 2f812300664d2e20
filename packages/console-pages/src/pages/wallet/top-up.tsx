import { Button, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { UpiQr } from '../../api/rows.ts'
import { typedRupees } from '../../formats/rupees.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { QrPayment } from './qr-payment.tsx'
import classes from './wallet.module.css'
import { walletTexts } from './wallet-texts.ts'

const WAYS = ['upi_qr', 'gateway', 'bank_transfer'] as const
type Way = (typeof WAYS)[number]
/** How a transfer was sent. */
export const RAILS = ['imps', 'neft', 'rtgs', 'upi'] as const
/** A rail by its name. */
export const railOf = (value: string): (typeof RAILS)[number] => RAILS.find((rail) => rail === value) ?? 'imps'

/** Pays into the wallet: by a QR, at the gateway, or by a transfer that was made elsewhere. */
export function TopUp() {
  const texts = useTexts(walletTexts)
  const { accountId, environment } = useWorkplace()
  const [way, setWay] = useState<Way>('upi_qr')
  const [amount, setAmount] = useState('')
  const [rail, setRail] = useState<(typeof RAILS)[number]>('imps')
  const [utr, setUtr] = useState('')
  const [qr, setQr] = useState<UpiQr | null>(null)
  const admin = useAdmin()
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['get', '/admin/v1/funding'] })
  const openQr = admin.useMutation('post', '/admin/v1/accounts/{account_id}/wallets/{environment}/upi-qrs', {
    onSuccess: (opened) => {
      setQr(opened)
      refresh()
    },
  })
  const openOrder = admin.useMutation('post', '/admin/v1/accounts/{account_id}/wallets/{environment}/gateway-orders', {
    // The gateway's own page in this tab: its script never runs in ours.
    onSuccess: ({ checkout }) => checkout && location.assign(checkout.checkout_url),
  })
  const submitTransfer = admin.useMutation('post', '/admin/v1/accounts/{account_id}/wallets/{environment}/transfers', {
    onSuccess: refresh,
  })
  const given = typedRupees(amount)
  const wrong = amount.trim() !== '' && given === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (given === null) return
    const params = { path: { account_id: accountId, environment } }
    if (way === 'upi_qr') openQr.mutate({ params, body: { amount: given } })
    if (way === 'gateway') openOrder.mutate({ params, body: { amount: given } })
    if (way === 'bank_transfer') submitTransfer.mutate({ params, body: { amount: given, rail, utr: utr.trim() } })
  }
  const confirm = { upi_qr: texts.showQr, gateway: texts.toGateway, bank_transfer: texts.submitUtr }
  if (qr)
    return (
      <Surface title={texts.topUp}>
        <QrPayment qr={qr} onAnother={() => setQr(null)} />
      </Surface>
    )
  return (
    <Surface title={texts.topUp}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            className={classes.ways}
            aria-label={texts.pay}
            value={way}
            onChange={(value) => setWay(WAYS.find((one) => one === value) ?? 'upi_qr')}
            data={WAYS.map((value) => ({ value, label: texts.ways[value] }))}
          />
          <TextInput
            label={texts.amount}
            leftSection="₹"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            inputMode="decimal"
            placeholder="1,000"
            required
            error={wrong && texts.amountWrong}
          />
          {way === 'bank_transfer' && (
            <Group grow align="flex-start">
              <NativeSelect
                label={texts.rail}
                value={rail}
                onChange={(event) => setRail(railOf(event.currentTarget.value))}
                data={RAILS.map((value) => ({ value, label: texts.rails[value] }))}
              />
              <TextInput
                label={texts.utr}
                value={utr}
                onChange={(event) => setUtr(event.currentTarget.value)}
                placeholder={texts.utrHint}
                required
              />
            </Group>
          )}
          <Refusal error={openQr.error ?? openOrder.error ?? submitTransfer.error} />
          {submitTransfer.isSuccess && way === 'bank_transfer' && (
            <Text fz="sm" role="status">
              {texts.transferSent}
            </Text>
          )}
          <Button
            type="submit"
            style={{ alignSelf: 'flex-start' }}
            loading={openQr.isPending || openOrder.isPending || submitTransfer.isPending}
          >
            {confirm[way]}
          </Button>
        </Stack>
      </form>
    </Surface>
  )
}
