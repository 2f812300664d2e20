import { InvalidArgumentError } from 'commander'

/**
 * Reads a port.
 *
 * @param text 0 to 65535; 0 takes any free one.
 * @throws InvalidArgumentError for other text.
 */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new InvalidArgumentError('Allowed: 0 to 65535.')
}
