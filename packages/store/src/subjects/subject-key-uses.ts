import type { StoredSecrets, SubjectKeyUse } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import type { SubjectHashes } from '../secrets/subject-hashes.ts'

const Keys = z.array(z.object({ id: z.string() }))
const Counts = z.array(z.object({ id: z.string(), uses: Counted }))

/** What the uses of subject keys are read from. */
export interface SubjectKeyUsesOptions {
  readonly database: Database
  readonly hashes: Pick<SubjectHashes, 'keyIds'>
}

/** The keys that rows are under. The index gives each by one look, however many rows there are. */
async function keysOfRows({ knex, dialect, table }: Database): Promise<readonly string[]> {
  const next = (after: string) =>
    `(select min(subject_key) from ${table('consent')} where subject_key is not null ${after})`
  const rows: unknown = await knex.raw(
    `with recursive known (id) as (
      select ${next('')}
      union all select ${next('and subject_key > known.id')} from known where known.id is not null)
    select id from known where id is not null`,
  )
  const found = dialect === 'pg' ? z.object({ rows: Keys }).parse(rows).rows : Keys.parse(rows)
  return found.map(({ id }) => id)
}

/** Counts the identifiers of people by subject key: configured ones, the current one first, then others. */
async function subjectKeys({ database, hashes }: SubjectKeyUsesOptions): Promise<readonly SubjectKeyUse[]> {
  const { knex, table } = database
  const { keyIds } = hashes
  const counted = Counts.parse(
    await knex(table('consent'))
      .whereNotNull('subject_key')
      .groupBy('subject_key')
      .select({ id: 'subject_key' })
      .count({ uses: '*' }),
  )
  const uses = new Map(counted.map(({ id, uses }) => [id, uses]))
  return [...new Set([...keyIds, ...[...uses.keys()].sort()])].map((keyId) => ({
    keyId,
    subjects: uses.get(keyId) ?? 0,
    isCurrent: keyId === keyIds[0],
    isConfigured: keyIds.includes(keyId),
  }))
}

/** Which subject keys the index of people needs. */
export const subjectKeyUses = (
  options: SubjectKeyUsesOptions,
): Pick<StoredSecrets, 'subjectKeys'> & { requireSubjectKeys(): Promise<void> } => ({
  subjectKeys: () => subjectKeys(options),
  async requireSubjectKeys() {
    const missing = (await keysOfRows(options.database)).filter((id) => !options.hashes.keyIds.includes(id))
    if (missing.length > 0) throw storeErrors.error('SUBJECT_KEY_MISSING', { ids: missing.join(', ') })
  },
})
