import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { FundingMethods } from '../../api/rows.ts'
import { typedRupees } from '../../formats/rupees.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AmountField } from './amount-field.tsx'
import { topUpTexts } from './top-up-texts.ts'

/** Names an order, so that a second click or a retry makes no second one. */
const newReference = (): string =>
  `console-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Leads to the gateway's own page, in this tab: its script never runs in ours. */
export function GatewayPayment({
  gateway: { gateway, label },
}: {
  readonly gateway: FundingMethods['gateways'][number]
}) {
  const texts = useTexts(topUpTexts)
  const { accountId, environment } = useWorkplace()
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState(newReference)
  const [leaving, setLeaving] = useState(false)
  const open = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/wallets/{environment}/gateway-orders', {
    onSuccess({ page_url }) {
      if (page_url === null) return
      setLeaving(true)
      location.assign(page_url)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = typedRupees(amount)
    if (given === null) return
    const back = new URL(location.pathname, location.origin)
    back.searchParams.set('environment', environment)
    const account = new URLSearchParams(location.search).get('account')
    if (account !== null) back.searchParams.set('account', account)
    const params = { path: { account_id: accountId, environment } }
    open.mutate({ params, body: { amount: given, gateway, reference, return_url: back.href } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <AmountField
          value={amount}
          onChange={(typed) => {
            setAmount(typed)
            // Another amount is another order.
            setReference(newReference())
          }}
        />
        <Refusal error={open.error} />
        <Text fz="sm" c="dimmed">
          {texts.pageNote(label)}
        </Text>
        <Button
          type="submit"
          style={{ alignSelf: 'flex-start' }}
          loading={open.isPending || leaving}
          rightSection={<Icon name="external" size={15} />}
        >
          {texts.toPage(label)}
        </Button>
      </Stack>
    </form>
  )
}
