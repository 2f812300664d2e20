import { type CommissionSettling, micro, zero } from '@parakh/core'
import type { DisputePhase, GatewayEvent } from '../../src/contract/payment-gateways.ts'
import { receiveGatewayEvent } from '../../src/rules/receive-gateway-event.ts'
import { type BankPayment, restOf } from './bank.ts'
import { GATEWAY } from './open-books.ts'
import { amountOf, environment, otherOf, paise, partyOf, pickOf, type Scene, type Take } from './scene.ts'

const OPERATORS = ['asha', 'bina'] as const
const SETTLINGS: readonly CommissionSettling[] = ['daily', 'immediately', 'manual']

const tell = ({ books }: Scene, event: GatewayEvent) =>
  receiveGatewayEvent(books, { gateway: GATEWAY, body: '' }, event)
const actorOf = ({ step }: Scene): string => OPERATORS[step.pick % OPERATORS.length] ?? 'asha'
const ofParty = (scene: Scene) => ({ accountId: partyOf(scene).id, environment, actor: 'customer' }) as const

async function openOrder(scene: Scene, reference?: string) {
  const named = reference === undefined ? {} : { reference }
  const order = { ...ofParty(scene), amount: amountOf(scene), gateway: GATEWAY, ...named }
  const { id, amount } = await scene.books.funding.openOrder(order)
  const known = scene.memory.orders.find((one) => one.id === id)
  if (!known) scene.memory.orders.push({ id, amount })
  return { id, amount }
}

/** Somebody pays at the gateway, which tells of it. */
async function payAt(scene: Scene, reference: string | null, amount: BankPayment['amount']): Promise<string> {
  const { bank } = scene.memory
  const [paymentId, utr] = [scene.next('pay_'), bank.nextUtr()]
  bank.pay({ paymentId, utr, amount })
  const known = scene.step.variant % 2 === 0 ? utr : null
  return await tell(scene, { kind: 'captured', paymentId, amount, currency: 'INR', reference, utr: known })
}

/** What a wallet lives of. */
const pay: Take = async (scene) => {
  const { id, amount } = await openOrder(scene)
  return await payAt(scene, id, amount)
}
const order: Take = async (scene) => {
  await openOrder(scene, scene.step.variant > 5 ? `order-${scene.step.pick % 3}` : undefined)
  return 'opened'
}
const capture: Take = async (scene) => {
  const { memory, step } = scene
  const of = pickOf(memory.orders, step.pick)
  if (step.variant < 5) return of ? await payAt(scene, of.id, of.amount) : null
  if (step.variant === 5) return await payAt(scene, null, amountOf(scene))
  if (step.variant === 6) return of ? await payAt(scene, of.id, paise(1 + step.amount)) : null
  // What was told before is told again, now of another order.
  const earlier = pickOf(atGateway(scene), step.other)
  if (!earlier || !of) return null
  const { paymentId, amount, utr } = earlier
  return await tell(scene, { kind: 'captured', paymentId, amount, currency: 'INR', reference: of.id, utr })
}

const transfer: Take = async (scene) => {
  const { bank } = scene.memory
  const { variant, pick } = scene.step
  const earlier = pickOf(bank.payments, pick)
  let [utr, amount] = [String(900_000_000_000 + pick), amountOf(scene)]
  if (variant < 5) {
    utr = bank.nextUtr()
    bank.pay({ paymentId: null, utr, amount })
  } else if (variant < 8 && earlier) [utr, amount] = [earlier.utr, earlier.amount]
  await scene.books.funding.submitTransfer({ ...ofParty(scene), rail: 'imps', utr, amount })
  return 'submitted'
}
/** An honest operator: of a transfer looks at the statement of the bank, of what the gateway told believes what is there. */
const approve: Take = async (scene) => {
  const { books, rows, memory, step } = scene
  const waiting = pickOf(
    rows.fundings.filter(({ state }) => state === 'submitted' || state === 'approved'),
    step.pick,
  )
  if (!waiting) return null
  const { id, method, utr, amount } = waiting
  if (method === 'bank_transfer' && !memory.bank.has(utr, amount)) {
    await books.funding.reject({ id, actor: actorOf(scene), reason: 'Not on the statement' })
    return 'rejected'
  }
  return (await books.funding.approve({ id, actor: actorOf(scene) })).state
}
/** Believes what is there of the item as well. */
const assign: Take = async (scene) => {
  const open = await scene.books.funding.suspense('open')
  const item = pickOf(open, scene.step.pick)
  if (!item) return null
  const { id, environment: of } = { id: item.id, ...ofParty(scene) }
  await scene.books.funding.assignSuspense({ id, accountId: partyOf(scene).id, environment: of, actor: actorOf(scene) })
  return 'assigned'
}

const atGateway = ({ memory }: Scene): readonly (BankPayment & { readonly paymentId: string })[] =>
  memory.bank.payments.filter((one): one is BankPayment & { paymentId: string } => one.paymentId !== null)

const refund: Take = async (scene) => {
  const { memory, step, next } = scene
  const earlier = pickOf(memory.refunds, step.pick)
  if (step.variant === 9 && earlier) {
    // Told again, with another amount: the bank pays nothing more back.
    const { paymentId, refundId } = earlier
    return await tell(scene, { kind: 'refunded', paymentId, refundId, amount: amountOf(scene) })
  }
  const payment = pickOf(
    atGateway(scene).filter((one) => restOf(one) > 0),
    step.pick,
  )
  if (!payment) return null
  const refundId = next('rfnd_')
  const amount = step.variant < 4 ? restOf(payment) : paise(Math.min(1 + step.amount, restOf(payment) / paise(1)))
  payment.gone = (payment.gone + amount) as typeof amount
  memory.refunds.push({ refundId, paymentId: payment.paymentId, amount, failed: false })
  return await tell(scene, { kind: 'refunded', paymentId: payment.paymentId, refundId, amount })
}

const dispute =
  (phase: DisputePhase): Take =>
  async (scene) => {
    const payment = pickOf(atGateway(scene), scene.step.pick)
    if (!payment) return null
    // The bank decides again now and then: what it took comes back, or goes again.
    const known = scene.memory.disputes.get(payment.paymentId) ?? zero
    const taken = phase === 'lost' ? restOf(payment) : zero
    const isDecided = phase === 'lost' || phase === 'won'
    if (isDecided) {
      payment.gone = micro(payment.gone - known + (phase === 'lost' ? micro(taken + known) : 0))
      scene.memory.disputes.set(payment.paymentId, phase === 'lost' ? micro(taken + known) : zero)
    }
    const { paymentId } = payment
    const at = new Date(scene.memory.disputed++)
    return await tell(scene, { kind: 'disputed', paymentId, disputeId: `d-${paymentId}`, phase, at, reason: 'Fraud' })
  }

/** A refund fails: what it took goes back to the payment. The gateway sends the event of it once, or again. */
const refundFailed: Take = async (scene) => {
  const { memory, step } = scene
  const failing = pickOf(memory.refunds, step.pick)
  if (!failing) return null
  const { refundId, paymentId, amount } = failing
  const payment = memory.bank.payments.find((one) => one.paymentId === paymentId)
  if (payment && !failing.failed) payment.gone = (payment.gone - amount) as typeof amount
  failing.failed = true
  return await tell(scene, { kind: 'refund_failed', paymentId, refundId })
}

/** The bank takes a transfer back, and the operator records it. */
const chargeback: Take = async (scene) => {
  const { rows, memory, step, books } = scene
  const credited = rows.fundings.filter(({ method, state }) => method === 'bank_transfer' && state === 'credited')
  const funding = pickOf(credited, step.pick)
  const payment = memory.bank.payments.find(({ utr }) => utr === funding?.utr)
  if (!funding || !payment) return null
  payment.gone = payment.amount
  return (await books.funding.chargeback({ id: funding.id, actor: actorOf(scene), reason: 'Taken back' })).state
}
const release: Take = async (scene) => {
  const { rows, step, books } = scene
  const held = rows.fundings.filter(({ state }) => state === 'disputed' || state === 'charged_back')
  const funding = pickOf(held, step.pick)
  return funding ? (await books.funding.release({ id: funding.id, actor: actorOf(scene) })).state : null
}

/** Now and then with a reference that moved money before. */
function referenceOf({ memory, step, next }: Scene, accountId: string): string {
  const earlier = pickOf(
    memory.moved.filter((one) => one.accountId === accountId),
    step.pick,
  )
  if (step.variant > 7 && earlier) return earlier.reference
  const reference = next('move-')
  memory.moved.push({ accountId, reference })
  return reference
}

const convert: Take = async (scene) => {
  const { id: accountId } = partyOf(scene)
  const asked = scene.step.variant % 2 === 0 ? {} : { amount: amountOf(scene) }
  const reference = referenceOf(scene, accountId)
  const of = { accountId, environment, reference, actor: 'reseller' } as const
  return (await scene.books.store.commission.convert({ ...of, ...asked })).converted ? 'converted' : 'duplicate'
}
const settlement: Take = async ({ books, step }) => {
  const settle = SETTLINGS[step.variant % SETTLINGS.length] ?? 'daily'
  const at = books.clock.now().getTime()
  const { transferred, recovered } = await books.store.commission.settle({ at, settle })
  return `${transferred} transferred, ${recovered} recovered`
}
const allot: Take = async (scene) => {
  const { books, parties, step } = scene
  const to = partyOf(scene)
  const parentId = (await books.store.accounts.get(to.id))?.parentId
  const from = (step.variant < 8 && parties.find(({ id }) => id === parentId)) || otherOf(scene)
  const reference = referenceOf(scene, to.id)
  const { balance, held } = scene.rows.wallets.get(from.id) ?? { balance: 0, held: 0 }
  // Mostly no more than there is.
  const most = step.variant < 6 ? Math.floor((balance - held) / paise(1)) : 1 + step.amount
  const amount = paise(Math.max(1, Math.min(1 + step.amount, most)))
  const of = { from: from.id, to: to.id, environment, reference, actor: 'reseller' } as const
  return (await books.store.allotments.allot({ ...of, amount })).allotted ? 'allotted' : 'duplicate'
}

/** Steps that move money outside calls. */
export const MONEY_STEPS = {
  ...{ pay, order, capture, transfer, approve, assign, refund, 'refund-failed': refundFailed, chargeback, release },
  ...{
    'dispute-inquiry': dispute('inquiry'),
    'dispute-opened': dispute('opened'),
    'dispute-lost': dispute('lost'),
    'dispute-won': dispute('won'),
  },
  ...{ convert, settlement, allot },
} as const
