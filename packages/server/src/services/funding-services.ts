import { createFunding, razorpayGateway } from '@parakh/business'
import { Clock, Funding, Ids, Logger, PaymentGateways, type Service, Store, service } from '@parakh/core'
import type { FundingSection } from '../config/funding-section.ts'

/** Funding by its section of the configuration; a host that has a gateway of its own replaces `PaymentGateways`. */
export function fundingServices(section: FundingSection): readonly Service[] {
  const { gateways, twoOperatorsAbove, submitterMayApprove, upi = null } = section
  const needs = { store: Store, gateways: PaymentGateways, clock: Clock, ids: Ids, logger: Logger }
  return [
    service(PaymentGateways, {}, () =>
      Object.entries(gateways).map(([name, { webhookSecret }]) => razorpayGateway({ name, secrets: webhookSecret })),
    ),
    service(Funding, needs, ({ store, ...parts }) =>
      createFunding({ ...parts, rows: store.fundings, rules: { twoOperatorsAbove, submitterMayApprove, upi } }),
    ),
  ]
}
