import { spawn } from 'node:child_process'
import { KeyProviders } from '@parakh/core'
import { localKeyProvider } from '@parakh/store'
import * as z from 'zod'
import { KeyIdSchema } from '../../config/secrets.ts'
import { serverErrors } from '../../error-codes.ts'
import { KEY_FORM, keyIn } from './key-text.ts'

const MOST_BYTES = 4_096

/**
 * The driver `command`: a master key that a program prints. It runs once, at start, without a shell.
 *
 * @param folder The program's working folder.
 */
export const commandKeys = (folder: string) =>
  KeyProviders.driver({
    id: 'command',
    options: z.object({
      id: KeyIdSchema.describe('Names the key, and is kept with what it wraps: another key has another id'),
      run: z.array(z.string()).min(1).describe(`A program and its arguments: it prints ${KEY_FORM}`),
      timeoutMs: z.coerce.number().int().min(100).max(60_000).default(10_000).describe('How long it may take'),
    }),
    needs: {},
    make: async ({ options: { id, run, timeoutMs } }) => {
      const value = await runKeyCommand(run, { folder, timeoutMs })
      return localKeyProvider([{ id, value }])
    },
  })

/** @throws `KEY_COMMAND_FAILED`, with the program's name alone: its arguments and what it prints may be secret. */
function runKeyCommand(
  [program = '', ...parameters]: readonly string[],
  { folder, timeoutMs }: { readonly folder: string; readonly timeoutMs: number },
): Promise<string> {
  return new Promise((fulfil, reject) => {
    const child = spawn(program, parameters, { cwd: folder, shell: false, stdio: ['ignore', 'pipe', 'ignore'] })
    const chunks: Buffer[] = []
    let bytes = 0
    // It may have started others that hold its output open: nobody waits for them.
    const end = (): void => {
      clearTimeout(timer)
      child.stdout.destroy()
      child.kill('SIGKILL')
    }
    const refuse = (detail: string): void => {
      end()
      reject(serverErrors.error('KEY_COMMAND_FAILED', { program, detail }))
    }
    const timer = setTimeout(() => refuse(`it took longer than ${timeoutMs} ms`), timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) refuse(`it printed more than ${MOST_BYTES} bytes`)
      else chunks.push(chunk)
    })
    child.once('error', (error) => refuse('code' in error ? String(error.code) : 'it cannot be run'))
    child.once('close', (code, signal) => {
      if (code !== 0) return refuse(`it ended with ${signal ?? code}`)
      const key = keyIn(Buffer.concat(chunks).toString('utf8'))
      if (key === null) return refuse('it printed no key')
      end()
      fulfil(key)
    })
  })
}
