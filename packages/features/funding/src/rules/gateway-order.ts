import { type Clock, isUpstreamError, type Logger, UpstreamError } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { GatewayCheckout, GatewayOrder, GatewayOrders, PaymentGateway } from '../contract/payment-gateways.ts'
import { fundingErrors } from '../error-codes.ts'
import type { FundingRows, FundingStep } from './funding-rows.ts'

/** The time limit of all requests for one order, in milliseconds. */
const DEADLINE_MS = 20_000
/** After this time no earlier request is in progress: the order may be looked up, and created if there is none. */
const ASKED_FOR_MS = 60_000

/** The services that create orders. */
export interface GatewayOrderParts {
  readonly rows: FundingRows
  readonly clock: Clock
  readonly logger: Logger
}
/** A gateway with its name in the configuration. */
export interface NamedGateway {
  readonly name: string
  readonly gateway: PaymentGateway
}
/** A funding that needs an order at its gateway. */
export interface OpenedOrder extends NamedGateway {
  readonly funding: FundingRecord
  /** Whether it was opened just now: then the gateway was not asked before. */
  readonly fresh: boolean
  readonly actor: string
}

/**
 * The order of a funding at its gateway: the known one, else one found by our reference, else a new one. Of concurrent requests one
 * proceeds and the others are refused, so that there is one order.
 *
 * @returns Null: the gateway has no orders.
 * @throws `FUNDING_GATEWAY_BUSY`, `FUNDING_GATEWAY_DENIED`, `FUNDING_GATEWAY_REFUSED`, `FUNDING_GATEWAY_UNAVAILABLE`, `FUNDING_STATE`
 */
export async function gatewayOrder(parts: GatewayOrderParts, opened: OpenedOrder): Promise<GatewayCheckout | null> {
  const { funding, gateway, fresh, actor } = opened
  const { orders } = gateway
  if (!orders) return null
  const known = fresh ? funding : await parts.rows.step(funding.id, askingAgain(parts.clock, actor))
  if (known.gatewayOrderId !== null) return await knownOrder(parts, orders, { ...opened, funding: known })
  const checkout = await ask(parts, orders, opened)
  const kept = await parts.rows.step(funding.id, (now) =>
    now.gatewayOrderId === null
      ? {
          funding: { ...now, gatewayOrderId: checkout.orderId },
          claims: [checkout.orderId],
          actor,
          action: 'funding.order',
        }
      : null,
  )
  if (kept.gatewayOrderId === checkout.orderId) return checkout
  return await knownOrder(parts, orders, { ...opened, funding: kept })
}

const orderOf = ({ id, gatewayOrderId, accountId, environment, amount, createdAt }: FundingRecord): GatewayOrder => ({
  ...{ reference: id, orderId: gatewayOrderId, accountId, environment, amount, at: createdAt },
})

/** What opens the checkout of a known order is not stored, so the gateway is asked for it. */
async function knownOrder(
  { logger }: GatewayOrderParts,
  orders: GatewayOrders,
  { funding, name }: OpenedOrder,
): Promise<GatewayCheckout> {
  try {
    const found = await orders.find(orderOf(funding), AbortSignal.timeout(DEADLINE_MS))
    if (found !== null) return found
    throw new UpstreamError('unprocessable', 'it does not have the order any more')
  } catch (error) {
    throw told(logger, { name, id: funding.id, error })
  }
}

/** Takes a lease of one minute on asking the gateway. */
const askingAgain =
  (clock: Clock, actor: string) =>
  (funding: FundingRecord): FundingStep | null => {
    const { id, state, gatewayOrderId, gatewayAskedAt } = funding
    if (gatewayOrderId !== null) return null
    if (state !== 'pending') throw fundingErrors.error('FUNDING_STATE', { id, state, allowed: 'pending' })
    const now = clock.now()
    if (gatewayAskedAt !== null && now.getTime() - gatewayAskedAt.getTime() < ASKED_FOR_MS)
      throw fundingErrors.error('FUNDING_GATEWAY_BUSY', { id })
    return { funding: { ...funding, gatewayAskedAt: now }, actor, action: 'funding.ask-gateway' }
  }

async function ask(parts: GatewayOrderParts, orders: GatewayOrders, opened: OpenedOrder): Promise<GatewayCheckout> {
  const { funding, name, fresh, actor } = opened
  const asked = orderOf(funding)
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    const made = fresh ? null : await orders.find(asked, signal)
    const checkout = made ?? (await orders.make(asked, signal))
    if (checkout !== null) return checkout
  } catch (error) {
    const found = isUnknown(error) ? await orders.find(asked, signal).catch(() => null) : null
    if (found !== null) return found
    // It is certain that no order was created: the lease is released for an immediate retry.
    if (!isUnknown(error))
      await parts.rows.step(funding.id, (now) => ({
        ...{ funding: { ...now, gatewayAskedAt: null }, actor, action: 'funding.order-failed' },
      }))
    throw told(parts.logger, { name, id: funding.id, error })
  }
  const reason = 'The gateway refused the order'
  await parts.rows.step(funding.id, (now) => ({
    ...{ funding: { ...now, state: 'rejected', reason }, freesReferences: true, actor, action: 'funding.reject' },
  }))
  throw fundingErrors.error('FUNDING_GATEWAY_REFUSED', { gateway: name })
}

/** Whether the order may exist despite the error. */
const isUnknown = (error: unknown): boolean =>
  !isUpstreamError(error) || (error.sent && error.trouble !== 'denied' && error.trouble !== 'throttled')

/** The error for the caller; the operator reads it in the log. */
function told(
  logger: Logger,
  { name, id, error }: { readonly name: string; readonly id: string; readonly error: unknown },
): unknown {
  const denied = isUpstreamError(error) && error.trouble === 'denied'
  const detail = isUpstreamError(error) ? error.message : 'not an answer'
  logger.error(denied ? 'funding.gateway_denied' : 'funding.gateway_failed', { gateway: name, funding: id, detail })
  const code = denied ? 'FUNDING_GATEWAY_DENIED' : 'FUNDING_GATEWAY_UNAVAILABLE'
  return fundingErrors.error(code, { gateway: name, id, detail })
}
