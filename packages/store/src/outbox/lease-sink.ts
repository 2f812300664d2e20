import { LISTENER_PREFIX, type OutboxLease } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const Rows = z.array(z.object({ owner: z.string(), lease_until: Counted }))

/** Nothing is written while another one has it, or while the owner's own lease is still long enough. */
export async function leaseSink(database: Database, { sink, owner, at, leaseMs }: OutboxLease): Promise<boolean> {
  const leases = database.table('outbox_lease')
  const [held] = Rows.parse(await database.knex(leases).where({ sink }))
  if (held && held.lease_until > at) {
    if (held.owner !== owner) return false
    if (held.lease_until > at + leaseMs / 2) return true
  }
  const leased: number = await database.write(async (transaction) => {
    await transaction(leases).insert({ sink, owner, lease_until: at }).onConflict('sink').ignore()
    return await transaction(leases)
      .where({ sink })
      .where((free) => free.where({ owner }).orWhere('lease_until', '<=', at))
      .update({ owner, lease_until: at + leaseMs })
  })
  return leased === 1
}

/** Ends the leases of an owner, at once. A durable listener keeps its row, which records it. */
export async function releaseSinks(database: Database, owner: string, at: number): Promise<void> {
  const leases = database.table('outbox_lease')
  await database.write(async (transaction) => {
    const own = () => transaction(leases).where({ owner })
    await own().whereLike('sink', `${LISTENER_PREFIX}%`).where('lease_until', '>', at).update({ lease_until: at })
    await own()
      .whereRaw('sink not like ?', [`${LISTENER_PREFIX}%`])
      .delete()
  })
}
