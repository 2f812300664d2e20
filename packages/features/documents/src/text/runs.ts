import { type Script, scriptOf } from '../fonts/script.ts'
import type { BidirectionalText, Direction } from './bidi.ts'

/** A stretch of text in one font and one direction. */
export interface Run {
  readonly script: Script
  /** As it is read. */
  readonly text: string
  /** As its font sets it. */
  readonly drawn: string
  /** From right to left where it is odd. */
  readonly level: number
}
/** What runs are cut by. */
export interface Cutting {
  /** Which of the two Latin fonts has a character. */
  readonly latinWith: (codePoint: number) => Script
  readonly bidi: BidirectionalText
  readonly direction: Direction
}

/** In UTF-16 units. The time to shape a run grows with its square, and no line of a page holds as much. */
const LONGEST_RUN = 200

/** Cuts text into runs of one script and direction each, in the order in which they are read, and none longer than can be shaped quickly. */
export function runsOf(text: string, { latinWith, bidi, direction }: Cutting): readonly Run[] {
  const levels = bidi.levelsOf(text, direction)
  const runs: { script: Script; text: string; level: number }[] = []
  let at = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const level = levels?.[at] ?? 0
    at += character.length
    const last = runs.at(-1)
    const found = scriptOf(codePoint, last?.script ?? null)
    const script = found === 'latin' ? latinWith(codePoint) : found
    if (last?.script === script && last.level === level && last.text.length < LONGEST_RUN) last.text += character
    else runs.push({ script, text: character, level })
  }
  return runs.map((run) => ({ ...run, drawn: drawnText(run, bidi) }))
}

/** The font of Urdu turns what it sets, numbers too; the others set everything from left to right. */
function drawnText({ script, text, level }: Omit<Run, 'drawn'>, bidi: BidirectionalText): string {
  const backwards = level % 2 === 1
  if (script === 'arabic') return backwards ? text : [...text].reverse().join('')
  return backwards ? bidi.mirrored(text) : text
}
