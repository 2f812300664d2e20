import { token } from '../token.ts'

/** Random digits, keyed hashes and constant-time comparison for plugins. */
export interface Secrets {
  /** Random decimal digits. @param count 1 to 32. */
  digits(count: number): string
  /** A keyed hash of a text, with the id of its key: `<id>.<base64url>`. */
  hash(text: string): string
  /** Its hashes under every key, the current one first: to recognise hashes of older keys. */
  hashes(text: string): readonly string[]
  /** Whether a text has this hash under any key, compared in constant time. */
  matches(text: string, hash: string): boolean
}
/** The secrets of a server. */
export const Secrets = token<Secrets>('core.secrets')
