import { createHash } from 'node:crypto'

/** Draws that follow from a seed alone. */
export interface Random {
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  /** One of a list, which is not empty. */
  pick<T>(of: readonly T[]): T
  /** @param likelihood 0 to 1. */
  chance(likelihood: number): boolean
}

/** Numbers of one block: a SHA-256 holds eight of four bytes. */
const IN_BLOCK = 8

/** Draws by a seed: the same seed draws the same. */
export function seededRandom(seed: string): Random {
  let [block, left] = [0, 0]
  let bytes = Buffer.alloc(0)
  const next = (): number => {
    if (left === 0) {
      bytes = createHash('sha256').update(`${seed}|${block++}`).digest()
      left = IN_BLOCK
    }
    return bytes.readUInt32BE(--left * 4) / 2 ** 32
  }
  const whole: Random['whole'] = (least, most) => least + Math.floor(next() * (most - least + 1))
  return {
    whole,
    chance: (likelihood) => next() < likelihood,
    pick(of) {
      const picked = of[whole(0, of.length - 1)]
      if (picked === undefined && of.length === 0) throw new RangeError('nothing to pick from')
      return picked as (typeof of)[number]
    },
  }
}
