import { type Environment, Keys, KycUploads } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { MakeSubject } from '@parakh/testkit'
import {
  CHANGED_BY_DELIVERY,
  fundingSubjects,
  invoicingSubjects,
  webhookSubjects,
} from '../../../test/isolation-subjects.ts'

interface Owner {
  readonly accountId: string
  readonly environment: Environment
}
/**
 * Creates an object of an account and returns its id, by the name of the field. An operation that names another one fails
 * admin-isolation.test.ts until it is added here.
 */
export const SUBJECTS: Readonly<Record<string, MakeSubject>> = {
  ...fundingSubjects,
  ...invoicingSubjects,
  ...webhookSubjects,
  ref_id: async (host, of) => {
    const reply = await orderOf(host, of)
    return reply && (reply.data as { ref_id: string }).ref_id
  },
  reference: async (host, of) => {
    const reply = await orderOf(host, of)
    return reply && (reply.data as { ref_id: string }).ref_id
  },
  call_id: async (host, of) => (await orderOf(host, of, `call-${of.accountId}`)) && `call-${of.accountId}`,
  file_id: async (host, { accountId }) => {
    const bytes = Buffer.from('%PDF-1.7')
    return (await host.get(KycUploads).add({ accountId, kind: 'pan', name: '', bytes, actor: 'test' })).id
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

/** Fields without an owner, with an allowed value. */
export const FIXED_PARTS: Readonly<Record<string, string>> = { month: '2026-11', plugin: 'orders' }

/** Fields of query or body that end in `_id` and are looked up only within the account of the path, by route. */
export const WITHIN_ACCOUNT: Readonly<Record<string, readonly string[]>> = {
  'usage.list': ['key_id', 'request_id'],
  'orders.list': ['key_id', 'request_id'],
  'consents.list': ['key_id'],
  'calls.timeline': ['request_id'],
  'analytics.figures': ['key_id'],
  'webhooks.events': ['endpoint_id'],
}

/** Reads that background work changes: events are delivered, orders completed, credentials of the trial itself made. */
export const CHANGING: readonly string[] = [
  ...['audit.list', 'calls.timeline', 'orders.get', 'orders.list', ...CHANGED_BY_DELIVERY],
]
