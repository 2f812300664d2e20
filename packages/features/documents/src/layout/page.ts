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
/** Something to be drawn. */
export type Mark = Box | Text
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
