import { zero } from '@parakh/core'
import knex from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, sqliteDatabase, type TestDatabase } from '../../test/databases.ts'
import { asked, openPayer, openStore } from '../../test/store-bench.ts'
import { createSecrets } from '../secrets/create-secrets.ts'
import type { StoreOptions } from '../store-options.ts'

const pepper = { id: '1', value: 'the first pepper of all' }
const older = { id: '2025', value: 'the older subject key' }
const newer = { id: '2026', value: 'the newer subject key' }
const masterKey = [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }]
const secrets = (...subjectKeys: { id: string; value: string }[]): StoreOptions['secrets'] => ({
  ...{ pepper: [pepper], masterKey },
  ...(subjectKeys.length === 0 ? {} : { subjectKeys }),
})

describe.each(ENGINES)('keys of the index of people on %s', (_, make) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await make()
  })
  afterAll(() => database.drop())
  const open = (...keys: { id: string; value: string }[]) => openStore(database, { secrets: secrets(...keys) })

  it('are searched all, peppers and hashes of before the index included, and none is given up while rows need it', async () => {
    const pan = 'ABCPE1234F'
    let payer: Awaited<ReturnType<typeof openPayer>> | undefined
    const look = async (keys: { id: string; value: string }[], reference: string, subject?: string) => {
      const store = await open(...keys)
      payer ??= await openPayer(store)
      const hash = subject === undefined ? store.subjects.hash(pan) : { subject, subjectKey: null }
      const consents = [{ ...hash, purpose: 'p', notice: '', artefact: '', ip: '' }]
      await store.billing.admit({ ...asked(payer, reference), price: zero, consents })
      const { items } = await store.subjects.find(` ${pan}`, { cursor: null, limit: 10 })
      const uses = { keys: await store.secrets.subjectKeys(), peppers: await store.secrets.peppers() }
      await store.close()
      return { found: items.map(({ reference }) => reference), uses }
    }
    // As the release before wrote it: the text as it stood in the request.
    expect((await look([], 'as-typed', createSecrets([pepper]).hash(` ${pan}`))).found).toEqual(['as-typed'])
    const without = await look([], 'pepper')
    expect(without).toMatchObject({ found: ['pepper', 'as-typed'], uses: { keys: [], peppers: [{ subjects: 2 }] } })
    expect((await look([older], 'older')).found).toEqual(['older', 'pepper', 'as-typed'])
    const { found, uses } = await look([newer, older], 'newer')
    expect(found).toEqual(['newer', 'older', 'pepper', 'as-typed'])
    expect(uses.keys).toEqual([
      { keyId: '2026', subjects: 1, isCurrent: true, isConfigured: true },
      { keyId: '2025', subjects: 1, isCurrent: false, isConfigured: true },
    ])
    const enough = await open(newer, older)
    await enough.secrets.requireKeys()
    await enough.close()
    for (const [keys, ids] of [
      [[], '2025, 2026'],
      [[newer], '2025'],
      [[older], '2026'],
    ] as const) {
      const store = await open(...keys)
      await expect(store.secrets.requireKeys()).rejects.toMatchObject({ code: 'SUBJECT_KEY_MISSING' })
      await expect(store.secrets.requireKeys()).rejects.toThrow(`lacks: ${ids}.`)
      await store.close()
    }
  })
})

it('an index tells which keys are needed and who was looked up, not a scan', async () => {
  const database = await sqliteDatabase()
  if (!('filename' in database.options)) throw new Error('a file was expected')
  await (await openStore(database)).close()
  const tables = knex({
    client: 'sqlite3',
    connection: { filename: database.options.filename },
    useNullAsDefault: true,
  })
  const plan = async (sql: string): Promise<string> => JSON.stringify(await tables.raw(`explain query plan ${sql}`))
  const least = 'select min(subject_key) from parakh_consent where subject_key is not null'
  expect(await plan(least)).toContain('parakh_consent_subject_key')
  expect(await plan(`${least} and subject_key > '2025'`)).toContain('parakh_consent_subject_key')
  expect(await plan(`select * from parakh_consent where subject in ('a', 'b')`)).toMatch(/USING INDEX \w*subject/)
  await tables.destroy()
  await database.drop()
})
