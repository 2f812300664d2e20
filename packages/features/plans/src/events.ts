import { defineEvent } from '@parakh/core'
import * as z from 'zod'

const Facts = z.object({
  subscription_id: z.string(),
  plan: z.string(),
  period: z.string().describe('The day in Asia/Kolkata on which it began'),
  paid: z.number().describe('Rupees paid for the period'),
})

/** The events of subscriptions, by the end of their type: ids, states, and amounts in rupees. */
export const PLAN_EVENTS = {
  /** A subscription began. */
  subscribed: defineEvent('plan.subscribed', Facts),
  /** It was paid for a period; `before` after another plan. */
  renewed: defineEvent('plan.renewed', Facts.extend({ before: z.string().optional() })),
  /** To another plan. */
  changed: defineEvent(
    'plan.changed',
    Facts.extend({
      before: z.string().optional(),
      next: z.string().optional(),
      effective: z.string().describe('now, or the time at which it is in force'),
    }),
  ),
  /** The wallet cannot pay it; served until then. */
  grace: defineEvent('plan.grace', Facts.extend({ before: z.string().optional(), until: z.string() })),
  ended: defineEvent(
    'plan.ended',
    Facts.extend({ reason: z.enum(['cancelled', 'unpaid', 'not_offered', 'account_closed']) }),
  ),
  /** 80 or 100 percent of its pool are used. */
  usage: defineEvent(
    'plan.usage',
    Facts.extend({ percent: z.number(), used: z.number(), limit: z.number().nullable() }),
  ),
} as const

/** What is told of every subscription. */
export type PlanFacts = z.output<typeof Facts>
/** The end of an event's type. */
export type PlanEvent = keyof typeof PLAN_EVENTS
/** What an event tells besides. */
export type MoreOf<K extends PlanEvent> = Omit<z.output<(typeof PLAN_EVENTS)[K]['definition']['data']>, keyof PlanFacts>
