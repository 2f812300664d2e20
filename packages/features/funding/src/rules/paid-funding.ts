import type { FundingRecord } from '../contract/funding.ts'
import type { FundingRows, PaymentId } from './funding-rows.ts'

/** The funding that a payment of this very gateway credited, or will credit when it is approved. */
export async function fundingOfPayment(
  rows: Pick<FundingRows, 'findByReference'>,
  { gateway, paymentId }: PaymentId,
): Promise<FundingRecord | null> {
  const funding = await rows.findByReference(paymentId)
  return funding?.paymentId === paymentId && funding.gateway === gateway ? funding : null
}

/** The order or QR that a payment names; null: none of this gateway. */
export async function orderOf(
  rows: Pick<FundingRows, 'get' | 'findByReference'>,
  gateway: string,
  reference: string | null,
): Promise<FundingRecord | null> {
  if (reference === null) return null
  const order = (await rows.get(reference)) ?? (await fundingOfGatewayOrder(rows, reference))
  if (order?.method !== 'gateway' && order?.method !== 'upi_qr') return null
  return order.gateway === null || order.gateway === gateway ? order : null
}

/** The funding of a gateway's order. */
async function fundingOfGatewayOrder(
  rows: Pick<FundingRows, 'findByReference'>,
  orderId: string,
): Promise<FundingRecord | null> {
  const funding = await rows.findByReference(orderId)
  return funding?.gatewayOrderId === orderId ? funding : null
}
