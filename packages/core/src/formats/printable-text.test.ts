import { describe, expect, it } from 'vitest'
import { isPrintable } from './printable-text.ts'

describe('a printable text', () => {
  it('may be of any script, with the joiners that Devanagari needs', () => {
    for (const text of ['', 'Loan desk – ₹ 5', 'क्‍ष का खाता', 'José', '貸付', '👩‍💻'])
      expect(isPrintable(text), JSON.stringify(text)).toBe(true)
  })

  it('has no line break, control character, or mark of direction', () => {
    for (const mark of ['\n', '\t', '\u0000', '\u0085', '\u2028', '\u200e', '\u202e', '\u2066', '\ufeff', '\ud800'])
      expect(isPrintable(`a${mark}b`), JSON.stringify(mark)).toBe(false)
  })
})
