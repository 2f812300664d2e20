// Controls, and marks that turn the direction of writing: on paper they could only hide something.
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** As many marks on one letter as the stream-safe format of Unicode (UAX 15) has: the time to compose and shape more grows with their square. */
const MARKS_IN_EXCESS = /(\p{M}{30})\p{M}+/gu

/** Text as it is set: composed, without controls, its blanks single. Line breaks are kept where they are wanted. */
export function cleanText(text: string): string {
  return text
    .replace(MARKS_IN_EXCESS, '$1')
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim())
    .join('\n')
    .trim()
}
