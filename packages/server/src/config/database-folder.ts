import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ConfigurationFault } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import type { DatabaseSection } from './database-section.ts'

/**
 * Resolves the database file of the section relative to the configuration's folder.
 *
 * @param folder The configuration file's folder.
 */
export function placeDatabase(database: DatabaseSection, folder: string): DatabaseSection {
  if (!('filename' in database)) return database
  return { ...database, filename: resolve(folder, database.filename) }
}

async function reasonAgainst(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) return 'it is a folder'
  let at = found ? file : dirname(file)
  for (; at !== dirname(at); at = dirname(at)) {
    const entry = await stat(at).catch((error: unknown) => (String(error).includes('ENOTDIR') ? null : undefined))
    if (entry === null) return 'a part of its path is a file, not a folder'
    if (entry === undefined) continue
    if (at !== file && !entry.isDirectory()) return `${at} is a file, not a folder`
    break
  }
  const writable = await access(at, constants.W_OK).then(
    () => true,
    () => false,
  )
  return writable ? null : `${at} is not writable`
}

/**
 * Checks that the database file is writable, without creating it.
 *
 * @returns One fault, or none.
 */
export async function databaseFaults(database: DatabaseSection): Promise<readonly ConfigurationFault[]> {
  if (!('filename' in database)) return []
  const detail = await reasonAgainst(database.filename)
  if (detail === null) return []
  return [serverErrors.fault('DATABASE_UNWRITABLE', 'database.filename', { file: database.filename, detail })]
}
