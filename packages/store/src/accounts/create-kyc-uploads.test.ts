import { KYC_FILE_PREFIX, type KycUploads, MOST_KYC_FILE_BYTES, type Store } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { Bytes } from '../columns.ts'
import { openDatabase } from '../connection/open-database.ts'
import { createStore } from '../create-store.ts'

const SECRETS = {
  pepper: [{ id: 'p1', value: 'pepper' }],
  masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
}
const PLAIN = 'What a scan says about Asha Rao'
const PDF = Buffer.from(`%PDF-1.7\n${PLAIN}`)
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(PLAIN)])
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(PLAIN)])
const DAY_MS = 86_400_000

describe.each(ENGINES)('files of KYC on %s', (_, make) => {
  const clock = manualClock()
  let place: TestDatabase
  let store: Store
  let uploads: KycUploads
  beforeAll(async () => {
    place = await make()
    store = await createStore({
      ...{ database: place.options, decide, secrets: SECRETS, clock, ids: sequentialIds(), logger: collectingLogger() },
    })
    await store.migrate()
    uploads = store.kycUploads
  })
  afterAll(async () => {
    await store.close()
    await place.drop()
  })

  const newAccount = async () => (await store.accounts.create({ name: 'Acme', role: 'developer' })).id
  const upload = (accountId: string, more: { bytes?: Uint8Array; kind?: string } = {}) =>
    uploads.add({ accountId, kind: 'pan-card', name: 'PAN of Asha.pdf', bytes: PDF, actor: 'asha', ...more })
  const submit = (accountId: string, ...references: string[]) =>
    store.accounts.submitKyc(
      accountId,
      references.map((reference) => ({ kind: 'pan-card', reference })),
    )
  const statesOf = async (accountId: string) => (await uploads.list(accountId)).map(({ state }) => state)
  const actionsOf = async (accountId: string) =>
    (await store.audit.list({ accountIds: [accountId], cursor: null, limit: 100 })).items.map(({ action }) => action)

  it('gives back exactly the bytes, and notes each view in the audit log, without name and content', async () => {
    const accountId = await newAccount()
    const { id } = await upload(accountId)
    expect(id.startsWith(KYC_FILE_PREFIX)).toBe(true)
    const seen = await uploads.view({ accountId, id, actor: 'ravi' })
    expect(Buffer.from(seen.bytes).equals(PDF)).toBe(true)
    expect(seen.file).toMatchObject({ name: 'PAN of Asha.pdf', type: 'application/pdf', sizeBytes: PDF.length })
    const { items } = await store.audit.list({ accountIds: [accountId], cursor: null, limit: 10 })
    expect(items.filter(({ action }) => action === 'kyc.view_file')).toMatchObject([
      { actor: 'ravi', after: { file_id: id } },
    ])
    expect(JSON.stringify(items)).not.toMatch(/Asha|%PDF/)
  })

  it('knows a file by its first bytes alone, and refuses any other and more than 5 MB', async () => {
    const accountId = await newAccount()
    expect((await upload(accountId, { bytes: PNG })).type).toBe('image/png')
    expect((await upload(accountId, { bytes: JPEG })).type).toBe('image/jpeg')
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK\u0003\u0004 a zip'), Buffer.from('<html>%PDF-')])
      await expect(upload(accountId, { bytes })).rejects.toMatchObject({ code: 'KYC_FILE_INVALID' })
    const whole = Buffer.concat([PDF, Buffer.alloc(MOST_KYC_FILE_BYTES - PDF.length, 32)])
    const { id } = await upload(accountId, { bytes: whole })
    expect(Buffer.from((await uploads.view({ accountId, id, actor: 'ravi' })).bytes).equals(whole)).toBe(true)
    const bytes = Buffer.concat([whole, Buffer.from(' ')])
    await expect(upload(accountId, { bytes })).rejects.toMatchObject({ code: 'KYC_FILE_TOO_LARGE' })
  })

  it('belongs to its account: no other one sees, submits or discards it', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    const { id } = await upload(one)
    const missing = { code: 'KYC_FILE_NOT_FOUND' }
    await expect(uploads.view({ accountId: other, id, actor: 'ravi' })).rejects.toMatchObject(missing)
    await expect(uploads.discard({ accountId: other, id, actor: 'ravi' })).rejects.toMatchObject(missing)
    await expect(submit(other, id)).rejects.toMatchObject({ code: 'KYC_DOCUMENTS_INVALID' })
    expect(await uploads.list(other)).toEqual([])
  })

  it('is submitted, then decided, and cannot be discarded in between', async () => {
    const accountId = await newAccount()
    const { id } = await upload(accountId)
    const { id: replaced } = await upload(accountId)
    await submit(accountId, replaced)
    await submit(accountId, id, 'vault/elsewhere.pdf')
    expect(await statesOf(accountId)).toEqual(['submitted', 'uploaded'])
    await expect(uploads.discard({ accountId, id, actor: 'asha' })).rejects.toMatchObject({ code: 'KYC_FILE_IN_USE' })
    await uploads.discard({ accountId, id: replaced, actor: 'asha' })
    await store.accounts.rejectKyc(accountId, 'The copy cannot be read')
    expect(await statesOf(accountId)).toEqual(['decided'])
    await submit(accountId, id)
    expect(await statesOf(accountId)).toEqual(['submitted'])
    await store.accounts.approveKyc(accountId)
    expect(await statesOf(accountId)).toEqual(['decided'])
  })

  it('is erased after the decision, or after its upload where it was never submitted, and never while it waits', async () => {
    const accountId = await newAccount()
    const { id: decided } = await upload(accountId)
    const { id: left } = await upload(accountId)
    await submit(accountId, decided)
    clock.advance(30 * DAY_MS)
    await store.billing.purge(clock.now().getTime() - 7 * DAY_MS)
    expect((await uploads.list(accountId)).map(({ id }) => id)).toEqual([decided])
    await store.accounts.approveKyc(accountId)
    await store.billing.purge(clock.now().getTime() - 7 * DAY_MS)
    expect(await statesOf(accountId)).toEqual(['decided'])
    clock.advance(7 * DAY_MS + 1)
    await store.billing.purge(clock.now().getTime() - 7 * DAY_MS)
    expect(await uploads.list(accountId)).toEqual([])
    await expect(uploads.view({ accountId, id: left, actor: 'ravi' })).rejects.toMatchObject({
      code: 'KYC_FILE_NOT_FOUND',
    })
    expect((await actionsOf(accountId)).filter((action) => action === 'kyc.erase_file')).toHaveLength(2)
  })

  it('is one of 20 at most, however many are uploaded at once', async () => {
    const accountId = await newAccount()
    const all = await Promise.allSettled(Array.from({ length: 24 }, () => upload(accountId)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'KYC_FILES_TOO_MANY' } })
  })

  it('keeps nothing plain in the database, and refuses the bytes of another file in its place', async () => {
    const accountId = await newAccount()
    const { id } = await upload(accountId)
    await upload(accountId)
    const database = await openDatabase(place.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    const rows = () => database.knex(database.table('kyc_upload')).where({ account_id: accountId })
    const Kept = z.array(z.object({ id: z.string(), name: Bytes, bytes: Bytes }))
    const kept = Kept.parse(await rows().select('id', 'name', 'bytes'))
    for (const { name, bytes } of kept) {
      expect(Buffer.from(bytes).includes(PLAIN)).toBe(false)
      expect(Buffer.from(name).includes('Asha')).toBe(false)
    }
    const other = kept.find((one) => one.id !== id)
    await rows().where({ id }).update({ bytes: other?.bytes })
    await database.close()
    await expect(uploads.view({ accountId, id, actor: 'ravi' })).rejects.toMatchObject({ code: 'SEALED_DATA_DAMAGED' })
  })
})
