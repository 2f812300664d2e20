import { Billing, Store, service } from '@parakh/core'
import type { RigServices } from '../rig/services.ts'
import { Doom, type Doomed } from './doom.ts'
import { doomedBilling } from './doomed-billing.ts'
import { doomResponses } from './doomed-response.ts'

/** The services of a doomed server. The product has no failpoints: its parts are wrapped here, in this process alone. */
const failpoints: RigServices = ({ forServices }) => {
  const doom = new Doom(forServices as Doomed)
  if (doom.death.cause === 'random') setTimeout(() => doom.die(), doom.death.delayMs)
  doomResponses(doom)
  return [service(Billing, { store: Store }, ({ store }) => doomedBilling(store.billing, doom))]
}
export default failpoints
