import type { WebhookChange, WebhookEndpoint, WebhookOwner, WebhookStore } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { EndpointRow, endpointOf, eventsOf, placeOfSecret, requireEndpoint, sealedSecrets } from './endpoint-row.ts'
import { auditEndpoint, originOf, type WebhookParts } from './webhook-parts.ts'

type Changes = Pick<WebhookStore, 'create' | 'list' | 'get' | 'update' | 'setStatus' | 'remove' | 'rotate'>
type Columns = Readonly<Record<string, string | number | Buffer | null>>

/** The endpoints of a store, each change with its entry in the audit log. */
export function endpointChanges(parts: WebhookParts): Changes {
  const { database, clock, ids, vault } = parts
  const { knex, table } = database
  const endpoints = table('webhook_endpoint')
  const now = (): number => clock.now().getTime()
  const presented = (row: EndpointRow): WebhookEndpoint => endpointOf(row, now())

  /** Changes an endpoint beneath its lock. @param decide What is written; null: nothing changes. */
  const change = (
    by: WebhookChange,
    decide: (row: EndpointRow, transaction: Knex.Transaction) => Columns | null | Promise<Columns | null>,
  ): Promise<WebhookEndpoint> =>
    database.write(async (transaction) => {
      const row = await requireEndpoint(transaction, database, { ...by, lock: true })
      const columns = await decide(row, transaction)
      if (!columns) return presented(row)
      await transaction(endpoints).where({ id: row.id }).update(columns)
      return presented(await requireEndpoint(transaction, database, by))
    })

  return {
    async create({ accountId, environment, url, description, events, secret, actor, most }) {
      const of = { id: ids.next(), account_id: accountId }
      const sealed = await sealAfterCheck(parts, of, secret)
      return await database.write(async (transaction) => {
        const [{ count }] = Count.parse(
          await transaction(endpoints).where({ account_id: accountId, environment }).count({ count: '*' }),
        )
        if (count >= most) throw storeErrors.error('WEBHOOK_TOO_MANY', { most })
        const row = {
          ...{ ...of, environment, url, description, status: 'enabled' },
          ...{ events: events && JSON.stringify(events), secret: sealed, created_at: now() },
          after_sequence: await newestEvent(transaction, database, { accountId, environment }),
        }
        await transaction(endpoints).insert(row)
        const after = { target: originOf(url), environment, events }
        await auditEndpoint(transaction, parts, { actor, action: 'webhook.create', row, after })
        return presented(await requireEndpoint(transaction, database, { id: row.id, owner: null }))
      })
    },
    async list(owner) {
      const query = knex(endpoints).orderBy('id', 'desc')
      if (owner) query.where({ account_id: owner.accountId, environment: owner.environment })
      return z
        .array(EndpointRow)
        .parse(await query)
        .map(presented)
    },
    get: async (target) => presented(await requireEndpoint(knex, database, target)),
    update: (by, patch) =>
      change(by, async (row, transaction) => {
        const { url = row.url, description = row.description, events = eventsOf(row) } = patch
        await auditEndpoint(transaction, parts, {
          ...{ actor: by.actor, action: 'webhook.update', row },
          before: { target: originOf(row.url), events: eventsOf(row) },
          after: { target: originOf(url), events },
        })
        return { url, description, events: events && JSON.stringify(events) }
      }),
    setStatus: (by, status) =>
      change(by, async (row, transaction) => {
        if (row.status === status) return null
        if (status === 'disabled') {
          await disableEndpoint(transaction, parts, { row, reason: 'REQUESTED', actor: by.actor })
          return { status, disabled_reason: 'REQUESTED' }
        }
        const [before, after] = [{ status: row.status, reason: row.disabled_reason }, { status }]
        await auditEndpoint(transaction, parts, { actor: by.actor, action: 'webhook.enable', row, before, after })
        return { status, disabled_reason: null, failing_since: null }
      }),
    remove: (by) =>
      database.write(async (transaction) => {
        const row = await requireEndpoint(transaction, database, { ...by, lock: true })
        await transaction(endpoints).where({ id: row.id }).delete()
        await transaction(table('webhook_attempt')).where({ endpoint_id: row.id, status: 'pending' }).delete()
        const before = { target: originOf(row.url), environment: row.environment, status: row.status }
        await auditEndpoint(transaction, parts, { actor: by.actor, action: 'webhook.delete', row, before })
      }),
    async rotate(by, { secret, overlapMs }) {
      const { account_id } = await requireEndpoint(knex, database, by)
      const sealer = await vault.sealer([account_id])
      return await change(by, async (row, transaction) => {
        const from = now() + overlapMs
        const after = { overlap_until: new Date(from).toISOString() }
        await auditEndpoint(transaction, parts, { actor: by.actor, action: 'webhook.rotate', row, after })
        const sealed = sealer.seal(placeOfSecret(row), secret)
        return { secret: sealedSecrets(row, now()).secret, next_secret: sealed, next_from: from }
      })
    },
  }
}

const Count = z.tuple([z.object({ count: z.coerce.number() })])

/**
 * The number of a wallet's newest committed event. Events are numbered under the wallet's lock, so whatever is committed later has a
 * higher one, however long it was under way and whatever its clock said.
 */
async function newestEvent(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { accountId, environment }: NonNullable<WebhookOwner>,
): Promise<number> {
  const wallet = await transaction(table('wallet'))
    .where({ account_id: accountId, environment })
    .pluck('event_sequence')
  return z.array(Counted).parse(wallet)[0] ?? 0
}

/** Sealing may write an account's first data key, so it stands outside the transaction; an account that is not there gets none. */
async function sealAfterCheck(
  { database, vault }: WebhookParts,
  of: Pick<EndpointRow, 'id' | 'account_id'>,
  secret: string,
): Promise<Buffer> {
  await requireAccount(database.knex, database, of.account_id)
  return await vault.seal(placeOfSecret(of), secret)
}
