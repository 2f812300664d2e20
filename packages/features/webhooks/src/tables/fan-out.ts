import { eventBody, type Ids, type OutboxEvent, type Steps, type TableTransaction } from '@parakh/core'
import { type EndpointRow, eventsOf, takesType } from './rows.ts'
import type { WebhookParts } from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

/** The error of attempts that were not made because their endpoint is disabled. */
const ENDPOINT_DISABLED = 'ENDPOINT_DISABLED'

/** An attempt as it is written for the first time. */
export interface NewAttempt {
  readonly event: OutboxEvent
  readonly endpoint: Pick<EndpointRow, 'id' | 'status'>
  readonly scheduledAt: number
  readonly replay: boolean
}

type Candidate = EndpointRow & { readonly types: readonly string[] | null }

/** The delivery queue of an attempt: replays have one of their own, so that they delay no new event. */
const queueOf = (endpointId: string, replay: boolean): string => (replay ? `${endpointId}/replay` : endpointId)

/** The same event that comes again finds its first attempt there, and adds nothing. */
export async function fanOut(
  { tables, ids }: WebhookParts,
  events: readonly OutboxEvent[],
  { delayMs }: { readonly delayMs: number } = { delayMs: 0 },
): Promise<void> {
  const accounts = [...new Set(events.map(({ accountId }) => accountId))]
  const ofWallet = new Map<string, Candidate[]>()
  for (const row of await tables.rows(statements.endpointsOfAccounts({ accounts }))) {
    const wallet = `${row.account_id}/${row.environment}`
    ofWallet.set(wallet, [...(ofWallet.get(wallet) ?? []), { ...row, types: eventsOf(row) }])
  }
  const attempts = events.flatMap((event) =>
    (ofWallet.get(`${event.accountId}/${event.environment}`) ?? [])
      .filter((endpoint) => isFor(event, endpoint))
      .map((endpoint) => ({ event, endpoint, replay: false })),
  )
  if (attempts.length === 0) return
  const scheduledAt = (await tables.now()).getTime() + delayMs
  const due = attempts.map((attempt) => ({ ...attempt, scheduledAt }))
  await tables.transaction((tx) => writeAttempts(tx, ids, due))
}

/** Whether an endpoint gets an event: one of its types, or meant for it alone, that was committed after it was made. */
const isFor = (event: OutboxEvent, { id, types, after_sequence }: Candidate): boolean =>
  event.sequence > after_sequence &&
  (event.endpointId === undefined ? takesType(types, event.type) : event.endpointId === id)

/** Writes attempts, and the bytes of their events where those are not kept yet. */
export function* writeAttempts(tx: TableTransaction, ids: Ids, attempts: readonly NewAttempt[]): Steps<void> {
  const events = new Map(attempts.map(({ event }) => [event.id, event]))
  const bodies = [...events.values()].map((event) => ({
    ...{ event_id: event.id, body: new TextEncoder().encode(eventBody(event)), at: event.createdAt },
  }))
  yield* tx.run(statements.insertBodies({ rows: bodies }))
  const rows = attempts.map(({ event, endpoint, scheduledAt, replay }) => ({
    ...{ id: ids.next(), queue: queueOf(endpoint.id, replay), endpoint_id: endpoint.id },
    ...{ event_id: event.id, event_type: event.type, scheduled_at: scheduledAt },
    ...(endpoint.status === 'enabled'
      ? { attempt: 1, status: 'pending', error: null }
      : { attempt: 0, status: 'failed', error: ENDPOINT_DISABLED }),
    replay_of: replay ? event.id : (event.replayOf ?? null),
  }))
  yield* tx.run(statements.insertAttempts({ rows }))
}
