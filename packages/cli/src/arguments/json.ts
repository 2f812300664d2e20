import { InvalidArgumentError } from 'commander'

/**
 * Reads JSON. What it holds is checked by the schema of its field.
 *
 * @throws InvalidArgumentError, without the text: it may hold an identity number.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('Allowed: JSON, such as {"ifsc":"KKBK0000261"}.')
  }
}
