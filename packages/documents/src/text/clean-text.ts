// Controls, and marks that turn the direction of writing: on paper they could only hide something.
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** Text as it is set: composed, without controls, its blanks single. Line breaks are kept where they are wanted. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim())
    .join('\n')
    .trim()
}
