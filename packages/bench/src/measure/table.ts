/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Milliseconds as a cell: two digits that count. */
export const milliseconds = (figure: number): string => (figure < 10 ? figure.toFixed(1) : figure.toFixed(0))
