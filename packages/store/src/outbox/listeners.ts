import { LISTENER_PREFIX } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const Rows = z.array(z.object({ sink: z.string(), lease_until: Counted }))

/** The durable listeners of all processes: whoever has leased one is recorded by that row, which stays. */
export async function listenersOf(knex: Knex, { table }: Pick<Database, 'table'>): Promise<readonly string[]> {
  return (await read(knex, table('outbox_lease'))).map(({ sink }) => sink)
}

/** Forgets those whose last lease ended before a time. */
export async function forgetListeners(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  before: number,
): Promise<{ readonly forgotten: readonly string[]; readonly left: readonly string[] }> {
  const leases = table('outbox_lease')
  const rows = await read(transaction, leases)
  const unheard = rows.filter((row) => row.lease_until < before).map(({ sink }) => sink)
  if (unheard.length > 0) await transaction(leases).whereIn('sink', unheard).where('lease_until', '<', before).delete()
  const left = rows.filter((row) => row.lease_until >= before).map(({ sink }) => sink)
  return { forgotten: unheard.map((sink) => sink.slice(LISTENER_PREFIX.length)), left }
}

const read = async (knex: Knex, leases: string): Promise<z.output<typeof Rows>> =>
  Rows.parse(await knex(leases).whereLike('sink', `${LISTENER_PREFIX}%`).select('sink', 'lease_until').orderBy('sink'))
