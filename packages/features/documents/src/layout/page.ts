import type { Line } from '../text/text-setter.ts'
import type { Part } from './part.ts'

/** An area in one colour, in points from the top left corner. */
export interface Box {
  readonly kind: 'box'
  readonly x: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly fill: string
  readonly radius?: number
}
/** A line of text in its place. */
export interface Text {
  readonly kind: 'text'
  readonly line: Line
  readonly x: number
  readonly top: number
  /** What it belongs to; null: nothing that is read, because it stands elsewhere too. */
  readonly part: Part | null
}
/** The two sides of a card without the values on them: what is drawn around those is the same for each document. */
export interface CardSides {
  readonly kind: 'card'
  readonly x: number
  readonly top: number
  readonly width: number
  readonly height: number
}
/** Something to be drawn. */
export type Mark = Box | Text | CardSides
/** One page: what is drawn on it, in order. */
export type Page = readonly Mark[]

/** A4 in points, and where the record stands on it. */
export const SHEET = {
  width: 595.28,
  height: 841.89,
  left: 48,
  /** What a line of the record has. */
  measure: 499.28,
  /** Where the record begins on the first page, and on the others. */
  firstTop: 168,
  nextTop: 84,
  /** Where it ends on every page. */
  bottom: 722,
} as const

const CARD_WIDTH = 242.65
/** One side of an identity card (ID-1 of ISO/IEC 7810, 85.6 by 53.98 mm) in points; the two of a card stand side by side. */
export const CARD = {
  width: CARD_WIDTH,
  height: 153.02,
  /** Where the front begins: the pair stands in the middle of the sheet. */
  left: (SHEET.width - 2 * CARD_WIDTH) / 2,
  radius: 9,
  pad: 11,
  /** The coloured strip at the top of a side. */
  strip: 21,
  /** The line at its bottom. */
  foot: 14,
  /** The side of the code on the back. */
  code: 62,
  /** Between a card and the text below it. */
  below: 7,
} as const
