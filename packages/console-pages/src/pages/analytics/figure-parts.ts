import type { Figure } from '../../api/rows.ts'

/** The calls of a figure by how they ended. */
export interface FigureParts {
  /** With data, replays of such answers too. */
  readonly answered: number
  readonly noRecord: number
  /** Not admitted: mostly input that was not valid, or too little money. */
  readonly refused: number
  /** By the source or by us. */
  readonly failed: number
}

/** The parts in the order in which they stand in charts and tables. */
export const PARTS = ['answered', 'noRecord', 'refused', 'failed'] as const

const NONE: FigureParts = { answered: 0, noRecord: 0, refused: 0, failed: 0 }

/** The parts of a figure; of none: zeros. A replay of an answer without a record counts as that. */
export function partsOf(figure: Figure | undefined): FigureParts {
  if (!figure) return NONE
  const of = (...outcomes: readonly string[]) =>
    figure.failures.reduce((sum, { outcome, calls }) => sum + (outcomes.includes(outcome) ? calls : 0), 0)
  const [noRecord, refused] = [of('none', 'replay'), of('refused')]
  return { answered: figure.successes, noRecord, refused, failed: figure.calls - figure.successes - noRecord - refused }
}

/** The share of admitted calls that the source answered, with a record or without; null: there were none. 0 to 1. */
export function answeredRate(figure: Figure | undefined): number | null {
  const { answered, noRecord, failed } = partsOf(figure)
  const admitted = answered + noRecord + failed
  return admitted === 0 ? null : (answered + noRecord) / admitted
}

/** `0.985` as `98.5%`, never rounded up; null: there is none. */
export const percent = (rate: number | null): string | null =>
  rate === null ? null : `${(Math.floor(rate * 1_000) / 10).toString()}%`

/** By how much a number grew, `+25%`; null: there was nothing before, or it is the same. */
export function growth(now: number, before: number): string | null {
  if (before === 0 || now === before) return null
  const change = Math.round(((now - before) / before) * 100)
  return change === 0 ? null : `${change > 0 ? '+' : '−'}${Math.abs(change)}%`
}
