const LONGEST = 100
const FORBIDDEN = /[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu
const ENDING = '.pdf'

/** A name that every system takes: without folders, controls or signs that mean something to it, ending in `.pdf`. */
export function fileNameOf(wished: string): string {
  const plain = wished.normalize('NFC').replace(FORBIDDEN, '-').replace(/\s+/g, ' ')
  const stem = plain.replace(/\.pdf$/i, '').replace(/^[.\s-]+|[.\s-]+$/g, '')
  return `${Array.from(stem).slice(0, LONGEST).join('') || 'document'}${ENDING}`
}
