import { Alert, Anchor, SegmentedControl, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { FundingMethods } from '../../api/rows.ts'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { BankTransfer } from './bank-transfer.tsx'
import { GatewayPayment } from './gateway-payment.tsx'
import { GatewayReturn } from './gateway-return.tsx'
import { topUpTexts } from './top-up-texts.ts'
import { UpiPayment } from './upi-payment.tsx'
import classes from './wallet.module.css'

const [UPI, BANK] = ['upi', 'bank']

/** Pays into the wallet by what this server takes. Whoever comes back from a gateway sees what became of the payment. */
export function TopUp() {
  const texts = useTexts(topUpTexts)
  const { accountId, environment } = useWorkplace()
  const { values, set } = useFilters()
  const params = { path: { account_id: accountId, environment } }
  const query = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/wallets/{environment}/funding-methods',
    { params },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const returned = values['funding']
  // What the gateway added to the address stays no longer than its payment.
  const forget = () =>
    set(
      Object.fromEntries(
        Object.keys(values)
          .filter((name) => name === 'funding' || name.startsWith('razorpay_'))
          .map((name) => [name, undefined]),
      ),
    )
  return (
    <Surface title={environment === 'sandbox' ? texts.testTopUp : texts.topUp}>
      {returned === undefined ? (
        <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
          {(methods) => <Ways methods={methods} />}
        </Loaded>
      ) : (
        <GatewayReturn fundingId={returned} onAgain={forget} />
      )}
    </Surface>
  )
}

function Ways({ methods }: { readonly methods: FundingMethods }) {
  const texts = useTexts(topUpTexts)
  const { environment } = useWorkplace()
  const { values } = useFilters()
  const account = values['account']
  const toProduction = { environment: 'production', ...(account === undefined ? {} : { account }) }
  const gateways = methods.gateways.filter(({ checkout }) => checkout)
  const ways = [
    ...(methods.upi ? [{ value: UPI, label: texts.upi }] : []),
    ...gateways.map(({ gateway, label }) => ({ value: `gateway/${gateway}`, label })),
    { value: BANK, label: texts.bank },
  ]
  const [chosen, setChosen] = useState(ways[0]?.value ?? BANK)
  const gateway = gateways.find((one) => `gateway/${one.gateway}` === chosen)
  return (
    <Stack gap="md">
      {environment === 'sandbox' && (
        <Alert color="orange" variant="outline" p="xs" icon={<Icon name="warn" />}>
          {texts.sandbox}
          <Anchor
            fz="sm"
            fw={600}
            display="block"
            renderRoot={(anchor) => <Link to="/wallet" search={toProduction} {...anchor} />}
          >
            {texts.toProduction}
          </Anchor>
        </Alert>
      )}
      {ways.length > 1 && (
        <SegmentedControl
          fullWidth
          className={classes.ways}
          aria-label={texts.pay}
          value={chosen}
          onChange={setChosen}
          data={ways}
        />
      )}
      {chosen === UPI && methods.upi && <UpiPayment payee={methods.upi} />}
      {gateway && <GatewayPayment key={gateway.gateway} gateway={gateway} />}
      {chosen === BANK && <BankTransfer account={methods.bank_transfer.account} />}
    </Stack>
  )
}
