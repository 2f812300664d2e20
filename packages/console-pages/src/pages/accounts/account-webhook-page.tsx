import { Anchor } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { AccountBelow } from '../../session/workplace.tsx'
import { EndpointPage } from '../webhooks/endpoint-page.tsx'
import { useAccountName } from './account-name.tsx'

/** A webhook endpoint of an account below, with its deliveries, to be read. */
export function AccountWebhookPage() {
  const { accountId = '' } = useParams({ strict: false })
  const name = useAccountName(accountId)
  return (
    <AccountBelow accountId={accountId}>
      <EndpointPage
        back={
          <Anchor fz="sm" renderRoot={(props) => <Link to="/accounts/$accountId" params={{ accountId }} {...props} />}>
            {name}
          </Anchor>
        }
      />
    </AccountBelow>
  )
}
