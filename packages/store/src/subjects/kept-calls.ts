import type { KeptCall, SubjectLookup } from '@parakh/core'
import * as z from 'zod'
import { Bytes, Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import type { Vault } from '../vault/create-vault.ts'
import { placeOfCall, placeOfRecord } from '../vault/sealed-row.ts'
import { collectionsOf, recordsOf } from './call-remains.ts'

const Kept = z.object({ id: Counted, body: Bytes.nullable(), input: Bytes.nullable() })

/** What is kept of a call, opened. */
export async function keptOf(
  { database, vault }: { readonly database: Database; readonly vault: Pick<Vault, 'open'> },
  call: SubjectLookup,
): Promise<KeptCall> {
  const { knex, table } = database
  const row: unknown = await knex({ call: table('call') })
    .where('call.reference', call.reference)
    .leftJoin({ response: table('response') }, 'response.call_id', 'call.id')
    .leftJoin({ input: table('call_input') }, 'input.call_id', 'call.id')
    .first('call.id', 'response.body', 'input.input')
  const { body, input } = Kept.parse(row)
  const opened = async (of: 'call_input' | 'response', sealed: Uint8Array | null) =>
    sealed && (await vault.open(placeOfCall(of, call), sealed)).toString()
  const records: KeptCall['records'][number][] = []
  const collections = await collectionsOf(knex, database, call)
  for (const { collection, id, value } of await recordsOf(knex, database, { call, collections })) {
    const { accountId, environment } = call
    const plain = await vault.open(placeOfRecord({ accountId, environment, collection }, id), value)
    records.push({ collection, id, value: plain.toString() })
  }
  return { ...call, answer: await opened('response', body), input: await opened('call_input', input), records }
}
