import { type ErasedCalls, inr, NO_WRITES, type SettleOperation, type StagedWrites, type Store } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { asked, openPayer, openStore, type Payer } from '../../test/store-bench.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import { createVault, type Vault } from '../vault/create-vault.ts'
import { DataKeyWrapping } from '../vault/data-key-wrapping.ts'
import { providersOf } from '../vault/local-key-provider.ts'
import { type Place, placeOfCall, placeOfRecord } from '../vault/sealed-row.ts'

const masterKey = [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }]
const secrets = {
  ...{ pepper: [{ id: 'p', value: 'pepper' }], masterKey },
  subjectKeys: [{ id: 's', value: 'the subject key of tests' }],
}
const AT = manualClock().now().getTime()
const nothingElse = async () => undefined

describe.each(ENGINES)('an erased person on %s', (_, make) => {
  let place: TestDatabase
  let database: OpenedDatabase
  let store: Store
  let vault: Vault
  let payer: Payer
  beforeAll(async () => {
    place = await make()
    store = await openStore(place, { secrets })
    payer = await openPayer(store, inr('1000'))
    const logger = collectingLogger()
    database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger })
    const wrapping = new DataKeyWrapping({ providers: providersOf(masterKey), logger })
    vault = createVault({ database, clock: manualClock(), logger, wrapping })
  })
  afterAll(async () => {
    await database.close()
    await store.close()
    await place.drop()
  })

  const admit = async (reference: string, ...people: string[]) =>
    await store.billing.admit({
      ...asked(payer, reference),
      consents: people.map((one) => ({
        ...{ ...store.subjects.hash(one), purpose: 'kyc', notice: '2026-01', artefact: `consent-${one}` },
        ip: '203.0.113.9',
      })),
    })
  const settle = async (reference: string, answer: object, more: Partial<SettleOperation> = {}) => {
    const { accountId, environment, key } = payer
    const of = { accountId, environment, at: AT, keyId: key.id, reference }
    const usage = { requestId: reference, endpoint: 'lookup', status: 200, outcome: 'answer', code: null } as const
    const response = { status: 200, body: Buffer.from(JSON.stringify(answer)) }
    await store.billing.settle({
      ...{ kind: 'settle', ...of, epoch: 1, outcome: 'answer', charged: inr('1'), writes: NO_WRITES, response },
      usage: { ...of, ...usage, latencyMs: 1, charged: inr('1'), ip: '', day: '2026-01-15', counted: true },
      ...more,
    })
  }
  const write = async (reference: string, pan: string) => {
    const { accountId, environment } = payer
    const of = { accountId, environment, at: AT, reference }
    await admit(reference, pan)
    const sent = { epoch: 1, operation: 'order', provider: 'acme#0', input: `{"request":{"pan":"${pan}"}}` }
    await store.billing.dispatch({ kind: 'dispatch', ...of, ...sent })
    const record = { expected: null, state: 'placed', keepUntil: null, value: `{"pan":"${pan}"}` }
    const writes: StagedWrites = {
      ...NO_WRITES,
      records: [
        { ...record, collection: 'print.orders', id: reference, keys: [{ name: 'pan', value: pan }] },
        { ...record, collection: 'core.documents', id: `${reference}.sheet`, keys: [] },
      ],
      events: [{ id: `event-${reference}`, type: 'order.updated', data: { ref_id: reference, pan } }],
      jobs: [{ id: `job-${reference}`, name: 'tell', payload: `["${reference}","${pan}"]`, runAt: AT, attempts: 3 }],
      asyncState: { reference, from: 'none', to: 'pending' },
    }
    await settle(reference, { pan }, { writes })
  }
  const complete = async (reference: string) => {
    const { accountId, environment } = payer
    const asyncState = { reference, from: 'pending', to: 'completed' } as const
    const writes = { ...NO_WRITES, asyncState }
    await store.billing.commit({ kind: 'commit', accountId, environment, at: AT, writes, actor: 'test' })
  }
  const erase = (pan: string, elsewhere: (calls: ErasedCalls) => Promise<void> = nothingElse) =>
    store.subjects.erase({ subjects: store.subjects.hashes(pan), actor: 'asha', elsewhere })

  /** Where a text stands, in any column of any table, decrypted where it is sealed. */
  async function placesOf(...needles: readonly string[]): Promise<readonly string[]> {
    const { knex, table, dialect } = database
    const names: readonly { name: string }[] =
      dialect === 'pg'
        ? (await knex.raw(`select table_name as name from information_schema.tables where table_name like 'parakh%'`))
            .rows
        : await knex('sqlite_master').where({ type: 'table' }).whereLike('name', 'parakh%').select('name')
    const calls = await knex(table('call')).select('id', 'reference', 'account_id')
    const found = new Set<string>()
    for (const { name } of names)
      for (const row of await knex(name).select()) {
        const sealed = sealedIn(name.slice('parakh_'.length), row, calls)
        for (const [column, value] of Object.entries<unknown>(row)) {
          const bytes = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
          const plain =
            sealed && value instanceof Uint8Array && column !== 'wrapped' ? `${await vault.open(sealed, value)}` : ''
          if (needles.some((needle) => `${bytes}\n${plain}`.includes(needle))) found.add(`${name}.${column}`)
        }
      }
    return [...found].map((one) => one.slice('parakh_'.length)).sort()
  }

  it('stands nowhere any more, once its calls are settled; money, times and purposes do, and so does the proof', async () => {
    const [pan, other] = ['ABCPE0001F', 'ABCPE0002F']
    await admit('read', pan)
    await settle('read', { pan, name: 'ASHA RAO' })
    await write('write', pan)
    await admit('open', pan, other)
    await admit('another', other)
    await settle('another', { pan: other })
    const sealed = [
      'call_input.input',
      'consent.artefact',
      'job.payload',
      'outbox.data',
      'record.value',
      'response.body',
    ]
    expect(await placesOf(pan)).toEqual(sealed)
    const kept = (await store.subjects.kept(pan, { cursor: null, limit: 10 })).items
    expect(kept.map(({ reference, answer, input, records }) => [reference, answer, input, records.length])).toEqual([
      ['open', null, null, 0],
      ['write', `{"pan":"${pan}"}`, `{"request":{"pan":"${pan}"}}`, 2],
      ['read', `{"pan":"${pan}","name":"ASHA RAO"}`, null, 0],
    ])
    const entries = await database.knex(database.table('ledger_entry')).orderBy('id')

    const first = await erase(pan)
    expect(first).toMatchObject({ calls: 1, waiting: ['write', 'open'] })
    expect((await store.subjects.find(pan, { cursor: null, limit: 10 })).items).toHaveLength(2)
    await complete('write')
    await settle('open', { pan }, { outcome: 'failed', response: null, charged: inr('0') })
    const told: ErasedCalls[] = []
    const second = await erase(pan, async (calls) => void told.push(calls))
    expect(second).toMatchObject({ calls: 2, waiting: [] })
    expect(told).toEqual([{ references: ['write', 'open'], eventIds: ['event-write'] }])

    expect(await placesOf(pan, 'ASHA RAO', store.subjects.hash(pan).subject)).toEqual([])
    expect((await store.subjects.find(pan, { cursor: null, limit: 10 })).items).toEqual([])
    const proofs = await store.subjects.erasures(pan.toLowerCase())
    expect(proofs.map(({ id, actor, calls }) => [id, actor, calls])).toEqual([
      [first.erasureId, 'asha', 1],
      [second.erasureId, 'asha', 2],
    ])
    expect(await store.subjects.erasures(other)).toEqual([])
    expect(await erase(pan)).toEqual({ erasureId: null, calls: 0, waiting: [] })

    expect(await database.knex(database.table('ledger_entry')).orderBy('id')).toEqual(entries)
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    const rows = await database.knex(database.table('consent')).where({ subject: '' }).orderBy('id')
    expect(rows).toMatchObject(
      ['read', 'write', 'open'].map((reference) => ({
        ...{ account_id: payer.accountId, reference, purpose: 'kyc', notice: '2026-01' },
        ...{ subject_key: null, artefact: '', ip: '' },
      })),
    )
    expect((await store.subjects.find(other, { cursor: null, limit: 10 })).items).toMatchObject([
      { reference: 'another', isKept: true },
      { reference: 'open' },
    ])
    for (const reference of ['read', 'write'])
      expect(await store.billing.admit({ ...asked(payer, `again-${reference}`), claim: reference })).toMatchObject({
        ...{ kind: 'refused', code: 'REQUEST_ID_EXPIRED' },
      })
  })

  it('is erased by a second run where the first was interrupted, whatever was gone already', async () => {
    const pan = 'ABCPE0003F'
    await write('cut', pan)
    await complete('cut')
    const cut = erase(pan, async () => {
      throw new Error('the process ended')
    })
    await expect(cut).rejects.toThrow('the process ended')
    expect((await store.subjects.find(pan, { cursor: null, limit: 10 })).items).toMatchObject([{ reference: 'cut' }])
    const told: ErasedCalls[] = []
    expect(await erase(pan, async (calls) => void told.push(calls))).toMatchObject({ calls: 1, waiting: [] })
    expect(told).toEqual([{ references: ['cut'], eventIds: ['event-cut'] }])
    expect(await placesOf(pan)).toEqual([])
  })

  it('is erased again up to the time of an earlier erasure, and no later', async () => {
    const pan = 'ABCPE0005F'
    await admit('before', pan)
    await settle('before', { pan })
    const hashes = store.subjects.hashes(pan)
    const [earlier, then] = [new Date(AT - 1), new Date(AT)]
    expect([await store.subjects.unerased(hashes, earlier), await store.subjects.unerased(hashes, then)]).toEqual([
      0, 1,
    ])
    const again = { subjects: hashes, actor: 'asha', elsewhere: nothingElse }
    expect(await store.subjects.erase({ ...again, until: earlier })).toMatchObject({ calls: 0 })
    expect(await store.subjects.erase({ ...again, until: then })).toMatchObject({ calls: 1 })
    expect(await store.subjects.unerased(hashes, then)).toBe(0)
  })

  it('is erased page by page, whoever of many accounts looked it up', async () => {
    const pan = 'ABCPE0004F'
    const references = Array.from({ length: 230 }, (_, nth) => `many-${nth}`)
    for (const reference of references) await admit(reference, pan)
    await Promise.all(references.map((reference) => settle(reference, { pan }, { charged: inr('0') })))
    const sizes: number[] = []
    await erase(pan, async (calls) => void sizes.push(calls.references.length))
    expect(sizes).toEqual([100, 100, 30])
    expect(await placesOf(pan)).toEqual([])
  })
})

/** The place of what a row has sealed; null: nothing. */
function sealedIn(
  table: string,
  row: Readonly<Record<string, unknown>>,
  calls: readonly { id: unknown; reference: string; account_id: string }[],
): Place | null {
  const text = (name: string): string => String(row[name])
  if (table === 'job') return { table, accountId: text('account_id'), row: text('id') }
  if (table === 'record') {
    const owner = { accountId: text('account_id'), environment: text('environment'), collection: text('collection') }
    return placeOfRecord(owner, text('id'))
  }
  if (table !== 'response' && table !== 'call_input') return null
  const call = calls.find(({ id }) => String(id) === text('call_id'))
  return call ? placeOfCall(table, { accountId: call.account_id, reference: call.reference }) : null
}
