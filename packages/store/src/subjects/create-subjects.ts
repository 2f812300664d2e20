import {
  type Clock,
  type Ids,
  type KeptCall,
  readCursor,
  type SubjectLookup,
  type Subjects,
  writeCursor,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import type { SubjectHashes } from '../secrets/subject-hashes.ts'
import { deleteOldRows } from '../usage/delete-old-rows.ts'
import type { Vault } from '../vault/create-vault.ts'
import { countUnerased, eraseCalls } from './erase-calls.ts'
import { erasuresOf } from './erasure-proofs.ts'
import { keptOf } from './kept-calls.ts'
import { tracesOfCalls } from './of-calls.ts'
import { pageConsents } from './page-consents.ts'

const Place = z.tuple([z.int()])
const Row = z
  .object({
    ...{ account_id: z.string(), environment: z.enum(['sandbox', 'production']), reference: z.string() },
    ...{ key_id: z.string(), endpoint: z.string(), purpose: z.string(), notice: z.string(), artefact: z.string() },
    ...{ id: z.coerce.number(), at: z.coerce.number(), status: z.number().nullable() },
    phase: z.custom<SubjectLookup['phase']>((phase) => typeof phase === 'string'),
    kept: z.coerce.number(),
  })
  .transform(({ id, account_id, key_id, at, kept, ...row }) => ({
    id,
    lookup: { ...row, accountId: account_id, keyId: key_id, at: new Date(at), isKept: kept > 0 },
  }))

/** What the index of people is made from. */
export interface SubjectsOptions {
  readonly database: Database
  readonly hashes: SubjectHashes
  readonly vault: Pick<Vault, 'open'>
  readonly clock: Clock
  readonly ids: Ids
}

/** The rows of a person. Together first, because their order by id would have a database read all rows from the newest. */
const rowsOfSubject = (
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  subjects: readonly string[],
): Knex.QueryBuilder =>
  knex
    .withMaterialized('own', knex(table('consent')).whereIn('subject', subjects).select())
    .from({ own: 'own' })
    .join({ call: table('call') }, 'call.reference', 'own.reference')

/**
 * The index of people on a database: the rows of `consent`, one for each identifier of a person in the request of a call.
 *
 * @example
 * const subjects = createSubjects({ database, hashes: createSubjectHashes(secrets), vault, clock, ids })
 * const { items } = await subjects.find('ABCPE1234F', { cursor: null, limit: 100 })
 */
export function createSubjects({ database, hashes, vault, clock, ids }: SubjectsOptions): Subjects {
  const { knex, table } = database
  const keptIn = (name: string) => knex(table(name)).whereRaw('?? = ??', ['call_id', 'call.id']).count()
  const find: Subjects['find'] = async (identifier, { cursor, limit }) => {
    const query = rowsOfSubject(database, hashes.all(identifier))
      .orderBy('own.id', 'desc')
      .limit(limit + 1)
      .select('own.id', 'own.account_id', 'own.environment', 'own.reference', 'own.purpose', 'own.notice')
      .select('own.artefact', 'own.at', 'call.key_id', 'call.endpoint', 'call.phase', 'call.status')
      .select(knex.raw('(?) + (?) as kept', [keptIn('response'), keptIn('call_input')]))
    if (cursor !== null) query.where('own.id', '<', readCursor(cursor, Place)[0])
    const rows = z.array(Row).parse(await query)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map(({ lookup }) => lookup),
      next: rows.length > limit && last ? writeCursor([last.id]) : null,
    }
  }
  return {
    hash: (identifier) => hashes.make(identifier),
    hashes: (identifier) => hashes.all(identifier),
    find,
    async kept(identifier, page) {
      const { items, next } = await find(identifier, page)
      const kept: KeptCall[] = []
      for (const call of items) kept.push(await keptOf({ database, vault }, call))
      return { items: kept, next }
    },
    erase: (request) => {
      const newRun = (actor: string, subject: string) => ({ id: ids.next(), actor, subject, at: clock.now().getTime() })
      return eraseCalls({ database, vault, newRun }, request)
    },
    unerased: (subjects, until) => countUnerased(database, { subjects, until }),
    erasures: (identifier) => erasuresOf(database, hashes.all(identifier)),
    consents: (query) => pageConsents(database, query, clock.now().getTime()),
    ofCalls: (wallet, references) => tracesOfCalls(database, wallet, references),
    purge: (before) => deleteOldRows(database, table('consent'), before),
  }
}
