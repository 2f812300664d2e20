import { basename } from 'node:path'
import type { BranchRecord } from '../contract.ts'
import { ifscErrors } from '../error-codes.ts'
import { COLUMNS, parseBranchRow } from './branch-row.ts'
import { readCsv } from './csv-records.ts'

/** A row that was not loaded: its line in the file, from 1, and why. */
export interface SkippedRow {
  readonly line: number
  readonly problem: string
}

/** A branch on its way into the shared records. */
export interface BranchToLoad {
  readonly id: string
  readonly value: { readonly branch: BranchRecord }
}

type Named = (fields: readonly string[]) => Readonly<Record<string, string>>

/** Finds the columns by the names in the first line. */
function byName(header: readonly string[], file: string): Named {
  const names = header.map((name) => name.trim().toUpperCase())
  const places = COLUMNS.map((column) => [column, names.indexOf(column)] as const)
  const missing = places.filter(([, place]) => place === -1).map(([column]) => column)
  if (missing.length > 0) {
    throw ifscErrors.error('IMPORT_COLUMNS_MISSING', {
      file: basename(file),
      missing: missing.join(', '),
      needed: COLUMNS.join(', '),
    })
  }
  return (fields) => Object.fromEntries(places.map(([column, place]) => [column, fields[place] ?? '']))
}

/**
 * Streams the branches of a published IFSC.csv. Columns are found by name, in any order.
 *
 * @param file Path of a readable file.
 * @param onSkip Told of each row that is left out.
 * @throws `IMPORT_COLUMNS_MISSING`
 * @example
 * for await (const { id, value } of readBranches('IFSC.csv', (row) => console.warn(row.line, row.problem))) keep(id, value)
 */
export async function* readBranches(file: string, onSkip: (row: SkippedRow) => void): AsyncGenerator<BranchToLoad> {
  const firstLines = new Map<string, number>()
  let named: Named | undefined
  for await (const record of readCsv(file)) {
    const { line } = record
    if (!named) {
      named = byName('fields' in record ? record.fields : [], file)
      continue
    }
    const parsed = 'fields' in record ? parseBranchRow(named(record.fields)) : record
    if ('problem' in parsed) {
      onSkip({ line, problem: parsed.problem })
      continue
    }
    const id = parsed.branch.ifsc
    const first = firstLines.get(id)
    // The last of two rows would win, and the next import would find a change again.
    if (first === undefined) {
      firstLines.set(id, line)
      yield { id, value: { branch: parsed.branch } }
    } else onSkip({ line, problem: `repeats the IFSC of line ${first}` })
  }
  // A file without a first line has no columns.
  if (!named) byName([], file)
}
