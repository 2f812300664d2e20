import type { WebhookQueue, WebhookQueueClaim } from '../webhook-store.ts'
import { type EndpointRow, sealedSecrets } from './rows.ts'
import { placeOfSecret, type WebhookParts } from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

const REPLAYS = /\/replay$/
const endpointOfQueue = (queue: string): string => queue.replace(REPLAYS, '')

/**
 * Leases the delivery queues of endpoints that have something due, and renews those that have attempts in flight. Nothing is written while the
 * leases that are held are long enough.
 */
export async function claimQueues(
  parts: WebhookParts,
  { owner, at, leaseMs, keep, most }: WebhookQueueClaim,
): Promise<readonly WebhookQueue[]> {
  const { tables, vault } = parts
  const due = (await tables.rows(statements.dueQueues({ owner, at, most }))).map(({ queue }) => queue)
  const wanted = [...new Set([...keep, ...due])].slice(0, most)
  if (wanted.length === 0) return []
  const rows = await tables.rows(statements.endpointsById({ ids: [...new Set(wanted.map(endpointOfQueue))] }))
  const holds = (row: EndpointRow, leftMs: number): boolean =>
    row.queue_owner === owner && (row.queue_until ?? 0) > at + leftMs
  const wanting = rows.filter((row) => !holds(row, leaseMs / 2)).map(({ id }) => id)
  const taken = await lease(parts, { owner, at, until: at + leaseMs, ids: wanting })
  // A row that another transaction locks is not leased again, but kept until its lease ends: attempts read ahead of it stay valid.
  const held = new Map([...rows.filter((row) => holds(row, leaseMs / 4)), ...taken].map((row) => [row.id, row]))
  await keepDueOfDisabled(parts, [...held.values()], due)
  const queues = wanted.map(async (queue): Promise<WebhookQueue | null> => {
    const row = held.get(endpointOfQueue(queue))
    if (!row) return null
    const { secret, next } = sealedSecrets(row, at)
    const open = async (sealed: Uint8Array): Promise<string> =>
      new TextDecoder().decode(await vault.open(placeOfSecret(row), sealed))
    return {
      ...{ queue, endpointId: row.id, accountId: row.account_id, url: row.url, enabled: row.status === 'enabled' },
      ...{ secret: await open(secret), nextSecret: next && (await open(next)), replays: REPLAYS.test(queue) },
    }
  })
  return (await Promise.all(queues)).flatMap((queue) => queue ?? [])
}

async function lease(
  { tables }: WebhookParts,
  { owner, at, until, ids }: { owner: string; at: number; until: number; ids: readonly string[] },
): Promise<readonly EndpointRow[]> {
  if (ids.length === 0) return []
  return await tables.transaction(function* (tx) {
    const free = (yield* tx.rows(statements.freeEndpoints({ ids: [...ids], owner, at }))).map(({ id }) => id)
    return free.length === 0 ? [] : yield* tx.rows(statements.leaseEndpoints({ ids: free, owner, until }))
  })
}

/** An event that is fanned out while its endpoint is disabled leaves a due attempt: it is kept for a replay. */
async function keepDueOfDisabled(
  { tables }: WebhookParts,
  held: readonly EndpointRow[],
  due: readonly string[],
): Promise<void> {
  const dueAt = new Set(due.map(endpointOfQueue))
  const disabled = held.filter(({ id, status }) => status === 'disabled' && dueAt.has(id)).map(({ id }) => id)
  if (disabled.length === 0) return
  await tables.transaction(function* (tx) {
    const still = (yield* tx.rows(statements.lockDisabled({ ids: disabled }))).map(({ id }) => id)
    yield* tx.run(statements.keepForReplay({ ids: still }))
  })
}
