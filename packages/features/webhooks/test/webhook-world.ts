import { type Store, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createStore } from '@parakh/store'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { databaseOn, type OwnDatabase, openTables } from '../../../../test/databases.ts'
import { createWebhookRows } from '../src/tables/create-webhook-rows.ts'
import { eventStatements } from '../src/tables/event-statements.ts'
import { webhookStatements } from '../src/tables/webhook-statements.ts'
import { webhookTables } from '../src/tables/webhook-tables.ts'
import type { WebhookQueue, WebhookResult } from '../src/webhook-store.ts'

const DAY_MS = 86_400_000
/** Both databases, for `describe.each`. */
export const ENGINES = ['sqlite3', 'pg'] as const
const SECRETS = {
  pepper: [{ id: 'p1', value: 'pepper' }],
  masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
}

/** A statement as it is sent. */
export interface SentStatement {
  readonly sql: string
  readonly bindings: readonly (string | number)[]
}

/** Accounts with endpoints and events, and what a worker does to them, on a database of its own. */
export async function webhookWorld(engine: (typeof ENGINES)[number]) {
  const clock = manualClock()
  const ids = sequentialIds()
  const place: OwnDatabase = await databaseOn(engine)
  const database = openTables(place)
  const opened: Store = await createStore({
    ...{ database: { knex: database }, decide, secrets: SECRETS, clock, ids, logger: collectingLogger() },
    sandboxCredit: zero,
  })
  const kept = opened.pluginTables
  if (!kept) throw new Error('the store keeps tables of plugins')
  const statements = [...Object.values(webhookStatements), ...Object.values(eventStatements)].map(
    ({ statement }) => statement,
  )
  kept.use([{ tables: webhookTables, statements }])
  await opened.migrate()
  const now = (): number => clock.now().getTime()
  // Times are those of the test, also on PostgreSQL.
  const tables = { ...kept.access(webhookTables), now: async () => clock.now() }
  const rows = createWebhookRows({ tables, vault: kept.vault, clock, ids })
  const store = () => rows
  const outbox = () => opened.outbox
  const actor = 'test'

  const newAccount = async (): Promise<string> => (await opened.accounts.create({ name: 'A', role: 'developer' })).id
  const newEndpoint = async (accountId: string, more: { events?: string[]; secret?: string; most?: number } = {}) =>
    await store().create({
      ...{ accountId, environment: 'sandbox', url: 'https://hooks.example.in/in', description: '', actor },
      ...{ events: more.events ?? null, secret: more.secret ?? 'whsec_one', most: more.most ?? 10 },
    })
  const emit = (accountId: string, type = 'order.updated', count = 1): Promise<string[]> =>
    tables.transaction(function* (tx) {
      const events: string[] = []
      const event = { type, accountId, environment: 'sandbox', data: { state: 'printed' } } as const
      for (let nth = 0; nth < count; nth += 1) events.push(yield* tx.emit(event))
      return events
    })
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
    /** Statements that are sent from now on. */
    watch(told: (sent: SentStatement) => void): void {
      database.on('query', told)
    },
    /** Runs statements one after another in a transaction. @returns What the last one gave. */
    raw: (statements: readonly SentStatement[]): Promise<unknown> =>
      database.transaction(async (transaction) => {
        let given: unknown = null
        for (const { sql, bindings } of statements) given = await transaction.raw(sql, [...bindings])
        return given
      }),
    ...{ clock, ids, store, outbox, tables, opened, now, actor, newAccount, newEndpoint, emit, mine, relay },
    ...{ claim, queueOf, due, log, result, failure, rules: { disableAfterMs: 5 * DAY_MS } },
    /** What a hostile administrator of the database could do. */
    async swapSecrets(one: string, other: string) {
      const of = (id: string) => database('parakh_webhooks_endpoint').where({ id })
      const [{ secret: first }, { secret: second }] = [await of(one).first(), await of(other).first()]
      await of(one).update({ secret: second })
      await of(other).update({ secret: first })
    },
    async close() {
      await database.destroy()
      await opened.close()
      await place.drop()
    },
  }
}
/** The result of `webhookWorld`. */
export type WebhookWorld = Awaited<ReturnType<typeof webhookWorld>>
