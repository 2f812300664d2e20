import { InvalidArgumentError } from 'commander'

/**
 * Reads a whole number from 1 on.
 *
 * @param most The largest that is allowed.
 * @returns A parser, which throws commander's own error for anything else.
 */
export const parseCount =
  (most: number) =>
  (text: string): number => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (count >= 1 && count <= most) return count
    throw new InvalidArgumentError(`Allowed: a whole number, 1 to ${most}.`)
  }
