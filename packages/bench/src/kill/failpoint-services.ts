import { Billing, Store, service } from '@parakh/core'
import type { RigServices } from '../rig/services.ts'
import { WalletWrap } from '../rig/wallet.ts'
import { Failpoint, type FailpointSettings } from './failpoint.ts'
import { failpointBilling } from './failpoint-billing.ts'
import { failInResponses } from './failpoint-response.ts'
import { failpointWallet } from './failpoint-wallet.ts'

/** The services of a server with a failpoint. The product has no failpoints: its parts are wrapped here, in this process alone. */
const failpoints: RigServices = ({ forServices }) => {
  const failpoint = new Failpoint(forServices as FailpointSettings)
  if (failpoint.crash.cause === 'random') setTimeout(() => failpoint.kill(), failpoint.crash.delayMs)
  failInResponses(failpoint)
  return [
    service(Billing, { store: Store }, ({ store }) => failpointBilling(store.billing, failpoint)),
    service(WalletWrap, {}, () => (wallet) => failpointWallet(wallet, failpoint)),
  ]
}
export default failpoints
