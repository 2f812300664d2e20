import { type CallState, hasHold, type SubjectErase, type SubjectErased } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted, EnvironmentColumn } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { NOBODY } from '../secrets/subject-hashes.ts'
import type { Vault } from '../vault/create-vault.ts'
import { lockWallets } from '../wallet/lock-wallets.ts'
import { collectionsOf, eventsOf, recordsOf } from './call-remains.ts'
import { countErased, type ErasureRun } from './erasure-proofs.ts'

/** Calls of one transaction. */
const PAGE = 100

const Row = z
  .object({
    ...{ row_id: Counted, call_id: Counted, account_id: z.string(), environment: EnvironmentColumn },
    ...{ reference: z.string(), at: Counted, async_state: z.string().nullable() },
    phase: z.custom<CallState['phase']>((phase) => typeof phase === 'string'),
  })
  .transform(({ row_id, call_id, account_id, environment, reference, at, phase, async_state }) => ({
    ...{ rowId: row_id, callId: call_id, accountId: account_id, environment, reference, at },
    // It still changes: its answer, its records and its money follow.
    isOpen: hasHold({ phase }) || async_state === 'pending',
  }))
type Row = z.output<typeof Row>

/** What erases. */
export interface EraserParts {
  readonly database: Database
  readonly vault: Pick<Vault, 'open'>
  readonly newRun: (actor: string, subject: string) => ErasureRun
}

/**
 * Erases what is kept of the calls about a person, page by page: what is sealed goes first, then what others keep of them, then who the person was.
 * One that is interrupted leaves its calls findable, and is repeated.
 */
export async function eraseCalls(
  parts: EraserParts,
  { subjects, actor, until, elsewhere }: SubjectErase,
): Promise<SubjectErased> {
  const { database } = parts
  const run = parts.newRun(actor, subjects[0] ?? '')
  let calls = 0
  const waiting = new Set<string>()
  for (let after = 0; ; ) {
    const page = await rowsAfter(database, { subjects, until, after })
    const last = page.at(-1)
    if (!last) break
    after = last.rowId
    for (const call of page.filter(({ isOpen }) => isOpen)) waiting.add(call.reference)
    const settled = page.filter(({ isOpen }) => !isOpen)
    if (settled.length === 0) continue
    const { erased, eventIds } = await shred(database, settled)
    for (const { reference } of settled.filter((call) => !erased.includes(call))) waiting.add(reference)
    if (erased.length === 0) continue
    await elsewhere({ references: erased.map(({ reference }) => reference), eventIds })
    await dropJobs(parts, erased)
    calls += await forget(database, { run, erased })
  }
  return { erasureId: calls === 0 ? null : run.id, calls, waiting: [...waiting] }
}

interface Wanted {
  readonly subjects: readonly string[]
  readonly until: Date | undefined
}

/** The rows of a person with their calls. Together first, because their order by id would have a database read all rows. */
function rowsOf({ knex, table }: Pick<Database, 'knex' | 'table'>, { subjects, until }: Wanted): Knex.QueryBuilder {
  const own = knex(table('consent')).whereIn('subject', subjects).select('id', 'reference')
  if (until) own.where('at', '<=', until.getTime())
  return knex
    .withMaterialized('own', own)
    .from({ own: 'own' })
    .join({ call: table('call') }, 'call.reference', 'own.reference')
}

async function rowsAfter(
  database: Pick<Database, 'knex' | 'table'>,
  { after, ...wanted }: Wanted & { readonly after: number },
): Promise<readonly Row[]> {
  const rows = await rowsOf(database, wanted)
    .where('own.id', '>', after)
    .orderBy('own.id')
    .limit(PAGE)
    .select({ row_id: 'own.id', call_id: 'call.id' })
    .select('call.account_id', 'call.environment', 'call.reference', 'call.at', 'call.phase', 'call.async_state')
  return z.array(Row).parse(rows)
}

const OPEN = ['held', 'dispatched', 'accepted'] satisfies CallState['phase'][]

/** How many settled calls about a person, up to a time, are not erased. */
export async function countUnerased(
  database: Pick<Database, 'knex' | 'table'>,
  wanted: { readonly subjects: readonly string[]; readonly until: Date },
): Promise<number> {
  const settled = rowsOf(database, wanted)
    .whereNotIn('call.phase', OPEN)
    .where((ended) => ended.whereNull('call.async_state').orWhereNot('call.async_state', 'pending'))
    .count({ rows: '*' })
    .first()
  return z.object({ rows: Counted }).parse(await settled).rows
}

/** Answers, inputs, records and events, in one transaction. Calls that came to life meanwhile, as by a refund of their hold, are left out. */
async function shred(
  database: Database,
  settled: readonly Row[],
): Promise<{ readonly erased: readonly Row[]; readonly eventIds: readonly string[] }> {
  return await database.write(async (transaction) => {
    await lockWallets(
      transaction,
      database,
      settled.map(({ accountId, environment }) => [accountId, environment] as const),
    )
    const { table } = database
    const open = await stillOpen(transaction, database, settled)
    const erased = settled.filter(({ reference }) => !open.includes(reference))
    const ids = erased.map(({ callId }) => callId)
    for (const name of ['response', 'call_input']) await transaction(table(name)).whereIn('call_id', ids).delete()
    await transaction(table('call')).whereIn('id', ids).update({ fingerprint: NOBODY })
    await transaction(table('call'))
      .whereIn('id', ids)
      .whereIn('phase', ['answered', 'none'])
      .update({ phase: 'purged' })
    const eventIds: string[] = []
    for (const calls of byWallet(erased)) {
      await dropRecords(transaction, database, calls)
      for (const { id, reference } of await eventsOf(transaction, database, calls)) {
        // The reference stays, so that an erasure that is repeated finds the event again.
        await transaction(table('outbox'))
          .where({ id })
          .update({ data: JSON.stringify({ erased: true, ref_id: reference }) })
        eventIds.push(id)
      }
    }
    return { erased, eventIds }
  })
}

async function stillOpen(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  calls: readonly Row[],
): Promise<readonly string[]> {
  const rows = await transaction(table('call'))
    .whereIn(
      'id',
      calls.map(({ callId }) => callId),
    )
    .where((open) => open.whereIn('phase', OPEN).orWhere({ async_state: 'pending' }))
    .select('reference')
  return z
    .array(z.object({ reference: z.string() }))
    .parse(rows)
    .map(({ reference }) => reference)
}

function byWallet(calls: readonly Row[]): readonly (readonly Row[])[] {
  const wallets = new Map<string, Row[]>()
  for (const call of calls) {
    const wallet = `${call.accountId}/${call.environment}`
    wallets.set(wallet, [...(wallets.get(wallet) ?? []), call])
  }
  return [...wallets.values()]
}

/** @param calls Of one wallet. */
async function dropRecords(transaction: Knex.Transaction, database: Database, calls: readonly Row[]): Promise<void> {
  const [first] = calls
  if (!first) return
  const { table } = database
  const collections = await collectionsOf(transaction, database, first)
  for (const call of calls)
    for (const { position, collection, id } of await recordsOf(transaction, database, { call, collections })) {
      const owner = { account_id: call.accountId, environment: call.environment, collection }
      await transaction(table('record_key'))
        .where({ ...owner, record_id: id })
        .delete()
      await transaction(table('record')).where({ position }).delete()
    }
}

const JobRow = z.object({ id: z.string(), account_id: z.string(), payload: z.instanceof(Buffer) })

/** Jobs of these accounts whose sealed payload names one of the calls. There are as many as wait, or were given up. */
async function dropJobs({ database, vault }: EraserParts, calls: readonly Row[]): Promise<void> {
  const { knex, table } = database
  const accounts = [...new Set(calls.map(({ accountId }) => accountId))]
  const rows = await knex(table('job'))
    .whereIn('account_id', accounts)
    .whereNotNull('payload')
    .select('id', 'account_id', 'payload')
  const ids: string[] = []
  for (const { id, account_id, payload } of z.array(JobRow).parse(rows)) {
    const text = (await vault.open({ table: 'job', accountId: account_id, row: id }, payload)).toString()
    if (calls.some(({ reference }) => text.includes(reference))) ids.push(id)
  }
  if (ids.length > 0) await database.write((transaction) => transaction(table('job')).whereIn('id', ids).delete())
}

interface Forgotten {
  readonly run: ErasureRun
  readonly erased: readonly Row[]
}

/** Who the person was. Account, time and purpose stay: that the call was made, and paid. */
async function forget(database: Database, { run, erased }: Forgotten): Promise<number> {
  const ids = erased.map(({ rowId }) => rowId)
  const subject = { subject: NOBODY, subject_key: null, ip: '', artefact: '' }
  return await database.write(async (transaction) => {
    const calls = await transaction(database.table('consent'))
      .whereIn('id', ids)
      .whereNot('subject', NOBODY)
      .update(subject)
    await countErased(transaction, database, { run, calls })
    return calls
  })
}
