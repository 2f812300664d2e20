/** A script that has a font of its own. The Latin one comes in two files. */
export type Script =
  | 'latin'
  | 'latin-ext'
  | 'devanagari'
  | 'bengali'
  | 'gujarati'
  | 'gurmukhi'
  | 'kannada'
  | 'malayalam'
  | 'oriya'
  | 'tamil'
  | 'telugu'
  | 'arabic'
  | 'ol-chiki'
  | 'meetei-mayek'

interface Block {
  readonly from: number
  readonly to: number
  readonly script: Script
}

/** The blocks of Unicode that belong to one Indian script alone. */
const BLOCKS: readonly Block[] = [
  { from: 0x0900, to: 0x097f, script: 'devanagari' },
  { from: 0x0980, to: 0x09ff, script: 'bengali' },
  { from: 0x0a00, to: 0x0a7f, script: 'gurmukhi' },
  { from: 0x0a80, to: 0x0aff, script: 'gujarati' },
  { from: 0x0b00, to: 0x0b7f, script: 'oriya' },
  { from: 0x0b80, to: 0x0bff, script: 'tamil' },
  { from: 0x0c00, to: 0x0c7f, script: 'telugu' },
  { from: 0x0c80, to: 0x0cff, script: 'kannada' },
  { from: 0x0d00, to: 0x0d7f, script: 'malayalam' },
  { from: 0xa8e0, to: 0xa8ff, script: 'devanagari' },
  // Urdu, Kashmiri and Sindhi.
  { from: 0x0600, to: 0x06ff, script: 'arabic' },
  { from: 0x0750, to: 0x077f, script: 'arabic' },
  { from: 0xfb50, to: 0xfdff, script: 'arabic' },
  { from: 0xfe70, to: 0xfefc, script: 'arabic' },
  { from: 0x1c50, to: 0x1c7f, script: 'ol-chiki' },
  { from: 0xaae0, to: 0xaaff, script: 'meetei-mayek' },
  { from: 0xabc0, to: 0xabff, script: 'meetei-mayek' },
]

/** Of every script: the two dandas, stress marks, joiner and non-joiner. They stay in the run that they stand in. */
const SHARED = new Set([0x0951, 0x0952, 0x0964, 0x0965, 0x200c, 0x200d, 0x25cc])

/** The official language that is written in a script, by BCP 47; of several (Hindi, Marathi, Nepali) the one of most people. */
const LANGUAGES: Readonly<Record<Script, string | null>> = {
  latin: null,
  'latin-ext': null,
  devanagari: 'hi',
  bengali: 'bn',
  gujarati: 'gu',
  gurmukhi: 'pa',
  kannada: 'kn',
  malayalam: 'ml',
  oriya: 'or',
  tamil: 'ta',
  telugu: 'te',
  arabic: 'ur',
  'ol-chiki': 'sat',
  'meetei-mayek': 'mni',
}

/** The language that a screen reader takes text of a script for; null: that of the document. */
export const languageOf = (script: Script): string | null => LANGUAGES[script]

/** Whether letters are drawn in another order than they are read in, or several as one, so that the words have to go beside them. */
export const isReordered = (script: Script): boolean => isShaped(script) && script !== 'arabic' && script !== 'ol-chiki'

/** Whether a script is shaped: letters change places and forms, so its text cannot be read from its glyphs. */
export const isShaped = (script: Script): boolean => script !== 'latin' && script !== 'latin-ext'

/**
 * The script of a character.
 *
 * @param codePoint Its number in Unicode.
 * @param before The script of the character before it; null at the beginning.
 */
export function scriptOf(codePoint: number, before: Script | null): Script {
  if (SHARED.has(codePoint)) return before !== null && isShaped(before) ? before : 'devanagari'
  return BLOCKS.find(({ from, to }) => from <= codePoint && codePoint <= to)?.script ?? 'latin'
}
