import * as z from 'zod'

const KeyChange = z.object({ key_id: z.string(), label: z.string() })
/** The account above that issued it; null: the account itself, or an operator. */
const KeyIssue = KeyChange.extend({ issued_by: z.string().nullable() })

/**
 * The events of the host itself, by type, each with its data (decisions.md section 9, docs/guides/webhooks.md): ids, states, and amounts in
 * rupees. Closed: plugins, and so features, have events of their own, made by `defineEvent`.
 */
export const HOST_EVENTS = {
  'key.created': KeyIssue,
  'key.exposed': KeyChange,
  'key.promoted': KeyIssue,
  'key.revoked': KeyChange,
  'key.rotated': KeyIssue,
  'wallet.credited': z.object({ reference: z.string(), amount: z.number() }),
  'wallet.depleted': z.object({ balance: z.number() }),
  'wallet.low_balance': z.object({ balance: z.number(), threshold: z.number() }),
} as const satisfies Readonly<Record<string, z.ZodObject>>

/** A type of the host's own events. */
export type HostEventType = keyof typeof HOST_EVENTS
/** What is written into such an event, and what its receivers get. */
export type HostEventData<K extends HostEventType> = z.output<(typeof HOST_EVENTS)[K]>

/** Whether a type is one of the host's own. */
export const isHostEvent = (type: string): type is HostEventType => Object.hasOwn(HOST_EVENTS, type)
