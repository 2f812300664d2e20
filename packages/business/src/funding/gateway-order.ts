import {
  type Clock,
  type FundingRecord,
  type FundingRows,
  type FundingStep,
  type GatewayCheckout,
  type GatewayOrder,
  type GatewayOrders,
  isUpstreamError,
  type Logger,
  type PaymentGateway,
} from '@parakh/core'
import { businessErrors } from '../error-codes.ts'

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
/** A funding that needs an order at its gateway. */
export interface OpenedOrder {
  readonly funding: FundingRecord
  readonly gateway: PaymentGateway
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
  const { keyId, checkoutUrl } = orders
  const known = fresh ? funding : await parts.rows.step(funding.id, askingAgain(parts.clock, actor))
  if (known.gatewayOrderId !== null) return { orderId: known.gatewayOrderId, keyId, checkoutUrl }
  const orderId = await ask(parts, orders, opened)
  const kept = await parts.rows.step(funding.id, (now) =>
    now.gatewayOrderId === null
      ? { funding: { ...now, gatewayOrderId: orderId }, claims: [orderId], actor, action: 'funding.order' }
      : null,
  )
  return { orderId: kept.gatewayOrderId ?? orderId, keyId, checkoutUrl }
}

/** Takes a lease of one minute on asking the gateway. */
const askingAgain =
  (clock: Clock, actor: string) =>
  (funding: FundingRecord): FundingStep | null => {
    const { id, state, gatewayOrderId, gatewayAskedAt } = funding
    if (gatewayOrderId !== null) return null
    if (state !== 'pending') throw businessErrors.error('FUNDING_STATE', { id, state, allowed: 'pending' })
    const now = clock.now()
    if (gatewayAskedAt !== null && now.getTime() - gatewayAskedAt.getTime() < ASKED_FOR_MS)
      throw businessErrors.error('FUNDING_GATEWAY_BUSY', { id })
    return { funding: { ...funding, gatewayAskedAt: now }, actor, action: 'funding.ask-gateway' }
  }

async function ask(parts: GatewayOrderParts, orders: GatewayOrders, opened: OpenedOrder): Promise<string> {
  const { funding, gateway, fresh, actor } = opened
  const { id, accountId, environment, amount, createdAt } = funding
  const asked: GatewayOrder = { reference: id, accountId, environment, amount, at: createdAt }
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    const made = fresh ? null : await orders.find(asked, signal)
    const orderId = made ?? (await orders.make(asked, signal))
    if (orderId !== null) return orderId
  } catch (error) {
    const found = isUnknown(error) ? await orders.find(asked, signal).catch(() => null) : null
    if (found !== null) return found
    throw await explained(parts, { ...opened, error })
  }
  const reason = 'The gateway refused the order'
  await parts.rows.step(id, (now) => ({
    ...{ funding: { ...now, state: 'rejected', reason }, freesReferences: true, actor, action: 'funding.reject' },
  }))
  throw businessErrors.error('FUNDING_GATEWAY_REFUSED', { gateway: gateway.name })
}

/** Whether the order may exist despite the error. */
const isUnknown = (error: unknown): boolean =>
  !isUpstreamError(error) || (error.sent && error.trouble !== 'denied' && error.trouble !== 'throttled')

/** The error for the caller. If it is certain that no order was created, the lease is released for an immediate retry. */
async function explained(
  { rows, logger }: GatewayOrderParts,
  { funding: { id }, gateway: { name }, actor, error }: OpenedOrder & { readonly error: unknown },
): Promise<unknown> {
  const denied = isUpstreamError(error) && error.trouble === 'denied'
  const detail = isUpstreamError(error) ? error.message : 'not an answer'
  logger.error(denied ? 'funding.gateway_denied' : 'funding.gateway_failed', { gateway: name, funding: id, detail })
  if (!isUnknown(error))
    await rows.step(id, (now) => ({ funding: { ...now, gatewayAskedAt: null }, actor, action: 'funding.order-failed' }))
  return businessErrors.error(denied ? 'FUNDING_GATEWAY_DENIED' : 'FUNDING_GATEWAY_UNAVAILABLE', {
    gateway: name,
    id,
    detail,
  })
}
