import { token } from '../token.ts'

/** Random digits, keyed hashes, comparison in constant time: for plugins. */
export interface Secrets {
  /** Random decimal digits. @param count 1 to 32. */
  digits(count: number): string
  /** A keyed hash of a text, with the id of its key: `<id>.<base64url>`. */
  hash(text: string): string
  /** Its hash under every key, that of the first one first: to recognise what an older key made. */
  hashes(text: string): readonly string[]
  /** Whether a text has this hash, compared in constant time, also under an older key. */
  matches(text: string, hash: string): boolean
}
/** The secrets of a server. */
export const Secrets = token<Secrets>('core.secrets')
