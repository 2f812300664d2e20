import { Erasers } from '@parakh/core'
import { WebhookRows } from './webhook-store.ts'

/** Removes the bytes that were sent of erased calls, with what receivers answered to them. */
export const eraseEvents = Erasers.contribute({
  ...{ id: 'events', needs: { store: WebhookRows } },
  make: ({ store }) => ({ erase: ({ eventIds }) => store.erase(eventIds) }),
})
