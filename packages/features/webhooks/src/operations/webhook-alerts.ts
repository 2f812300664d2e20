import { Alerts, ENVIRONMENTS, type StandingAlert } from '@parakh/core'
import { WebhookRows } from '../webhook-store.ts'
import { webhooksRead } from './scopes.ts'

/** An endpoint that was disabled because nothing arrived. Reads the endpoints of the account by their index: as many as it may have. */
export const webhookAlerts = Alerts.contribute({
  ...{ id: 'endpoint-disabled', needs: { store: WebhookRows } },
  make: ({ store }) => ({
    ...{ of: 'accounts', title: 'Webhook endpoint was disabled', scope: webhooksRead, page: 'webhooks' },
    async standing(accountId) {
      const lists = await Promise.all(ENVIRONMENTS.map((environment) => store.list({ accountId, environment })))
      return lists.flat().flatMap(({ id, url, environment, disabledReason, failingSince }): StandingAlert[] => {
        // Whoever disabled it by hand knows.
        if (disabledReason === null || disabledReason === 'REQUESTED') return []
        const params = { endpoint_id: id, host: new URL(url).host, reason: disabledReason }
        return [{ subject: id, environment, severity: 'now', since: failingSince, params }]
      })
    },
  }),
})
