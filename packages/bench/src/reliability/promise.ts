import { randomBytes } from 'node:crypto'

/** Whether the full targets of docs/reference/reliability.md are asked for: `PARAKH_FULL=1`. */
export const FULL = process.env['PARAKH_FULL'] === '1'

/** A seed of one's own, told so that the run can be had again: `PARAKH_SEED=… npx vitest run <file>`. */
export function seed(): string {
  const chosen = process.env['PARAKH_SEED'] ?? randomBytes(4).toString('hex')
  tell({ seed: chosen })
  return chosen
}

/** Writes the figures of a run, for the page. */
export function tell(figures: Readonly<Record<string, unknown>>): void {
  process.stderr.write(`${JSON.stringify(figures)}\n`)
}

/** How often each thing occurs. */
export function tally(values: readonly (string | number)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** What was answered that was neither 200, 402 nor 409, for the message of a failed test. */
export function describeOthers(replies: readonly { readonly status: number; readonly text: string }[]): string {
  const others = replies.filter(({ status }) => ![200, 402, 409].includes(status))
  return JSON.stringify(tally(others.map(({ status, text }) => `${status} ${text.slice(0, 200)}`)))
}

/** A figure below which so large a part of the others lie. */
export function percentile(figures: readonly number[], part: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
