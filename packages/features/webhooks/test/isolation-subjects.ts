import type { Environment } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { MakeSubject } from '@parakh/testkit'
import { WebhookRows } from '../src/index.ts'

/** What operations of webhooks name. */
export const webhookSubjects: Readonly<Record<string, MakeSubject>> = {
  endpoint_id: async (host, of) => (await webhookOf(host, of)).id,
  event_id: async (host, of) => {
    const { id } = await webhookOf(host, of)
    return await host.get(WebhookRows).test({ id, owner: null, actor: 'test' })
  },
}

/** It asks for events that do not happen here, so that nothing is delivered to it. */
const webhookOf = (host: Host, of: { readonly accountId: string; readonly environment: Environment }) =>
  host.get(WebhookRows).create({
    ...{ ...of, url: 'https://hooks.example.in/', description: '', events: ['plan.ended'] },
    ...{ secret: `whsec_${Buffer.alloc(32).toString('base64')}`, actor: 'test', most: 100 },
  })

/** Reads that deliveries change. */
export const CHANGED_BY_DELIVERY: readonly string[] = [
  'webhooks.deliveries',
  'webhooks.event',
  'webhooks.events',
  'webhooks.list',
  'webhooks.list_all',
]
