import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AnchoredHead } from '@parakh/core'
import * as z from 'zod'
import { cliErrors } from '../error-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'

const HASH = /^[0-9a-f]{64}$/
const Exported = z.object({ period: z.int().positive(), hash: z.string().regex(HASH) })

/**
 * Reads an anchored head.
 *
 * @param given A hash, or a file with what `ledger head --json` printed.
 * @throws `WRONG_USAGE`
 */
export async function headIn(terminal: Terminal, given: string): Promise<AnchoredHead> {
  if (HASH.test(given)) return { hash: given }
  const text = await readFile(resolve(terminal.cwd, given), 'utf8').catch(() => null)
  const wrong = (what: string) =>
    cliErrors.error('WRONG_USAGE', {
      detail: `--head ${given}: ${what}. Allowed: a hash of 64 hexadecimal digits, or a file with what "ledger head --json" printed`,
    })
  if (text === null) throw wrong('there is no such file')
  try {
    return Exported.parse(JSON.parse(text))
  } catch {
    throw wrong('the file is not a head')
  }
}
