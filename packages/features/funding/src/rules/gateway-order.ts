import { type Clock, isUpstreamError, type Logger, UpstreamError } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { GatewayOrder, GatewayPageOrder, MadeAtGateway, PaymentGateway } from '../contract/payment-gateways.ts'
import { fundingErrors } from '../error-codes.ts'
import type { FundingRows, FundingStep } from './funding-rows.ts'
import { returnUrlOf } from './return-url.ts'

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
/** A funding that needs an order, or a page, at its gateway. */
export interface OpenedOrder<Order extends GatewayOrder, Made> {
  readonly funding: FundingRecord
  /** The gateway's name. */
  readonly name: string
  readonly at: MadeAtGateway<Order, Made>
  /** What the gateway is asked for. */
  orderOf(funding: FundingRecord): Order
  /** Whether it was opened just now: then the gateway was not asked before. */
  readonly fresh: boolean
  readonly actor: string
}

/**
 * The order of a funding at its gateway: the known one, else one found by our reference, else a new one. Of concurrent requests one
 * proceeds and the others are refused, so that there is one order.
 *
 * @throws `FUNDING_GATEWAY_BUSY`, `FUNDING_GATEWAY_DENIED`, `FUNDING_GATEWAY_REFUSED`, `FUNDING_GATEWAY_UNAVAILABLE`, `FUNDING_STATE`
 */
export async function gatewayOrder<Order extends GatewayOrder, Made extends { readonly orderId: string }>(
  parts: GatewayOrderParts,
  opened: OpenedOrder<Order, Made>,
): Promise<Made> {
  const { funding, fresh, actor } = opened
  const known = fresh ? funding : await parts.rows.step(funding.id, askingAgain(parts.clock, actor))
  if (known.gatewayOrderId !== null) return await knownOrder(parts, { ...opened, funding: known })
  const made = await ask(parts, opened)
  const kept = await parts.rows.step(funding.id, (now) =>
    now.gatewayOrderId === null
      ? {
          funding: { ...now, gatewayOrderId: made.orderId },
          claims: [made.orderId],
          actor,
          action: 'funding.order',
        }
      : null,
  )
  if (kept.gatewayOrderId === made.orderId) return made
  return await knownOrder(parts, { ...opened, funding: kept })
}

/** The order of a funding for a checkout of the caller's. */
export const checkoutOrder = ({
  id,
  gatewayOrderId,
  accountId,
  environment,
  amount,
  createdAt,
}: FundingRecord): GatewayOrder => ({
  ...{ reference: id, orderId: gatewayOrderId, accountId, environment, amount, at: createdAt },
})

/** The order of a funding on a page of the gateway's. */
export const pageOrder = (funding: FundingRecord): GatewayPageOrder => ({
  ...checkoutOrder(funding),
  returnUrl: returnUrlOf(funding.returnUrl ?? '', funding.id),
})

/** What opens the checkout of a known order is not stored, so the gateway is asked for it. */
async function knownOrder<Order extends GatewayOrder, Made>(
  { logger }: GatewayOrderParts,
  { funding, name, at, orderOf }: OpenedOrder<Order, Made>,
): Promise<Made> {
  try {
    const found = await at.find(orderOf(funding), AbortSignal.timeout(DEADLINE_MS))
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

async function ask<Order extends GatewayOrder, Made>(
  parts: GatewayOrderParts,
  opened: OpenedOrder<Order, Made>,
): Promise<Made> {
  const { funding, name, fresh, actor, at, orderOf } = opened
  const asked = orderOf(funding)
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    const found = fresh ? null : await at.find(asked, signal)
    const made = found ?? (await at.make(asked, signal))
    if (made !== null) return made
  } catch (error) {
    const found = isUnknown(error) ? await at.find(asked, signal).catch(() => null) : null
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
