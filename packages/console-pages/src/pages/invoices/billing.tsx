import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Billing } from '../../api/rows.ts'
import { FactList } from '../../parts/facts.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { BillingDialog } from './billing-dialog.tsx'
import { GST_STATES } from './gst-states.ts'
import { invoiceTexts } from './invoice-texts.ts'

/** Name, registration and address that stand on invoices from now on. */
export function BillingDetails() {
  const texts = useTexts(invoiceTexts)
  const { accountId, may } = useWorkplace()
  const [editing, setEditing] = useState(false)
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/billing', {
    params: { path: { account_id: accountId } },
  })
  const mayEdit = query.data !== undefined && may('billing:write')
  const billing = query.data?.billing ?? null
  return (
    <Surface
      title={texts.billing}
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {billing ? texts.editBilling : texts.addBilling}
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={2} />}>
        {(data) =>
          data.billing ? (
            <Shown billing={data.billing} />
          ) : (
            <Text fz="sm" c="dimmed">
              {mayEdit ? texts.noBilling : texts.noBillingAsk}
            </Text>
          )
        }
      </Loaded>
      {editing && <BillingDialog billing={billing} onClose={() => setEditing(false)} />}
    </Surface>
  )
}

function Shown({ billing: { name, gstin, state_code, address } }: { readonly billing: Billing }) {
  const texts = useTexts(invoiceTexts)
  const state = GST_STATES.find(([code]) => code === state_code)?.[1]
  return (
    <FactList
      facts={[
        [texts.name, name],
        [texts.gstin, gstin ?? texts.noGstin],
        [texts.state, state ? `${state} (${state_code})` : state_code],
        [texts.address, address],
      ]}
    />
  )
}
