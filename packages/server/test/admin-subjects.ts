import { randomInt } from 'node:crypto'
import { type Environment, inr, Keys, zero } from '@parakh/core'
import { Funding } from '@parakh/funding/contract'
import { InvoiceBook } from '@parakh/invoicing'
import type { Host } from '@parakh/kernel'
import type { MakeSubject } from '@parakh/testkit'
import { WebhookRows } from '@parakh/webhooks'

interface Owner {
  readonly accountId: string
  readonly environment: Environment
}
/**
 * Creates an object of an account and returns its id, by the name of the field. An operation that names another one fails
 * admin-isolation.test.ts until it is added here.
 */
export const SUBJECTS: Readonly<Record<string, MakeSubject>> = {
  funding_id: async (host, of) => {
    const claim = { ...of, amount: inr('1'), rail: 'imps', actor: 'test' } as const
    return (await host.get(Funding).submitTransfer({ ...claim, utr: `${randomInt(1e11, 1e12)}` })).id
  },
  invoice_number: async (host, { accountId }) => {
    const party = { name: 'Acme', gstin: null, stateCode: '29', address: 'Bengaluru' }
    const amounts = { taxable: inr('1'), cgst: zero, sgst: zero, igst: zero, total: inr('1') }
    const { invoice } = await host.get(InvoiceBook).issue({
      ...{ kind: 'invoice', series: 'INV', financialYear: '2026-27', accountId, month: '2026-10', invoice: null },
      ...{ reason: null, seller: party, buyer: party, placeOfSupply: '29', rateBasisPoints: 0, lines: [], ...amounts },
      ...{ issuedAt: new Date(), issuedBy: 'test' },
    })
    return invoice.number
  },
  endpoint_id: async (host, of) => (await webhookOf(host, of)).id,
  event_id: async (host, of) => {
    const { id } = await webhookOf(host, of)
    return await host.get(WebhookRows).test({ id, owner: null, actor: 'test' })
  },
  ref_id: async (host, of) => {
    const reply = await orderOf(host, of)
    return reply && (reply.data as { ref_id: string }).ref_id
  },
  request_id: async (host, of) => (await orderOf(host, of, `request-${of.accountId}`)) && `request-${of.accountId}`,
}

/** Orders have no source in production here. */
async function orderOf(host: Host, of: Owner, requestId?: string) {
  if (of.environment === 'production') return null
  const { key } = await host.get(Keys).create(of)
  return await host.call(
    'place-order',
    { what: 'bread' },
    { keyId: key.id },
    requestId === undefined ? {} : { requestId },
  )
}

/** It asks for events that do not happen here, so that nothing is delivered to it. */
const webhookOf = async (host: Host, of: Owner) =>
  await host.get(WebhookRows).create({
    ...{ ...of, url: 'https://hooks.example.in/', description: '', events: ['plan.ended'] },
    ...{ secret: `whsec_${Buffer.alloc(32).toString('base64')}`, actor: 'test', most: 100 },
  })

/** Fields without an owner, with an allowed value. */
export const FIXED_PARTS: Readonly<Record<string, string>> = { month: '2026-11', plugin: 'orders' }

/** Fields of query or body that end in `_id` and are looked up only within the account of the path, by route. */
export const WITHIN_ACCOUNT: Readonly<Record<string, readonly string[]>> = {
  'usage.list': ['key_id', 'request_id'],
  'analytics.figures': ['key_id'],
}

/** Reads that background work changes: events are delivered, orders completed, credentials of the trial itself made. */
export const CHANGING: readonly string[] = [
  ...['audit.list', 'orders.get', 'orders.list', 'webhooks.deliveries', 'webhooks.list', 'webhooks.list_all'],
]
