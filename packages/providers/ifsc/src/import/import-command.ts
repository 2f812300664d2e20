import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { defineCommand } from '@parakh/core'
import * as z from 'zod'
import { ImportedBranches } from '../directory/branches.ts'
import { ifscErrors } from '../error-codes.ts'
import type { SkippedRow } from './read-branches.ts'

/** The most skipped rows that are named; all of them are counted. */
const NAMED_SKIPS = 100
const NEWLINE = 10

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
}

/** How many lines a file has, so that progress has an end. */
async function countLines(file: string): Promise<number> {
  try {
    const handle = await open(file)
    let lines = 0
    for await (const chunk of handle.createReadStream()) {
      const bytes: Buffer = chunk
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines++
    }
    return lines
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    throw ifscErrors.error(
      'IMPORT_FILE_UNREADABLE',
      { file: basename(file), reason: REASONS[reason] ?? reason },
      { cause },
    )
  }
}

/**
 * `parakh ifsc import FILE`: loads the published IFSC.csv into the shared records. The same file again changes nothing. A bad
 * row is named and skipped.
 *
 * Answers `{ ok, rows, added, changed, unchanged, skipped: [{ line, problem }], skipped_count }`: `rows` counts the data rows of
 * the file, skipped ones included, and `skipped` names the first 100.
 */
export const importCommand = defineCommand({
  name: 'import',
  summary: 'Load the branches of a published IFSC.csv',
  args: z.object({ file: z.string().min(1).describe('Path of the CSV file') }),
  positional: ['file'],
  needs: { branches: ImportedBranches },
  async run({ args, branches, progress }) {
    const { readBranches } = await import('./read-branches.ts')
    const expected = Math.max(0, (await countLines(args.file)) - 1)
    const skipped: SkippedRow[] = []
    let skippedCount = 0
    const rows = readBranches(args.file, (row) => {
      skippedCount++
      if (skipped.length < NAMED_SKIPS) skipped.push(row)
    })
    const loaded = await branches.load(rows, (done) => progress(Math.min(done, expected), expected))
    const total = loaded.added + loaded.changed + loaded.unchanged + skippedCount
    progress(total, total)
    return { ok: true, rows: total, ...loaded, skipped, skipped_count: skippedCount }
  },
})
