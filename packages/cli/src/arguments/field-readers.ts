import type { CommandOption } from '@parakh/core'
import { InvalidArgumentError } from 'commander'
import { parseDuration } from './duration.ts'
import { parseExpiry } from './expiry.ts'
import { parseJson } from './json.ts'
import { parseMoment } from './moment.ts'

/** A value that was read from a text. In an object, because commander takes null for an option without a value. */
export interface Read {
  readonly read: unknown
}

const READERS: Readonly<Record<NonNullable<CommandOption['read']>, (text: string) => unknown>> = {
  duration: parseDuration,
  time: (text) => parseMoment(text).toISOString(),
  end: (text) => parseExpiry(text).toISOString(),
  // Its content replaces the name before the command runs.
  file: (text) => text,
  bytes: (text) => text,
  json: parseJson,
  // `-` is replaced as the name of a file is.
  private: (text) => text,
}

/** How the text of a field is read, where that is not left to its schema; null: it is. */
export function readerOf({ read, null: word }: Pick<CommandOption, 'read' | 'null'>): ((text: string) => Read) | null {
  if (read === undefined && word === undefined) return null
  const parse = read === undefined ? (text: string) => text : READERS[read]
  return (text) => ({ read: text === word ? null : parse(text) })
}

/**
 * Reads `first=second` as an object of two fields, and appends it.
 *
 * @throws InvalidArgumentError when a part is missing.
 */
export const pairReader =
  ([first, second]: readonly [string, string]) =>
  (text: string, before: readonly object[] = []): readonly object[] => {
    const place = text.indexOf('=')
    if (place < 1 || place === text.length - 1) throw new InvalidArgumentError(`Allowed: ${first}=${second}.`)
    return [...before, { [first]: text.slice(0, place), [second]: text.slice(place + 1) }]
  }
