import { createHash, randomBytes } from 'node:crypto'
import type { Erasure } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const SALT_BYTES = 16
const PAGE = 1_000
const Row = z.object({
  ...{ id: z.string(), actor: z.string(), salt: z.string(), hash: z.string() },
  ...{ calls: Counted, at: Moment },
})

/** The hash is keyed already: who reads the row cannot guess it. */
const proofOf = (salt: string, subject: string): string =>
  createHash('sha256').update(salt).update(subject).digest('hex')

/** An erasure under way. */
export interface ErasureRun {
  readonly id: string
  readonly actor: string
  /** The hash of the person under the first key. */
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Counts calls to an erasure: its row is there with the first of them, so that one that is interrupted is proven too. */
export async function countErased(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { run: { id, actor, subject, at }, calls }: { readonly run: ErasureRun; readonly calls: number },
): Promise<void> {
  const changed = await transaction(table('erasure')).where({ id }).increment('calls', calls)
  if (changed > 0) return
  const salt = randomBytes(SALT_BYTES).toString('hex')
  await transaction(table('erasure')).insert({ id, actor, salt, hash: proofOf(salt, subject), calls, at })
}

/**
 * The erasures of a person, oldest first. Each row has a salt of its own, so all are read: they are as few as people who asked for it.
 *
 * @param subjects Every hash of the person.
 */
export async function erasuresOf(
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  subjects: readonly string[],
): Promise<readonly Erasure[]> {
  const found: Erasure[] = []
  for (let after = ''; ; ) {
    const rows = z.array(Row).parse(await knex(table('erasure')).where('id', '>', after).orderBy('id').limit(PAGE))
    for (const { id, actor, salt, hash, calls, at } of rows)
      if (subjects.some((subject) => proofOf(salt, subject) === hash)) found.push({ id, actor, calls, at })
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return found
    after = last.id
  }
}
