const LONGEST = 100
/** Looked at no further: what stands behind would be cut off. */
const MOST_READ = 400
/** Halves of a character among them: no header can say them. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu
const ENDING = '.pdf'

/** A name that every system takes: without folders, controls or signs that mean something to it, ending in `.pdf`. */
export function fileNameOf(wished: string): string {
  const plain = wished.slice(0, MOST_READ).normalize('NFC').replace(FORBIDDEN, '-').replace(/\s+/g, ' ')
  const stem = plain.replace(/\.pdf$/i, '').replace(/^[.\s-]+|[.\s-]+$/g, '')
  return `${Array.from(stem).slice(0, LONGEST).join('') || 'document'}${ENDING}`
}
