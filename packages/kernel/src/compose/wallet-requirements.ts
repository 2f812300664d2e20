import { type Endpoint, isHandle, type Requirement, requireCapability, Wallets } from '@parakh/core'
import type { SoundPlugin } from './placed-part.ts'

/** What of a call's life moves money after its answer. */
const refundsLater = ({ needs, asyncResult, price }: Endpoint): boolean =>
  (asyncResult !== undefined && price !== 0) ||
  Object.values(needs).some((token) => isHandle(token) && token.kind === 'calls')

/** What the endpoints of a plugin need of the wallet beside reservations, told at start in place of at the first refund. */
export function walletRequirements({ plugin }: SoundPlugin): readonly Requirement[] {
  const refunding = plugin.definition.endpoints.find(refundsLater)
  if (!refunding) return []
  return [requireCapability(Wallets, 'refund', `the endpoint "${refunding.id}" may give back what a call was charged`)]
}
