import { createRequire } from 'node:module'
import type CliTable from 'cli-table3'

const load = createRequire(import.meta.url)

/** Thin rules only: a header, a line, rows. Colours are left out, so that a pipe gets plain text. */
const RULES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '─',
  'mid-mid': '─',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/**
 * Draws a table for a person.
 *
 * @param head Column titles.
 * @param rows Cells, in the order of the titles.
 */
export function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // Loaded with the first table, because a server draws none.
  const Table: typeof CliTable = load('cli-table3')
  const table = new Table({
    chars: RULES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  })
  const rule = head.map((title, column) =>
    '─'.repeat(Math.max(title.length, ...rows.map((row) => longestLine(row[column] ?? '')))),
  )
  table.push([...head], rule, ...rows.map((row) => [...row]))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

function longestLine(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length))
}
