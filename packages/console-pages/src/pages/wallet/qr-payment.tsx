import { Alert, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding, UpiQr } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useTexts } from '../../texts/language.tsx'
import classes from './wallet.module.css'
import { walletTexts } from './wallet-texts.ts'

const ASK_MS = 2_000
const PAID: readonly Funding['state'][] = ['credited', 'approved']
const OVER: readonly Funding['state'][] = ['credited', 'rejected', 'charged_back', 'refunded']

/** A QR that turns green when it is paid. */
export function QrPayment({ qr, onAnother }: { readonly qr: UpiQr; readonly onAnother: () => void }) {
  const texts = useTexts(walletTexts)
  const admin = useAdmin()
  const queries = useQueryClient()
  const { data } = admin.useQuery(
    'get',
    '/admin/v1/funding/{funding_id}',
    { params: { path: { funding_id: qr.funding_id } } },
    { refetchInterval: ({ state }) => (state.data && OVER.includes(state.data.state) ? false : ASK_MS) },
  )
  const state = data?.state ?? qr.state
  const paid = PAID.includes(state)
  useEffect(() => {
    if (paid) void queries.invalidateQueries()
  }, [paid, queries])
  const amount = rupees(qr.amount)
  if (paid)
    return (
      <Alert color="teal" variant="outline" icon={<Icon name="check" />} title={texts.qrPaid(amount)} role="status">
        <Text fz="sm">{texts.qrPaidText}</Text>
        <Button mt="sm" size="xs" variant="default" onClick={onAnother}>
          {texts.newPayment}
        </Button>
      </Alert>
    )
  return (
    <Stack gap="md">
      <Text fw={600}>{texts.qrTitle(amount)}</Text>
      <div className={classes.qr}>
        <img src={`data:image/svg+xml,${encodeURIComponent(qr.svg)}`} alt={texts.qrAlt} />
      </div>
      <Group gap="xs" role="status">
        {state === 'pending' && <Loader size={14} />}
        <Text fz="sm" c="dimmed">
          {state === 'pending' ? texts.qrWaiting : state === 'submitted' ? texts.qrSubmitted : texts.qrEnded}
        </Text>
      </Group>
      {state === 'pending' && <Utr fundingId={qr.funding_id} />}
      <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={onAnother}>
        {texts.newPayment}
      </Button>
    </Stack>
  )
}

/** For a payment that the bank does not tell of by itself. */
function Utr({ fundingId }: { readonly fundingId: string }) {
  const texts = useTexts(walletTexts)
  const [utr, setUtr] = useState('')
  const queries = useQueryClient()
  const confirm = useAdmin().useMutation('post', '/admin/v1/funding/{funding_id}/confirm', {
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ params: { path: { funding_id: fundingId } }, body: { utr: utr.trim(), rail: 'upi' } })
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={texts.paidNotice}
          placeholder={texts.utr}
          value={utr}
          onChange={(event) => setUtr(event.currentTarget.value)}
          required
        />
        <Button type="submit" variant="default" loading={confirm.isPending}>
          {texts.submitUtr}
        </Button>
      </Group>
      <Refusal error={confirm.error} />
    </form>
  )
}
