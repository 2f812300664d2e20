import type { Steps, TableTransaction } from '@parakh/core'
import type { WebhookChange, WebhookEndpoint } from '../contract.ts'
import { webhooksErrors } from '../error-codes.ts'
import type { WebhookStore } from '../webhook-store.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { type EndpointRow, endpointOf, eventsOf, sealedSecrets } from './rows.ts'
import {
  auditEndpoint,
  lockEndpoint,
  originOf,
  placeOfSecret,
  readEndpoint,
  type WebhookParts,
} from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

type Changes = Pick<WebhookStore, 'create' | 'list' | 'get' | 'update' | 'setStatus' | 'remove' | 'rotate'>

const jsonOf = (events: readonly string[] | null): string | null => events && JSON.stringify(events)

/** The endpoints, each change with its entry in the audit log. */
export function endpointChanges({ tables, vault, clock, ids }: WebhookParts): Changes {
  const now = (): number => clock.now().getTime()
  const presented = (row: EndpointRow): WebhookEndpoint => endpointOf(row, now())

  /** Changes an endpoint beneath its lock. */
  const change = (
    by: WebhookChange,
    write: (tx: TableTransaction, row: EndpointRow) => Steps<unknown>,
  ): Promise<WebhookEndpoint> =>
    tables.transaction(function* (tx) {
      const row = yield* lockEndpoint(tx, by)
      yield* write(tx, row)
      return presented(yield* lockEndpoint(tx, by))
    })

  return {
    async create({ accountId, environment, url, description, events, secret, actor, most }) {
      const of = { id: ids.next(), account_id: accountId }
      const wallet = { account_id: accountId, environment }
      // Sealing may write an account's first data key, so it stands outside the transaction; an account that is not there gets none.
      await tables.transaction((tx) => tx.account(accountId))
      const sealed = await vault.seal(placeOfSecret(of), secret)
      return await tables.transaction(function* (tx) {
        const counted = yield* tx.first(statements.countEndpoints(wallet))
        if ((counted?.count ?? 0) >= most) throw webhooksErrors.error('WEBHOOK_TOO_MANY', { most })
        const newest = yield* tx.first(statements.newestEvent(wallet))
        yield* tx.run(
          statements.insertEndpoint({
            ...{ ...of, environment, url, description, events: jsonOf(events), secret: sealed },
            ...{ after_sequence: newest?.sequence ?? 0, created_at: clock.now() },
          }),
        )
        const after = { target: originOf(url), environment, events }
        yield* auditEndpoint(tx, { actor, action: 'webhook.create', row: of, after })
        return presented(yield* lockEndpoint(tx, { id: of.id, owner: null }))
      })
    },
    async list(owner) {
      const of = { account_id: owner?.accountId ?? null, environment: owner?.environment ?? null }
      return (await tables.rows(statements.listEndpoints(of))).map(presented)
    },
    get: async (target) => presented(await readEndpoint(tables, target)),
    update: (by, patch) =>
      change(by, function* (tx, row) {
        const { url = row.url, description = row.description, events = eventsOf(row) } = patch
        yield* auditEndpoint(tx, {
          ...{ actor: by.actor, action: 'webhook.update', row },
          before: { target: originOf(row.url), events: eventsOf(row) },
          after: { target: originOf(url), events },
        })
        yield* tx.run(statements.updateEndpoint({ id: row.id, url, description, events: jsonOf(events) }))
      }),
    setStatus: (by, status) =>
      change(by, function* (tx, row) {
        if (row.status === status) return
        if (status === 'disabled') return yield* disableEndpoint(tx, { row, reason: 'REQUESTED', actor: by.actor })
        const [before, after] = [{ status: row.status, reason: row.disabled_reason }, { status }]
        yield* auditEndpoint(tx, { actor: by.actor, action: 'webhook.enable', row, before, after })
        yield* tx.run(statements.enableEndpoint({ id: row.id }))
      }),
    remove: (by) =>
      tables.transaction(function* (tx) {
        const row = yield* lockEndpoint(tx, by)
        yield* tx.run(statements.deleteEndpoint({ id: row.id }))
        yield* tx.run(statements.deletePending({ id: row.id }))
        const before = { target: originOf(row.url), environment: row.environment, status: row.status }
        yield* auditEndpoint(tx, { actor: by.actor, action: 'webhook.delete', row, before })
      }),
    async rotate(by, { secret, overlapMs }) {
      const sealed = await vault.seal(placeOfSecret(await readEndpoint(tables, by)), secret)
      return await change(by, function* (tx, row) {
        const from = now() + overlapMs
        const after = { overlap_until: new Date(from).toISOString() }
        yield* auditEndpoint(tx, { actor: by.actor, action: 'webhook.rotate', row, after })
        const { secret: current } = sealedSecrets(row, now())
        yield* tx.run(statements.rotateSecret({ id: row.id, secret: current, next_secret: sealed, next_from: from }))
      })
    },
  }
}
