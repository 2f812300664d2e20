import {
  type Clock,
  checkKycDocuments,
  coreErrors,
  type Ids,
  KYC_FILE_PREFIX,
  type KycUpload,
  type KycUploads,
  type KycUploadTarget,
  kycFileType,
  MOST_KYC_FILES,
  requireOpen,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { lockAccount } from '../account-tree/lock-account.ts'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { Bytes } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import type { Vault } from '../vault/create-vault.ts'
import { writeAccountAudit } from './change-account.ts'
import { KYC_UPLOAD_COLUMNS, KycUploadRow, placesOfUpload } from './kyc-upload-rows.ts'

/** What files of KYC documents are kept with. */
interface KycUploadsOptions {
  readonly database: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
}
/** Files of one transaction of a purge. */
const ERASED_AT_ONCE = 20
const SYSTEM = 'system:retention'

/** Files of KYC documents on a database, each under the data key of its account. */
export function createKycUploads({ database, vault, clock, ids }: KycUploadsOptions): KycUploads {
  const parts = { database, clock, ids }
  const uploads = (knex: Knex) => knex(database.table('kyc_upload'))
  const named = (row: KycUploadRow, name: Uint8Array): KycUpload => ({
    ...{ id: row.id, accountId: row.account_id, kind: row.kind, type: row.type, sizeBytes: row.size },
    ...{ name: new TextDecoder().decode(name), state: row.state, uploadedAt: row.uploaded_at },
  })
  const note = (
    transaction: Knex.Transaction,
    of: KycUploadTarget,
    { action, ...facts }: { readonly action: string },
  ) =>
    writeAccountAudit(transaction, parts, {
      ...{ accountId: of.accountId, actor: of.actor, action: `kyc.${action}`, before: null },
      after: { file_id: of.id, ...facts },
    })
  const find = async (knex: Knex, { accountId, id }: KycUploadTarget): Promise<KycUploadRow> => {
    const row: unknown = await uploads(knex).where({ account_id: accountId, id }).first(KYC_UPLOAD_COLUMNS)
    if (row === undefined) throw coreErrors.error('KYC_FILE_NOT_FOUND', { id })
    return KycUploadRow.parse(row)
  }
  return {
    async add({ accountId, kind, name, bytes, actor }) {
      const id = `${KYC_FILE_PREFIX}${ids.next()}`
      checkKycDocuments([{ kind, reference: id }])
      const type = kycFileType(bytes)
      const places = placesOfUpload({ id, accountId })
      const uploadedAt = clock.now()
      requireOpen(await requireAccount(database.knex, database, accountId))
      // An account's first key is a write of its own: before the transaction.
      const sealer = await vault.sealer([accountId])
      const row = {
        ...{ id, account_id: accountId, kind, type, size: bytes.length, state: 'uploaded' },
        ...{ state_since: uploadedAt.getTime(), uploaded_at: uploadedAt.getTime() },
        ...{ name: sealer.seal(places.name, name), bytes: sealer.seal(places.bytes, bytes) },
      }
      await database.write(async (transaction) => {
        requireOpen(await lockAccount(transaction, database, accountId))
        const kept: readonly unknown[] = await uploads(transaction).where({ account_id: accountId }).select('id')
        if (kept.length >= MOST_KYC_FILES) throw coreErrors.error('KYC_FILES_TOO_MANY', { most: MOST_KYC_FILES })
        await uploads(transaction).insert(row)
        await note(
          transaction,
          { accountId, id, actor },
          { action: 'upload', ...{ kind, type, size_bytes: bytes.length } },
        )
      })
      return { id, accountId, kind, name, type, sizeBytes: bytes.length, state: 'uploaded', uploadedAt }
    },
    async list(accountId) {
      const rows = z
        .array(KycUploadRow)
        .parse(await uploads(database.knex).where({ account_id: accountId }).orderBy('id').select(KYC_UPLOAD_COLUMNS))
      if (rows.length === 0) return []
      const sealer = await vault.sealer([accountId])
      return rows.map((row) => named(row, sealer.open(placesOfUpload({ id: row.id, accountId }).name, row.name)))
    },
    async view(target) {
      const { row, sealed } = await database.write(async (transaction) => {
        const found = await find(transaction, target)
        const read: unknown = await uploads(transaction).where({ id: found.id }).first('bytes')
        await note(transaction, target, { action: 'view_file', ...{ kind: found.kind } })
        return { row: found, sealed: z.object({ bytes: Bytes }).parse(read).bytes }
      })
      const places = placesOfUpload(target)
      const sealer = await vault.sealer([target.accountId])
      return { file: named(row, sealer.open(places.name, row.name)), bytes: sealer.open(places.bytes, sealed) }
    },
    discard: (target) =>
      database.write(async (transaction) => {
        await lockAccount(transaction, database, target.accountId)
        const { id, state } = await find(transaction, target)
        if (state === 'submitted') throw coreErrors.error('KYC_FILE_IN_USE', { id })
        await uploads(transaction).where({ id }).delete()
        await note(transaction, target, { action: 'discard_file' })
      }),
    async purge(before) {
      const unneeded = (knex: Knex) => uploads(knex).whereNot({ state: 'submitted' }).where('state_since', '<', before)
      for (let erased = 0; ; ) {
        const count = await database.write(async (transaction) => {
          const found = z
            .array(z.object({ id: z.string(), account_id: z.string() }))
            .parse(await unneeded(transaction).orderBy('state_since').limit(ERASED_AT_ONCE).select('id', 'account_id'))
          for (const { id, account_id: accountId } of found) {
            // A submission of this moment keeps its file.
            if ((await unneeded(transaction).where({ id }).delete()) === 0) continue
            await note(transaction, { accountId, id, actor: SYSTEM }, { action: 'erase_file' })
          }
          return found.length
        })
        erased += count
        if (count < ERASED_AT_ONCE) return erased
      }
    },
  }
}
