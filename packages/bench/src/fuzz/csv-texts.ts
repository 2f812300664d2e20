import type { Random } from './random.ts'

const CELLS = [
  '',
  '0.50',
  '-1',
  '1e3',
  '12.345',
  '999999999999',
  'reference',
  '=1+1',
  '@SUM(A1)',
  '"',
  '""',
  'a"b',
  ' x ',
]
const QUOTED = ['a,b', 'a""b', 'line\nbreak', 'line\r\nbreak', '0.50', '', '﻿']
const LINE_ENDS = ['\n', '\r\n', '\r', '\n\n']
const HEADS = [
  'reference,amount',
  '"reference","amount"',
  'amount,reference,note',
  'reference',
  'a,a,a',
  '__proto__,amount',
  '',
]
const MOST_ROWS = 12
const HUGE_CELL = 20_000

/** A cell: plain, quoted, a formula, a quote that is not closed, or huge. */
function cell(random: Random, known: string | undefined): string {
  const kind = random.whole(0, 9)
  if (kind < 4) return known ?? random.pick(CELLS)
  if (kind < 7) return `"${random.pick(QUOTED)}"`
  if (kind === 7) return `"${random.pick(CELLS)}`
  return kind === 8 ? 'x'.repeat(random.whole(0, HUGE_CELL)) : random.pick(CELLS)
}

/** A file as a spreadsheet or a person would spoil it: mixed line ends, ragged rows, open quotes, a byte order mark. */
export function csvText(random: Random, known: () => string | undefined): string {
  const rows = Array.from({ length: random.whole(0, MOST_ROWS) }, () =>
    Array.from({ length: random.whole(1, 4) }, () => cell(random, known())).join(','),
  )
  const whole = random.chance(0.3) ? rows.map(() => `${known() ?? 'x'},${random.pick(CELLS)}`) : rows
  const end = random.pick(LINE_ENDS)
  const lines = [random.pick(HEADS), ...whole]
  const text = lines.map((line) => `${line}${random.chance(0.2) ? random.pick(LINE_ENDS) : end}`).join('')
  return random.chance(0.2) ? `\uFEFF${text}` : text
}
