import { type Script, scriptOf } from '../fonts/script.ts'

/** A stretch of text in one font. */
export interface Run {
  readonly script: Script
  readonly text: string
}

/**
 * Cuts text into runs of one script each.
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
    if (last?.script === script) last.text += character
    else runs.push({ script, text: character })
  }
  return runs
}
