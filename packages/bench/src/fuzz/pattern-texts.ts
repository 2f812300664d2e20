import { sample, stringMatching } from 'fast-check'
import type { Random } from './random.ts'

const SAMPLES = 24

/** Texts that match a pattern, drawn once for each. */
export class PatternTexts {
  readonly #known = new Map<string, readonly string[]>()

  constructor(private readonly random: Random) {}

  /** @returns Undefined where no text could be made, as of a pattern that looks ahead. */
  of(pattern: string): string | undefined {
    const texts = this.#known.get(pattern) ?? this.#draw(pattern)
    this.#known.set(pattern, texts)
    return texts.length === 0 ? undefined : this.random.pick(texts)
  }

  #draw(pattern: string): readonly string[] {
    try {
      const seed = this.random.whole(0, 2 ** 31 - 1)
      return sample(stringMatching(new RegExp(pattern)), { seed, numRuns: SAMPLES })
    } catch {
      return []
    }
  }
}
