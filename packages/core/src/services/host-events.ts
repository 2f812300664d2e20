import * as z from 'zod'

const KeyChange = z.object({ key_id: z.string(), label: z.string() })
const PlanFacts = z.object({
  subscription_id: z.string(),
  plan: z.string(),
  period: z.string().describe('The day in Asia/Kolkata on which it began'),
  paid: z.number().describe('Rupees paid for the period'),
})

/**
 * The events of the host itself, by type, each with its data (decisions.md section 9, docs/guides/webhooks.md): ids, states, and amounts in
 * rupees. Closed: plugins have events of their own, made by `defineEvent`.
 */
export const HOST_EVENTS = {
  'key.created': KeyChange,
  'key.exposed': KeyChange,
  'key.promoted': KeyChange,
  'key.revoked': KeyChange,
  'key.rotated': KeyChange,
  'plan.changed': PlanFacts.extend({
    before: z.string().optional(),
    next: z.string().optional(),
    effective: z.string().describe('now, or the time at which it is in force'),
  }),
  'plan.ended': PlanFacts.extend({ reason: z.enum(['cancelled', 'unpaid', 'not_offered', 'account_closed']) }),
  'plan.grace': PlanFacts.extend({ before: z.string().optional(), until: z.string() }),
  'plan.renewed': PlanFacts.extend({ before: z.string().optional() }),
  'plan.subscribed': PlanFacts,
  'plan.usage': PlanFacts.extend({ percent: z.number(), used: z.number(), limit: z.number().nullable() }),
  'wallet.credited': z.object({ reference: z.string(), amount: z.number() }),
  'wallet.depleted': z.object({ balance: z.number() }),
  'wallet.low_balance': z.object({ balance: z.number(), threshold: z.number() }),
  'webhook.disabled': z.object({ endpoint_id: z.string(), reason: z.enum(['GONE', 'FAILING']) }),
  'webhook.test': z.object({ endpoint_id: z.string() }),
} as const satisfies Readonly<Record<string, z.ZodObject>>

/** A type of the host's own events. */
export type HostEventType = keyof typeof HOST_EVENTS
/** What is written into such an event, and what its receivers get. */
export type HostEventData<K extends HostEventType> = z.output<(typeof HOST_EVENTS)[K]>

/** Whether a type is one of the host's own. */
export const isHostEvent = (type: string): type is HostEventType => Object.hasOwn(HOST_EVENTS, type)
