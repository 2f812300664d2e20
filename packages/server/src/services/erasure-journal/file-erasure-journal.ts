import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ErasureJournal, JournaledErasure } from '@parakh/core'
import type { KeyedSecret } from '../../config/secrets.ts'
import { serverErrors } from '../../error-codes.ts'
import { checkedLine, signedLine } from './journal-chain.ts'
import { lockFile } from './lock-file.ts'

/** What a journal is kept with. */
export interface FileJournalOptions {
  /** Its path. It is made with the first erasure, readable by its owner alone. */
  readonly file: string
  /** The first signs, all verify. At least one. */
  readonly keys: readonly KeyedSecret[]
}

/**
 * A journal in a file: one line for each erasure, signed with the line before it.
 *
 * @example
 * const journal = fileErasureJournal({ file: './erasures.jsonl', keys: secrets.subjectKeys })
 */
export function fileErasureJournal({ file, keys }: FileJournalOptions): ErasureJournal {
  const [first] = keys
  if (!first) throw new TypeError('a journal is signed')
  const inChain = (text: string) => {
    const lines = wholeLines(text)
    let mac = ''
    const erasures: JournaledErasure[] = []
    for (const [index, line] of lines.entries()) {
      const checked = checkedLine(keys, mac, line)
      if (!checked) throw serverErrors.error('ERASURE_JOURNAL_BROKEN', { file, line: index + 1 })
      mac = checked.mac
      erasures.push(checked.erasure)
    }
    return { mac, erasures }
  }
  return {
    async append(erasure) {
      await asUnwritable(file, mkdir(dirname(file), { recursive: true }))
      await using _lock = await asUnwritable(file, lockFile(`${file}.lock`))
      const handle = await asUnwritable(file, open(file, 'a+', 0o600))
      try {
        const text = await asUnwritable(file, handle.readFile('utf8'))
        const { mac } = inChain(text)
        await asUnwritable(file, writeLine(handle, text, signedLine(first, mac, erasure)))
      } finally {
        await handle.close()
      }
    },
    async read() {
      const text = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw serverErrors.error('ERASURE_JOURNAL_MISSING', { file }, { cause })
      })
      return inChain(text).erasures
    },
  }
}

/** What a process wrote of a line before it ended was never acknowledged. */
const wholeLines = (text: string): readonly string[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1)

async function writeLine(handle: FileHandle, text: string, line: string): Promise<void> {
  const whole = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1))
  await handle.truncate(whole)
  await handle.appendFile(line)
  await handle.sync()
}

const asUnwritable = <T>(file: string, work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw serverErrors.error('ERASURE_JOURNAL_UNWRITABLE', { file, reason }, { cause })
  })
