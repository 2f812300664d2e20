import { chmod, writeFile } from 'node:fs/promises'
import type { Logger } from '@parakh/core'

/** Read and written by its owner alone. */
export const PRIVATE_MODE = 0o600

const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code

/**
 * Makes an empty file that its owner alone reads.
 *
 * @returns False: there is one already.
 */
export async function makePrivate(file: string): Promise<boolean> {
  return await writeFile(file, '', { flag: 'wx', mode: PRIVATE_MODE }).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, 'EEXIST')) return false
      throw error
    },
  )
}

/**
 * Makes a SQLite database readable by its owner alone, before SQLite opens it: the log and its index take their mode from the file. One
 * that is there is changed by its name: closing a file ends the locks that this process has on it.
 */
export async function makeDatabasePrivate(filename: string, logger: Logger): Promise<void> {
  if (await makePrivate(filename)) return
  for (const file of [filename, `${filename}-wal`, `${filename}-shm`])
    await chmod(file, PRIVATE_MODE).catch((error: unknown) => {
      if (isCode(error, 'ENOENT')) return
      // Of another owner, who shares it with this user.
      logger.warn('store.file_not_private', { file })
    })
}
