import { type Script, scriptOf } from '../fonts/script.ts'

/** A stretch of text in one font. */
export interface Run {
  readonly script: Script
  readonly text: string
}

/** In UTF-16 units. The time to shape a run grows with its square, and no line of a page holds as much. */
const LONGEST_RUN = 200

/**
 * Cuts text into runs of one script each, and none longer than can be shaped quickly.
 *
 * @param latinWith Which of the two Latin fonts has a character.
 */
export function runsOf(text: string, latinWith: (codePoint: number) => Script): readonly Run[] {
  const runs: { script: Script; text: string }[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const found = scriptOf(codePoint, last?.script ?? null)
    const script = found === 'latin' ? latinWith(codePoint) : found
    if (last?.script === script && last.text.length < LONGEST_RUN) last.text += character
    else runs.push({ script, text: character })
  }
  return runs
}
