import { randomInt } from 'node:crypto'
import { inr, Keys, zero } from '@parakh/core'
import { Funding } from '@parakh/funding/contract'
import { InvoiceBook } from '@parakh/invoicing'
import type { Host } from '@parakh/kernel'
import { WebhookRows } from '@parakh/webhooks'

/**
 * Creates an object of an account and returns its id, by the name of the path parameter. A route with another parameter fails
 * admin-isolation.test.ts until it is added here.
 */
export const SUBJECTS: Readonly<Record<string, (host: Host, accountId: string) => Promise<string>>> = {
  account_id: async (_host, accountId) => accountId,
  key_id: async (host, accountId) => (await host.get(Keys).create({ accountId, environment: 'sandbox' })).key.id,
  funding_id: async (host, accountId) => {
    const claim = { accountId, environment: 'sandbox', amount: inr('1'), rail: 'imps', actor: 'test' } as const
    return (await host.get(Funding).submitTransfer({ ...claim, utr: `${randomInt(1e11, 1e12)}` })).id
  },
  invoice_number: async (host, accountId) => {
    const party = { name: 'Acme', gstin: null, stateCode: '29', address: 'Bengaluru' }
    const amounts = { taxable: inr('1'), cgst: zero, sgst: zero, igst: zero, total: inr('1') }
    const { invoice } = await host.get(InvoiceBook).issue({
      ...{ kind: 'invoice', series: 'INV', financialYear: '2026-27', accountId, month: '2026-10', invoice: null },
      ...{ reason: null, seller: party, buyer: party, placeOfSupply: '29', rateBasisPoints: 0, lines: [], ...amounts },
      ...{ issuedAt: new Date(), issuedBy: 'test' },
    })
    return encodeURIComponent(invoice.number)
  },
  endpoint_id: async (host, accountId) => (await webhookOf(host, accountId)).id,
  event_id: async (host, accountId) => {
    const { id } = await webhookOf(host, accountId)
    return await host.get(WebhookRows).test({ id, owner: null, actor: 'test' })
  },
  ref_id: async (host, accountId) => {
    const { key } = await host.get(Keys).create({ accountId, environment: 'sandbox' })
    const reply = await host.call('place-order', { what: 'bread' }, { keyId: key.id })
    return (reply.data as { ref_id: string }).ref_id
  },
}

const webhookOf = async (host: Host, accountId: string) =>
  await host.get(WebhookRows).create({
    ...{ accountId, environment: 'sandbox', url: 'https://hooks.example.in/', description: '', events: null },
    ...{ secret: `whsec_${Buffer.alloc(32).toString('base64')}`, actor: 'test', most: 100 },
  })

/** Path parameters without an owner, with an allowed value. */
export const FIXED_PARTS: Readonly<Record<string, string>> = {
  environment: 'sandbox',
  month: '2026-11',
  plugin: 'orders',
}

/** Fields of query or body that end in `_id` and are looked up only within the account of the path, by route. */
export const WITHIN_ACCOUNT: Readonly<Record<string, readonly string[]>> = {
  'usage.list': ['key_id', 'request_id'],
  'analytics.figures': ['key_id'],
}
