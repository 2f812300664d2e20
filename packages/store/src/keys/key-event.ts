import type { ApiKey, HostEventData, HostEventType } from '@parakh/core'
import type { Knex } from 'knex'
import { appendEvent } from '../outbox/append-event.ts'
import type { KeysOptions } from './keys-options.ts'

/** What tells of a change of a key. */
function eventData({ id, label, issuedBy }: ApiKey, type: HostEventType) {
  const data = { key_id: id, label }
  const issued = { ...data, issued_by: issuedBy } satisfies HostEventData<
    'key.created' | 'key.promoted' | 'key.rotated'
  >
  return type === 'key.exposed' || type === 'key.revoked' ? (data satisfies HostEventData<typeof type>) : issued
}

/** Tells of a change of a key: its id and label, never a secret. */
export async function emitKeyEvent(
  transaction: Knex.Transaction,
  { database, clock, ids }: Pick<KeysOptions, 'database' | 'clock' | 'ids'>,
  {
    key,
    type,
  }: { readonly key: ApiKey; readonly type: `key.${'created' | 'exposed' | 'rotated' | 'revoked' | 'promoted'}` },
): Promise<void> {
  const { accountId, environment } = key
  const data = eventData(key, type)
  await appendEvent(transaction, database, {
    id: ids.next(),
    type,
    accountId,
    environment,
    data,
    at: clock.now().getTime(),
  })
}
