import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { KeyProviders } from '@parakh/core'
import { localKeyProvider } from '@parakh/store'
import * as z from 'zod'
import { KeyIdSchema } from '../../config/secrets.ts'
import { serverErrors } from '../../error-codes.ts'
import { KEY_FORM, keyIn } from './key-text.ts'

/** Read, write and execute of group and others. */
const OF_OTHERS = 0o077
const LARGEST_BYTES = 4_096

/**
 * The driver `file`: a master key in a file that only its owner can read. It is read once, at start.
 *
 * @param folder What relative paths start from.
 */
export const fileKeys = (folder: string) =>
  KeyProviders.driver({
    id: 'file',
    options: z.object({
      id: KeyIdSchema.describe('Names the key, and is kept with what it wraps: another key has another id'),
      path: z.string().min(1).describe(`A file with ${KEY_FORM}, from the folder of the configuration`),
    }),
    needs: {},
    make: async ({ options: { id, path } }) => {
      const value = await readKeyFile(resolve(folder, path))
      return localKeyProvider([{ id, value }])
    },
  })

/** @throws `KEY_FILE_REFUSED` */
async function readKeyFile(file: string): Promise<string> {
  const refuse = (detail: string) => serverErrors.error('KEY_FILE_REFUSED', { file, detail })
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw refuse(error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be opened')
  })
  try {
    // Asked of what is open, so that nobody puts another file in its place in between.
    const { mode, size } = await handle.stat()
    const isShared = process.platform !== 'win32' && (mode & OF_OTHERS) !== 0
    if (isShared) throw refuse(`its mode is ${(mode & 0o777).toString(8)}, which others may use`)
    const key = size > LARGEST_BYTES ? null : keyIn(await handle.readFile('utf8'))
    if (key === null) throw refuse('it has no key')
    return key
  } finally {
    await handle.close()
  }
}
