import type { PepperUse } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import type { KeyedHashes } from './keyed-hash.ts'
import { NOBODY } from './subject-hashes.ts'

/** What the uses of peppers are read from. */
export interface PepperUsesOptions {
  readonly database: Database
  readonly hashes: KeyedHashes
  /** Milliseconds since 1970. */
  readonly now: number
}

const Rows = z.array(z.object({ id: z.string(), uses: Counted }))
type Uses = ReadonlyMap<string, number>

/** By pepper; two counts of the same thing are added. */
function usesOf(...counted: readonly unknown[]): Uses {
  const uses = new Map<string, number>()
  for (const { id, uses: count } of counted.flatMap((rows) => Rows.parse(rows)))
    uses.set(id, (uses.get(id) ?? 0) + count)
  return uses
}

/** Counts what is still known by hashes under each pepper: configured ones, the current one first, then others. */
export async function readPepperUses({ database, hashes, now }: PepperUsesOptions): Promise<readonly PepperUse[]> {
  const { knex, table, dialect } = database
  const counted = (name: string, column: string) =>
    knex(table(name)).whereNotNull(column).groupBy(column).select({ id: column }).count({ uses: '*' })
  const live = (column: 'pepper_id' | 'previous_pepper_id') =>
    counted('api_key', column)
      .where({ status: 'active' })
      .where((lasting) => lasting.whereNull('expires_at').orWhere('expires_at', '>', now))
  // A hash is `<id of its pepper>.<hash>`.
  const pepperOf = (column: string) =>
    dialect === 'pg' ? `split_part(${column}, '.', 1)` : `substr(${column}, 1, instr(${column}, '.') - 1)`
  const records = knex(table('record_key'))
    .groupByRaw(pepperOf('hash'))
    .select(knex.raw(`${pepperOf('hash')} as id`))
    .count({ uses: '*' })
  const people = knex(table('consent'))
    .whereNull('subject_key')
    .whereNot('subject', NOBODY)
    .groupByRaw(pepperOf('subject'))
    .select(knex.raw(`${pepperOf('subject')} as id`))
    .count({ uses: '*' })
  const apiSecrets = usesOf(await live('pepper_id'), await live('previous_pepper_id').where('previous_until', '>', now))
  const adminTokens = usesOf(
    await counted('admin_token', 'pepper_id')
      .whereNull('revoked_at')
      .where((lasting) => lasting.whereNull('expires_at').orWhere('expires_at', '>', now)),
  )
  const recordKeys = usesOf(await records)
  const subjects = usesOf(await people)
  const configured = hashes.all('').map(({ keyId }) => keyId)
  const found = [apiSecrets, adminTokens, recordKeys, subjects].flatMap((uses) => [...uses.keys()])
  return [...new Set([...configured, ...found.sort()])].map((pepperId) => ({
    pepperId,
    isCurrent: pepperId === hashes.currentId,
    isConfigured: configured.includes(pepperId),
    apiSecrets: apiSecrets.get(pepperId) ?? 0,
    adminTokens: adminTokens.get(pepperId) ?? 0,
    recordKeys: recordKeys.get(pepperId) ?? 0,
    subjects: subjects.get(pepperId) ?? 0,
  }))
}
