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

/** All that is asked of a gateway for one order. */
const DEADLINE_MS = 20_000
/** Nothing that was asked longer ago is in progress: the order may be looked up, and made where there is none. */
const ASKED_FOR_MS = 60_000

/** What orders are made with. */
export interface GatewayOrderParts {
  readonly rows: FundingRows
  readonly clock: Clock
  readonly logger: Logger
}
/** A funding whose gateway is to have an order of it. */
export interface OpenedOrder {
  readonly funding: FundingRecord
  readonly gateway: PaymentGateway
  /** Whether it was opened just now: then nobody has asked the gateway before. */
  readonly fresh: boolean
  readonly actor: string
}

/**
 * The order of a funding at its gateway: the one that is known, else one that is found by our reference, else a new one. Of several
 * that ask for it at once, one does and the others are refused, so that there is one order.
 *
 * @returns Null where the gateway makes no orders.
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

/** Takes the right to ask, for a minute. */
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

/** Whether the order may have been made all the same. */
const isUnknown = (error: unknown): boolean =>
  !isUpstreamError(error) || (error.sent && error.trouble !== 'denied' && error.trouble !== 'throttled')

/** The error that is told. Where it is certain that no order was made, it may be asked for again at once. */
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
