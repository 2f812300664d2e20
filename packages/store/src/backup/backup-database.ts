import { link, open, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import sqlite3 from 'sqlite3'
import type { Database } from '../connection/database.ts'
import { isDatabaseError } from '../connection/database-refusal.ts'
import { errorCode } from '../connection/error-facts.ts'
import { makePrivate } from '../connection/private-file.ts'
import { storeErrors } from '../error-codes.ts'

/**
 * Writes a whole copy of a SQLite database beside a running server: as it was at one moment, compact, in one file. It is made beside
 * its name, synced, and then put in its place, so a file of that name is a whole backup. Its owner alone reads it.
 *
 * @returns Its size in bytes.
 * @throws `BACKUP_EXISTS`, `BACKUP_FAILED`, `BACKUP_NOT_SUPPORTED`
 */
export async function backupDatabase(database: Database, file: string): Promise<number> {
  if (database.dialect === 'pg') throw storeErrors.error('BACKUP_NOT_SUPPORTED')
  const partial = `${file}.partial`
  for (const name of [file, partial]) if (await exists(name)) throw storeErrors.error('BACKUP_EXISTS', { file: name })
  try {
    await makePrivate(partial)
    await database.knex.raw('vacuum into ?', [partial])
    await forgetServer(partial, database.table('serve_lock'))
    await sync(partial)
    await link(partial, file)
    await sync(dirname(file))
  } catch (cause) {
    if (isExisting(cause)) throw storeErrors.error('BACKUP_EXISTS', { file })
    throw storeErrors.error('BACKUP_FAILED', { file, detail: detailOf(cause) }, { cause })
  } finally {
    await unlink(partial).catch(() => undefined)
  }
  return (await stat(file)).size
}

/** The copy is served by nobody: on the machine of the original, a server that lives would seem to hold it. */
async function forgetServer(file: string, serveLock: string): Promise<void> {
  const copy = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opening: sqlite3.Database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opening)))
  })
  try {
    await new Promise<void>((resolve, reject) =>
      copy.exec(`pragma journal_mode = delete; delete from ${serveLock}`, (error) =>
        error ? reject(error) : resolve(),
      ),
    )
  } finally {
    await new Promise<void>((resolve) => copy.close(() => resolve()))
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
const isExisting = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST'
const detailOf = (cause: unknown): string =>
  isDatabaseError(cause) || !(cause instanceof Error) ? errorCode(cause) : cause.message
