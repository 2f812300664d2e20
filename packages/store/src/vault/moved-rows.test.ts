import { inr, NO_WRITES, type Store } from '@parakh/core'
import { type CollectingLogger, collectingLogger } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { admit, asked, openPayer, openStore, type Payer, settle } from '../../test/store-bench.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'

const DAMAGED = { code: 'SEALED_DATA_DAMAGED' }

describe.each(ENGINES)('what is stored encrypted, moved by SQL on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  let database: OpenedDatabase
  let logger: CollectingLogger
  let payer: Payer
  beforeAll(async () => {
    place = await make()
    logger = collectingLogger()
    store = await openStore(place, { logger })
    database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger })
    payer = await openPayer(store, inr('100'))
  })
  afterAll(async () => {
    await store.close()
    await database.close()
    await place.drop()
  })

  /** Gives the two newest rows of a table each other's value in a column. */
  const swap = async (name: string, { key, column }: { key: string; column: string }): Promise<void> => {
    const rows = () => database.knex(database.table(name))
    const [one, other] = await rows().orderBy(key, 'desc').limit(2)
    for (const [row, value] of [
      [one, other[column]],
      [other, one[column]],
    ])
      await rows()
        .where({ [key]: row[key] })
        .update({ [column]: value })
  }
  const replay = (reference: string) => {
    const again = asked(payer, `${reference}-again`)
    return store.billing.admit({ ...again, claim: reference, requestId: reference })
  }
  const staged = async (reference: string, writes: Partial<typeof NO_WRITES>): Promise<void> => {
    const { accountId, environment } = payer
    await admit(store, payer, reference)
    const { at } = asked(payer, reference)
    const of = { kind: 'commit', reference, accountId, environment, at, actor: 'test' } as const
    expect(await store.billing.commit({ ...of, writes: { ...NO_WRITES, ...writes } })).toEqual({ kind: 'done' })
  }

  it('is refused as the answer of another call, and told in the log without its content', async () => {
    for (const reference of ['answer-1', 'answer-2']) {
      await admit(store, payer, reference)
      await settle(store, payer, reference)
    }
    expect(await replay('answer-1')).toMatchObject({ kind: 'replay', status: 200 })
    await swap('response', { key: 'call_id', column: 'body' })
    for (const reference of ['answer-1', 'answer-2']) await expect(replay(reference)).rejects.toMatchObject(DAMAGED)
    expect(logger.of('store.sealed_data_damaged')[0]).toMatchObject({
      level: 'error',
      facts: { code: 'SEALED_DATA_DAMAGED', table: 'response', account: payer.accountId, row: 'answer-1' },
    })
    expect(logger.text()).not.toContain('{"of"')
  })

  it('is refused as the input of another call, and as its answer', async () => {
    const { accountId, environment } = payer
    for (const reference of ['input-1', 'input-2']) {
      await admit(store, payer, reference)
      const { at } = asked(payer, reference)
      const of = { kind: 'dispatch', reference, accountId, environment, at, epoch: 1 } as const
      await store.billing.dispatch({ ...of, operation: 'send', provider: 'live', input: '{"to":"somebody"}' })
    }
    expect(await store.billing.findByReference('input-1')).toMatchObject({ input: '{"to":"somebody"}' })
    await swap('call_input', { key: 'call_id', column: 'input' })
    await expect(store.billing.findByReference('input-1')).rejects.toMatchObject(DAMAGED)
    await admit(store, payer, 'answer-3')
    await settle(store, payer, 'answer-3')
    const rows = (name: string) => database.knex(database.table(name)).orderBy('call_id', 'desc').limit(1)
    const [[input], [answer]] = [await rows('call_input'), await rows('response')]
    const response = database.knex(database.table('response')).where({ call_id: answer.call_id })
    await response.update({ body: input.input })
    await expect(replay('answer-3')).rejects.toMatchObject(DAMAGED)
  })

  it('is refused as another record, also of the same collection', async () => {
    const { accountId, environment } = payer
    const record = (id: string) => ({
      ...{ collection: 'print.orders', id, expected: null, state: 'created', value: `{"id":"${id}"}` },
      ...{ keys: [], keepUntil: null },
    })
    await staged('records', { records: [record('one'), record('other')] })
    const read = (id: string) => store.records.get('print.orders', { accountId, environment }, id)
    expect(await read('one')).toMatchObject({ value: '{"id":"one"}' })
    await swap('record', { key: 'position', column: 'value' })
    for (const id of ['one', 'other']) await expect(read(id)).rejects.toMatchObject(DAMAGED)
  })

  it('is refused as the payload of another job', async () => {
    const { at } = asked(payer, 'jobs')
    const job = (id: string) => ({ id, name: 'print.remind', payload: `{"id":"${id}"}`, runAt: at, attempts: 3 })
    await staged('jobs', { jobs: [job('job-1'), job('job-2')] })
    await swap('job', { key: 'id', column: 'payload' })
    await expect(store.jobs.claim('worker', at, { limit: 10, leaseMs: 60_000 })).rejects.toMatchObject(DAMAGED)
  })

  it('is refused with the data key of another account', async () => {
    const other = await openPayer(store)
    await admit(store, other, 'of-another')
    await settle(store, other, 'of-another')
    await swap('data_key', { key: 'account_id', column: 'wrapped' })
    const later = await openStore(place)
    await expect(later.billing.findByReference('of-another')).rejects.toMatchObject({ code: 'MASTER_KEY_UNKNOWN' })
    await later.close()
  })
})
