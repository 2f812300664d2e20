import * as z from 'zod'

const SHOWN_CHARACTERS = 5

/**
 * A chassis or engine number with its last five characters, the rest as X. Of a number that is shorter than ten, half is shown at
 * the most. What is masked already stays as it is.
 */
export function maskNumber(text: string): string {
  const shown = Math.min(SHOWN_CHARACTERS, Math.floor(text.length / 2))
  const hidden = text.length - shown
  return 'X'.repeat(hidden) + text.slice(hidden)
}

/** Text that is masked as soon as it is parsed: no handler, document or answer ever holds the whole number. */
export const MaskedNumber = z.string().trim().overwrite(maskNumber)
