import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Billing } from '../../api/rows.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { GST_STATES } from './gst-states.ts'
import { invoiceTexts } from './invoice-texts.ts'

const PATH = '/admin/v1/accounts/{account_id}/billing'

/** Sets the billing details. A GSTIN says its state, so that is not asked for. */
export function BillingDialog(props: { readonly billing: Billing | null; readonly onClose: () => void }) {
  const { billing, onClose } = props
  const texts = useTexts(invoiceTexts)
  const { accountId } = useWorkplace()
  const queries = useQueryClient()
  const [name, setName] = useState(billing?.name ?? '')
  const [typedGstin, setGstin] = useState(billing?.gstin ?? '')
  const [chosen, setState] = useState(billing?.state_code ?? '')
  const [address, setAddress] = useState(billing?.address ?? '')
  const gstin = typedGstin.replace(/\s/g, '').toUpperCase()
  const ofGstin = GST_STATES.find(([code]) => gstin.startsWith(code))?.[0]
  const state = ofGstin ?? chosen
  const change = useAdmin().useMutation('put', PATH, {
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['get', PATH] })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.billing}
      text={texts.billingText}
      confirm={texts.saveBilling}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() =>
        change.mutate({
          params: { path: { account_id: accountId } },
          body: { name, gstin: gstin === '' ? null : gstin, state_code: state, address: oneLine(address) },
        })
      }
    >
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="organization"
          maxLength={120}
          required
        />
        <TextInput
          label={texts.gstin}
          description={texts.gstinHint}
          value={typedGstin}
          onChange={(event) => setGstin(event.currentTarget.value)}
          autoComplete="off"
        />
        <NativeSelect
          label={texts.state}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
          disabled={ofGstin !== undefined}
          required
          data={[
            { value: '', label: texts.chooseState },
            ...GST_STATES.map(([value, label]) => ({ value, label: `${label} (${value})` })),
          ]}
        />
        <Textarea
          label={texts.address}
          description={texts.addressHint}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          autoComplete="street-address"
          maxLength={300}
          autosize
          minRows={2}
          required
        />
      </Stack>
    </ConfirmDialog>
  )
}

/** An invoice has an address on one line. */
const oneLine = (address: string): string =>
  address
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ')
