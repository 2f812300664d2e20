import { type Endpoint, isHandle, type Requirement, requireCapability, Wallets } from '@parakh/core'
import type { SoundPlugin } from './placed-part.ts'

/** What of a call's life gives back what it was charged. A single-phase handler changes nothing: it only reads earlier calls. */
const refundsLater = ({ needs, asyncResult, price, charge, singlePhase }: Endpoint): boolean =>
  (asyncResult !== undefined && price !== 0 && charge === undefined) ||
  (!singlePhase && Object.values(needs).some((token) => isHandle(token) && token.kind === 'calls'))

/** What the endpoints of a plugin need of the wallet beside reservations, told at start in place of at the first refund. */
export function walletRequirements({ plugin }: SoundPlugin): readonly Requirement[] {
  const { endpoints } = plugin.definition
  const refunding = endpoints.find(refundsLater)
  const waiting = endpoints.find(({ charge }) => charge === 'on-completion')
  const refund = `the endpoint "${refunding?.id}" may give back what a call was charged`
  const long = `the endpoint "${waiting?.id}" is charged on completion`
  return [
    ...(refunding ? [requireCapability(Wallets, 'refund', refund)] : []),
    ...(waiting ? [requireCapability(Wallets, 'long-reservations', long)] : []),
  ]
}
