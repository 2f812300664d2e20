import {
  Allotments,
  Clock,
  Funding,
  Ids,
  Logger,
  PaymentGateways,
  type Service,
  Store,
  service,
  Wallet,
} from '@parakh/core'
import { createFunding } from '@parakh/funding'
import type { FundingSection } from '../config/funding-section.ts'

/** The service of funding. Its gateways are drivers of plugins. */
export function fundingService(section: FundingSection): Service {
  const { twoOperatorsAbove, submitterMayApprove, upi = null } = section
  const parts = { wallet: Wallet, allotments: Allotments, clock: Clock, ids: Ids, logger: Logger }
  return service(Funding, { store: Store, gateways: PaymentGateways, ...parts }, ({ store, ...given }) =>
    createFunding({ ...given, rows: store.fundings, rules: { twoOperatorsAbove, submitterMayApprove, upi } }),
  )
}
