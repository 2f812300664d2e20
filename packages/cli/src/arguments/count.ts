import { InvalidArgumentError } from 'commander'

/**
 * Reads a whole number from 1 on, or from `least` on.
 *
 * @param most The largest that is allowed, of at most ten digits.
 * @returns A parser, which throws commander's own error for anything else.
 */
export const parseCount =
  (most: number, least = 1) =>
  (text: string): number => {
    const count = /^\d{1,10}$/.test(text) ? Number(text) : -1
    if (count >= least && count <= most) return count
    throw new InvalidArgumentError(`Allowed: a whole number, ${least} to ${most}.`)
  }
