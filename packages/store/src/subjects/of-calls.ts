import { type CallTraces, type Environment, ISSUED_DOCUMENTS } from '@parakh/core'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { NOBODY } from '../secrets/subject-hashes.ts'

/** After every id that begins with a reference, in the order of any database. */
const LAST = 'zzzzzzzz'
const Person = z.object({ reference: z.string(), subject: z.string() })
const Document = z.object({ id: z.string() })

/** Whom calls of a wallet were about, and the documents of them that are still kept, by reference: those alone that have any. */
export async function tracesOfCalls(
  database: Pick<Database, 'knex' | 'table'>,
  { accountId, environment }: { readonly accountId: string; readonly environment: Environment },
  references: readonly string[],
): Promise<ReadonlyMap<string, CallTraces>> {
  const { knex, table } = database
  const traces = new Map<string, { subjects: string[]; documents: string[] }>()
  const [first, last] = [references.toSorted().at(0), references.toSorted().at(-1)]
  if (first === undefined || last === undefined) return traces
  const of = { account_id: accountId, environment }
  const tracesOf = (reference: string) => {
    const known = traces.get(reference) ?? { subjects: [], documents: [] }
    traces.set(reference, known)
    return known
  }
  const people = knex(table('consent'))
    .where(of)
    .whereIn('reference', [...references])
    .whereNot('subject', NOBODY)
    .orderBy('id')
    .select('reference', 'subject')
  for (const { reference, subject } of z.array(Person).parse(await people)) tracesOf(reference).subjects.push(subject)
  const documents = await knex(table('record'))
    .where({ ...of, collection: ISSUED_DOCUMENTS })
    .whereBetween('id', [first, `${last}${LAST}`])
    .orderBy('id')
    .select('id')
  const asked = new Set(references)
  for (const { id } of z.array(Document).parse(documents)) {
    const reference = id.slice(0, id.indexOf('.'))
    if (asked.has(reference)) tracesOf(reference).documents.push(id)
  }
  return traces
}
