import { type Clock, checkFreeText } from '@parakh/core'
import type { WebhookPatch, Webhooks } from './contract.ts'
import { webhooksErrors } from './error-codes.ts'
import { newSecret } from './signing/secret.ts'
import { registrationCheck, type TargetCheck } from './target/check-target.ts'
import type { WebhookStore } from './webhook-store.ts'

/** What webhooks are made from. */
export interface WebhooksOptions extends TargetCheck {
  readonly store: WebhookStore
  readonly clock: Clock
  /** The types of events that there are: an endpoint may ask for these, and for groups of them. */
  readonly events: readonly string[]
}

const MOST_ENDPOINTS = 20
const MOST_REPLAYED = 10_000
const LONGEST_OVERLAP_SECONDS = 604_800

/**
 * Webhook endpoints, their log, and replay. Addresses are checked here when they are registered, and by the worker at each attempt.
 *
 * @example
 * const webhooks = createWebhooks({ store, clock, events: catalogue.eventTypes, policy, resolve })
 * const { endpoint, secret } = await webhooks.create({ accountId, environment: 'sandbox', url, actor: 'asha' })
 */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { store, clock, events: known } = options
  const check = registrationCheck(options)
  const checkEvents = (events: readonly string[] | null): readonly string[] | null => {
    const unknown = events?.find((type) => !isKnown(known, type))
    if (unknown !== undefined)
      throw webhooksErrors.error('WEBHOOK_EVENT_UNKNOWN', { type: unknown, allowed: known.join(', ') })
    return events === null || events.length === 0 ? null : [...new Set(events)]
  }
  return {
    async create({ accountId, environment, url, description = '', events = null, actor }) {
      checkFreeText('description', description)
      const secret = newSecret()
      const draft = { accountId, environment, description, events: checkEvents(events), secret, actor }
      return { endpoint: await store.create({ ...draft, url: await check(url), most: MOST_ENDPOINTS }), secret }
    },
    list: (owner) => store.list(owner),
    get: (target) => store.get(target),
    async update(change, { url, events, description }) {
      checkFreeText('description', description)
      const patch: WebhookPatch = {
        ...(url === undefined ? {} : { url: await check(url) }),
        ...(events === undefined ? {} : { events: checkEvents(events) }),
        ...(description === undefined ? {} : { description }),
      }
      return await store.update(change, patch)
    },
    enable: (change) => store.setStatus(change, 'enabled'),
    disable: (change) => store.setStatus(change, 'disabled'),
    remove: (change) => store.remove(change),
    async rotate(change, overlapSeconds) {
      if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > LONGEST_OVERLAP_SECONDS)
        throw webhooksErrors.error('WEBHOOK_OVERLAP_INVALID', { seconds: overlapSeconds })
      const secret = newSecret()
      return { endpoint: await store.rotate(change, { secret, overlapMs: overlapSeconds * 1_000 }), secret }
    },
    test: (change) => store.test(change),
    events: (wallet, query) => store.events(wallet, query),
    event: (wallet, id) => store.event(wallet, id),
    deliveries: (target, query) => store.deliveries(target, query),
    lastAttempts: (endpointIds) => store.lastAttempts(endpointIds),
    replayEvent: (change, { asNew = false } = {}) => store.replayEvent(change, { asNew }),
    replayRange: (change, { since, until = new Date(clock.now().getTime() + 1), status, dryRun = false }) =>
      store.replayRange(change, {
        ...{ since: since.getTime(), until: until.getTime(), dryRun, cap: MOST_REPLAYED },
        ...(status === undefined ? {} : { status }),
      }),
  }
}

const isKnown = (known: readonly string[], type: string): boolean =>
  known.includes(type) || (/^[a-z_]+\.\*$/.test(type) && known.some((one) => one.startsWith(type.slice(0, -1))))
