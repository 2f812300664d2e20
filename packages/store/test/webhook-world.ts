import { randomBytes } from 'node:crypto'
import { type WebhookQueue, type WebhookResult, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { createAccounts } from '../src/accounts/create-accounts.ts'
import type { Database } from '../src/connection/database.ts'
import { appendEvent } from '../src/outbox/append-event.ts'
import { createOutbox } from '../src/outbox/create-outbox.ts'
import { createVault } from '../src/vault/create-vault.ts'
import { createWebhookStore } from '../src/webhooks/create-webhooks.ts'

const DAY_MS = 86_400_000

/** Accounts with endpoints and events, and what a worker does to them, on the database of a suite. */
export function webhookWorld(database: () => Database) {
  const clock = manualClock()
  const ids = sequentialIds()
  const masterKeys = [{ id: '1', value: randomBytes(32).toString('base64') }]
  const parts = () => ({
    database: database(),
    clock,
    ids,
    vault: createVault({ database: database(), clock, masterKeys, logger: collectingLogger() }),
    now: async () => now(),
  })
  const store = () => createWebhookStore(parts())
  const outbox = () => createOutbox({ database: database(), clock })
  const now = (): number => clock.now().getTime()
  const actor = 'test'

  const newAccount = async (): Promise<string> =>
    (
      await createAccounts({ database: database(), decide, clock, ids, sandboxCredit: zero }).create({
        name: 'A',
        role: 'developer',
      })
    ).id
  const newEndpoint = async (accountId: string, more: { events?: string[]; secret?: string; most?: number } = {}) =>
    await store().create({
      ...{ accountId, environment: 'sandbox', url: 'https://hooks.example.in/in', description: '', actor },
      ...{ events: more.events ?? null, secret: more.secret ?? 'whsec_one', most: more.most ?? 10 },
    })
  const emit = async (accountId: string, type = 'order.updated', count = 1): Promise<string[]> => {
    const events = Array.from({ length: count }, () => ids.next())
    await database().write(async (transaction) => {
      for (const id of events)
        await appendEvent(transaction, database(), {
          ...{ id, type, accountId, environment: 'sandbox', data: { state: 'printed' }, at: now() },
        })
    })
    return events
  }
  const mine = async (accountId: string) => (await outbox().read(5_000)).filter((one) => one.accountId === accountId)
  /** Hands the account's events on, as the relay does. */
  const relay = async (accountId: string): Promise<void> => {
    const events = await mine(accountId)
    await store().fanOut(events)
    await outbox().delivered(events.map(({ id }) => id))
  }
  const claim = (owner: string, keep: readonly string[] = []) =>
    store().claimQueues({ owner, at: now(), leaseMs: 5_000, keep, most: 1_000 })
  const queueOf = (queues: readonly WebhookQueue[], id: string, replays = false) =>
    queues.find((queue) => queue.endpointId === id && queue.replays === replays)
  const due = async (queue: string, limit = 100, except: readonly string[] = []) =>
    await store().due([{ queue, limit, except }], now())
  const log = async (id: string) =>
    (await store().deliveries({ id, owner: null }, { cursor: null, limit: 1_000 })).items
  const result = (of: { id: string; endpointId: string }, more: Partial<WebhookResult> = {}): WebhookResult => ({
    ...{ id: of.id, endpointId: of.endpointId, status: 'delivered', httpStatus: 200, latencyMs: 3, error: null },
    ...{ responseExcerpt: 'ok', attemptedAt: now(), nextAt: null, gone: false, ...more },
  })
  const failure = { status: 'failed', httpStatus: 500, error: 'HTTP_STATUS' } as const
  return {
    ...{ clock, ids, store, outbox, now, actor, newAccount, newEndpoint, emit, mine, relay },
    ...{ claim, queueOf, due, log, result, failure, rules: { disableAfterMs: 5 * DAY_MS } },
  }
}
