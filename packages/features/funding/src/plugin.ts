import {
  Clock,
  CONTRACT,
  decorate,
  definePlugin,
  Funding,
  Ids,
  Logger,
  OperatorActs,
  PaymentGateways,
  requireCapability,
  Store,
  service,
  Wallets,
} from '@parakh/core'
import { gatewayCallback } from './routes/gateway-callback.ts'
import { createFunding } from './rules/create-funding.ts'
import { waitingActs } from './rules/operator-acts.ts'
import { FundingSettings } from './settings.ts'

const fundingService = service(
  Funding,
  {
    ...{ store: Store, gateways: PaymentGateways, acts: OperatorActs, settings: FundingSettings },
    ...{ clock: Clock, ids: Ids, logger: Logger },
  },
  ({ store, settings: { upi = null, ...limits }, ...parts }) =>
    createFunding({ ...parts, rows: store.fundings, rules: { ...limits, upi } }),
)

/** Large acts of operators wait for a second one. */
const twoOperators = decorate(OperatorActs, {
  id: 'two-operators',
  needs: { store: Store, settings: FundingSettings, clock: Clock, ids: Ids },
  wrap: (inner, { store, settings, clock, ids }) =>
    waitingActs({ inner, rows: store.fundings, rules: settings, clock, ids }),
})

/** Money into wallets: bank transfers, UPI, payment gateways, and what operators do by hand. */
export default definePlugin({
  ...{ id: 'funding', contract: CONTRACT },
  settings: FundingSettings,
  points: [PaymentGateways],
  services: [fundingService],
  decorates: [twoOperators],
  routes: [gatewayCallback],
  requires: [requireCapability(Wallets, 'credit', 'funding puts money into wallets')],
})
