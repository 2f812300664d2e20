import { createFunding, razorpayGateway, razorpayOrders } from '@parakh/business'
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
  Upstream,
  Wallet,
} from '@parakh/core'
import type { FundingSection } from '../config/funding-section.ts'

/** The funding services of the configuration; a host with a custom gateway replaces `PaymentGateways`. */
export function fundingServices(section: FundingSection): readonly Service[] {
  const { gateways, twoOperatorsAbove, submitterMayApprove, upi = null } = section
  const parts = { wallet: Wallet, allotments: Allotments, clock: Clock, ids: Ids, logger: Logger }
  const needs = { store: Store, gateways: PaymentGateways, ...parts }
  return [
    service(PaymentGateways, { upstream: Upstream }, ({ upstream }) =>
      Object.entries(gateways).map(([name, { webhookSecret: secrets, keyId, keySecret, apiUrl }]) => {
        if (keyId === undefined || keySecret === undefined) return razorpayGateway({ name, secrets })
        const orders = razorpayOrders({ upstream, keyId, keySecret, ...(apiUrl === undefined ? {} : { apiUrl }) })
        return razorpayGateway({ name, secrets, orders })
      }),
    ),
    service(Funding, needs, ({ store, ...parts }) =>
      createFunding({ ...parts, rows: store.fundings, rules: { twoOperatorsAbove, submitterMayApprove, upi } }),
    ),
  ]
}
