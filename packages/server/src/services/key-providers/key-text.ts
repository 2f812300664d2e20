import { isMasterKey } from '../../config/secrets.ts'

/** The form of a key in a file or on standard output. */
export const KEY_FORM = '32 bytes in base64, on one line'

/** The key of a text; null: it is none. Nothing of the text is told. */
export function keyIn(text: string): string | null {
  const key = text.trim()
  return isMasterKey(key) ? key : null
}
