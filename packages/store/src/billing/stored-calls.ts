import { Amount, type CallState, type Environment, type Money, type StoredCall } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import type { Vault } from '../vault/create-vault.ts'
import { type Place, placeOfCall } from '../vault/sealed-row.ts'
import { selected, unpackSelected } from './batch/column-list.ts'
import { COLUMNS } from './batch/tables.ts'

const Refunds = z.array(z.object({ reference: z.string(), refunded: Amount }))

/** A call's columns, for a query. */
export const callColumns = (alias: string): Readonly<Record<string, string>> => selected(COLUMNS.call, alias)

/** A call from a row of a query that selected `callColumns`. */
export const callFromColumns = (row: Readonly<Record<string, unknown>>): CallState => unpackSelected(COLUMNS.call, row)

/** Which call is looked for. */
export type CallKey =
  | { readonly reference: string }
  | { readonly accountId: string; readonly environment: Environment; readonly claim: string }

/** Reads of calls outside any batch. */
export interface StoredCalls {
  find(by: CallKey): Promise<StoredCall | null>
  /** What was refunded, by reference: of those alone of which something was. */
  refunds(references: readonly string[]): Promise<ReadonlyMap<string, Money>>
  /** Its phase and nothing else; null when there is none. */
  phase(by: CallKey): Promise<CallState['phase'] | null>
  /** The stored response of a call, opened; null when there is none. */
  response(accountId: string, reference: string): Promise<Uint8Array | null>
}

/** Reads calls, and opens what is stored of them. */
export function createStoredCalls(database: Database, vault: Vault): StoredCalls {
  const { knex, table } = database
  const open = async (place: Place, sealed: unknown): Promise<Buffer | null> =>
    sealed instanceof Uint8Array ? await vault.open(place, sealed) : null
  const query = (by: CallKey): Knex.QueryBuilder => {
    const from = knex({ c: table('call') })
    if ('reference' in by) return from.where('c.reference', by.reference)
    return from.where({ 'c.account_id': by.accountId, 'c.environment': by.environment, 'c.claim': by.claim })
  }
  return {
    async find(by) {
      const row: Record<string, unknown> | undefined = await query(by)
        .leftJoin({ r: table('response') }, 'r.call_id', 'c.id')
        .leftJoin({ i: table('call_input') }, 'i.call_id', 'c.id')
        .first({ ...callColumns('c'), response: 'r.body', input: 'i.input' })
      if (!row) return null
      const call = callFromColumns(row)
      const response = await open(placeOfCall('response', call), row['response'])
      const input = await open(placeOfCall('call_input', call), row['input'])
      return { call, response, input: input?.toString('utf8') ?? null }
    },
    async refunds(references) {
      if (references.length === 0) return new Map()
      const rows: unknown = await knex(table('call'))
        .whereIn('reference', [...references])
        .where('refunded', '<>', 0)
        .select('reference', 'refunded')
      return new Map(Refunds.parse(rows).map(({ reference, refunded }) => [reference, refunded]))
    },
    async phase(by) {
      const row: { phase: CallState['phase'] } | undefined = await query(by).first('c.phase as phase')
      return row?.phase ?? null
    },
    async response(accountId, reference) {
      const row: { body: unknown } | undefined = await knex({ c: table('call') })
        .join({ r: table('response') }, 'r.call_id', 'c.id')
        .where('c.reference', reference)
        .first('r.body as body')
      return await open(placeOfCall('response', { accountId, reference }), row?.body)
    },
  }
}
