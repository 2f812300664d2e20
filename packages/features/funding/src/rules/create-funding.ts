import { createHash } from 'node:crypto'
import {
  type Clock,
  checkReason,
  coreErrors,
  type Environment,
  type Ids,
  type Logger,
  MICRO_RUPEES_PER_PAISA,
  type Money,
  type OperatorActs,
  type OperatorTies,
  zero,
} from '@parakh/core'
import { BANK_RAILS, type Funding, type FundingRecord, type OfferedMethods } from '../contract/funding.ts'
import type { PaymentGateway } from '../contract/payment-gateways.ts'
import { fundingErrors } from '../error-codes.ts'
import { drawQr } from './draw-qr.ts'
import type { FundingRows } from './funding-rows.ts'
import { claimLimit, type FundingRules } from './funding-rules.ts'
import { approval, chargeback, isOperatorAct, qrClaim, rejection, release } from './funding-steps.ts'
import { checkoutOrder, gatewayOrder, type NamedGateway, pageOrder } from './gateway-order.ts'
import { openOnce } from './open-once.ts'
import { actApproval, executeAct } from './operator-acts.ts'
import { receiveGatewayEvent } from './receive-gateway-event.ts'
import { checkReturnUrl, type ReturnHosts } from './return-url.ts'
import { upiUri } from './upi-uri.ts'
import { normalUtr } from './utr.ts'

const QR_NOTE = 'Wallet top-up'

/** The options of `createFunding`. */
export interface FundingOptions {
  readonly rows: FundingRows
  /** By the names that the configuration gives them. */
  readonly gateways: ReadonlyMap<string, PaymentGateway>
  readonly rules: FundingRules
  readonly hosts: ReturnHosts
  /** Carries out what operators do by hand, once it is approved. */
  readonly acts: Pick<OperatorActs, 'carryOut'>
  readonly ties: OperatorTies
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
}
interface WalletPayment {
  readonly accountId: string
  readonly environment: Environment
  readonly amount: Money
  readonly actor: string
}

/**
 * Funding over its rows: the rules of core's `Funding`.
 *
 * @example
 * const funding = createFunding({ rows, acts, ties, gateways: new Map(), rules, hosts, clock, ids, logger })
 * const { id } = await funding.submitTransfer({ accountId, environment: 'production', rail: 'imps', amount: inr('500'), utr, actor })
 * await funding.approve({ id, actor: 'asha' })
 */
export function createFunding(options: FundingOptions): Funding {
  const { rows, gateways, rules, hosts, clock, ids, logger } = options
  const newFunding = ({
    accountId,
    environment,
    amount,
    actor,
  }: WalletPayment): Omit<FundingRecord, 'method' | 'state'> => {
    if (!(amount > 0) || amount % MICRO_RUPEES_PER_PAISA !== 0)
      throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
    const at = clock.now()
    const money = { accountId, environment, amount, reversed: zero }
    const origin = {
      reference: null,
      from: null,
      rail: null,
      utr: null,
      gateway: null,
      paymentId: null,
      reason: null,
      approvals: [],
      reversals: [],
      suspendedAccount: false,
    }
    const atGateway = { gatewayOrderId: null, gatewayAskedAt: null, returnUrl: null }
    return { id: ids.next(), ...money, ...origin, ...atGateway, createdBy: actor, createdAt: at, updatedAt: at }
  }
  const get = async (id: string): Promise<FundingRecord> => {
    const funding = await rows.get(id)
    if (!funding) throw fundingErrors.error('FUNDING_NOT_FOUND', { id })
    return funding
  }
  /** The requested gateway with its name, else the only one. */
  const gatewayOf = (asked: string | undefined): NamedGateway => {
    const known = [...gateways.keys()]
    const [only, ...others] = known
    const name = asked ?? (others.length === 0 ? only : undefined)
    const allowed = known.join(', ') || 'none is set: gateways in the section of @parakh/funding'
    if (name === undefined) throw fundingErrors.error('FUNDING_GATEWAY_NEEDED', { count: known.length, allowed })
    const gateway = gateways.get(name)
    if (!gateway) throw fundingErrors.error('FUNDING_GATEWAY_UNKNOWN', { gateway: name, allowed })
    return { name, gateway }
  }
  const uriOf = ({ id, amount }: Pick<FundingRecord, 'id' | 'amount'>): string => {
    const { upi } = rules
    if (!upi) throw fundingErrors.error('FUNDING_UPI_NOT_SET')
    return upiUri({ payee: upi, amount, reference: id, note: QR_NOTE })
  }
  const openSuspense = async (id: string) => {
    const item = await rows.findSuspense({ id })
    if (!item) throw fundingErrors.error('FUNDING_NOT_FOUND', { id })
    if (item.state === 'open') return item
    throw fundingErrors.error('FUNDING_STATE', { id, state: item.state, allowed: 'open' })
  }
  /** The pages of a gateway, from which payers are led back. @throws `FUNDING_NO_PAGE`, `FUNDING_RETURN_URL` */
  const pagesOf = async ({ name, gateway }: NamedGateway, returnUrl: string) => {
    const allowed = offered.gateways.flatMap((one) => (one.hasPages ? [one.name] : [])).join(', ') || 'none'
    if (!gateway.pages) throw fundingErrors.error('FUNDING_NO_PAGE', { gateway: name, allowed })
    await checkReturnUrl(hosts, returnUrl)
    return gateway.pages
  }
  const offered = offeredBy(options)
  return {
    offered,
    twoOperatorsAbove: rules.twoOperatorsAbove,
    async submitTransfer(claim) {
      const utr = normalUtr(claim.rail, claim.utr)
      const funding = { ...newFunding(claim), rail: claim.rail, utr }
      return await rows.open({
        funding: { ...funding, method: 'bank_transfer', state: 'submitted' },
        references: [utr],
        openClaims: claimLimit(rules),
      })
    },
    async openOrder({ gateway: asked, reference, returnUrl, ...order }) {
      const chosen = gatewayOf(asked)
      const [{ name, gateway }, parts] = [chosen, { rows, clock, logger }]
      const pages = returnUrl === undefined ? null : await pagesOf(chosen, returnUrl)
      const gatewayAskedAt = (pages ?? gateway.orders) ? clock.now() : null
      const made = { ...newFunding(order), gateway: name, gatewayAskedAt, returnUrl: returnUrl ?? null }
      const once = await openOnce(rows, { ...made, method: 'gateway', state: 'pending' }, reference)
      const opened = { ...once, name, actor: order.actor }
      const page = pages && (await gatewayOrder(parts, { ...opened, at: pages, orderOf: pageOrder }))
      const orders = pages ? undefined : gateway.orders
      const checkout = orders ? await gatewayOrder(parts, { ...opened, at: orders, orderOf: checkoutOrder }) : null
      return { ...(await get(once.funding.id)), checkout, pageUrl: page?.pageUrl ?? null }
    },
    async openQr(order) {
      uriOf({ id: '', amount: order.amount })
      const opened = { ...newFunding(order), method: 'upi_qr', state: 'pending' } as const
      const funding = await rows.open({ funding: opened, references: [] })
      return { ...funding, uri: uriOf(funding) }
    },
    async drawQr(id, format) {
      const { method, state, amount } = await get(id)
      if (method === 'upi_qr' && state === 'pending') return await drawQr(uriOf({ id, amount }), format)
      throw fundingErrors.error('FUNDING_STATE', { id, state: `${state} (${method})`, allowed: 'pending (upi_qr)' })
    },
    confirmQr: async ({ id, rail, utr, actor }) =>
      await rows.step(id, qrClaim(rules, { actor, rail, utr: normalUtr(rail, utr) })),
    async approve(act) {
      const approver = { actor: act.actor, ties: await options.ties.unconfirmed() }
      if (!isOperatorAct(await get(act.id))) return await rows.step(act.id, approval(rules, approver, clock.now()))
      const approved = await rows.step(act.id, actApproval(approver, clock.now()))
      if (approved.state !== 'credited') await executeAct(options, approved)
      return await get(act.id)
    },
    async reject(act) {
      checkReason(act.reason)
      return await rows.step(act.id, rejection(act))
    },
    async chargeback(act) {
      checkReason(act.reason)
      return await rows.step(act.id, chargeback(act))
    },
    release: async (act) => await rows.step(act.id, release(act)),
    get,
    list: (query) => rows.list(query),
    async receive(name, callback) {
      const gateway = gateways.get(name)
      if (!gateway) return 'unknown'
      const event = gateway.read(callback)
      const from = { gateway: name, body: digestOf(callback.body) }
      const result = event ? await receiveGatewayEvent({ rows, clock, ids }, from, event) : 'refused'
      // Never the body: it identifies the payer.
      logger.info('funding.callback', { gateway: name, kind: event?.kind ?? 'none', result })
      return result
    },
    gatewayEvents: (query) => rows.events(query),
    suspense: (state, reference) => rows.suspense(state, reference),
    async assignSuspense({ id, accountId, environment, actor, reason }) {
      if (reason !== undefined) checkReason(reason)
      const { gateway, paymentId, amount, currency, utr, method } = await openSuspense(id)
      if (currency !== 'INR') throw fundingErrors.error('FUNDING_STATE', { id, state: currency, allowed: 'INR' })
      const funding = { ...newFunding({ accountId, environment, amount, actor }), gateway, paymentId, utr }
      // What its gateway calls it, where that is one of ours: the operator who approves it sees how it was paid.
      const rail = BANK_RAILS.find((one) => one === method) ?? null
      const claimed = {
        funding: { ...funding, method: 'gateway', rail, state: 'submitted' },
        assigned: { suspenseId: id, reason: reason ?? null },
      } as const
      // With its UTR: the payer may submit the same payment as a transfer, which would be credited again.
      return await rows.open({ ...claimed, references: utr === null ? [paymentId] : [paymentId, utr] })
    },
    async closeSuspense(act) {
      checkReason(act.reason)
      await openSuspense(act.id)
      return await rows.closeSuspense(act)
    },
  }
}

const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')

/** What this server takes, as it is configured. */
const offeredBy = ({ gateways, rules }: Pick<FundingOptions, 'gateways' | 'rules'>): OfferedMethods => ({
  ...{ upi: rules.upi, bankAccount: rules.bankAccount },
  gateways: [...gateways].map(([name, { label = name, pages }]) => ({ name, label, hasPages: pages !== undefined })),
})
