import type { Line } from '../text/text-setter.ts'
import { heightOf } from './flow.ts'
import type { LayoutContext } from './layout-context.ts'
import type { Text } from './page.ts'
import { type Part, part } from './part.ts'

/** How labelled values look, in points. */
export interface FieldLook {
  readonly width: number
  /** Between the two of a row. */
  readonly gutter: number
  /** A value with more lines than this in half the width gets all of it. */
  readonly linesInHalf: number
  /** Sizes of letters. */
  readonly label: number
  readonly value: number
  readonly padding: { readonly top: number; readonly bottom: number; readonly label: number }
}
type Field = readonly [label: string, value: string]
/** A labelled value, set. */
export interface Cell {
  readonly field: Field
  readonly label: readonly Line[]
  readonly value: readonly Line[]
  readonly parts: { readonly label: Part; readonly value: Part }
}
/** One labelled value, or two. */
export type Row = readonly Cell[]
interface Setting {
  readonly look: FieldLook
  /** The list that they are items of. */
  readonly list: Part
}

/** What stands where a value is missing. */
export const NOTHING = '\u2014'

const halfOf = ({ width, gutter }: FieldLook): number => (width - gutter) / 2

/** Sets fields in pairs; one whose value is long stands alone, over the whole width. */
export function* rowsOf(
  { setter, palette }: LayoutContext,
  fields: readonly Field[],
  { look, list }: Setting,
): Generator<Row> {
  const cellOf = (field: Field, width: number): Cell => {
    const [label, value] = field
    const empty = value.trim() === ''
    const item = part('LI', list)
    const colour = empty ? palette.muted : palette.ink
    return {
      field,
      label: setter.wrap(label, { size: look.label, weight: 'regular', colour: palette.muted }, width),
      value: setter.wrap(empty ? NOTHING : value, { size: look.value, weight: 'semibold', colour }, width),
      parts: { label: part('Lbl', item), value: part('LBody', item) },
    }
  }
  let waiting: Cell | null = null
  for (const field of fields) {
    const half = cellOf(field, halfOf(look))
    if (half.value.length > look.linesInHalf || half.label.length > 1) {
      if (waiting) yield [waiting]
      waiting = null
      yield [cellOf(field, look.width)]
    } else if (waiting) {
      yield [waiting, half]
      waiting = null
    } else waiting = half
  }
  if (waiting) yield [waiting]
}

/** The height of a row with the room around it. */
export const rowHeight = (row: Row, { padding }: FieldLook): number =>
  padding.top +
  Math.max(...row.map(({ label, value }) => heightOf(label) + padding.label + heightOf(value))) +
  padding.bottom
/** The height of rows below each other. */
export const rowsHeight = (rows: readonly Row[], look: FieldLook): number =>
  rows.reduce((sum, row) => sum + rowHeight(row, look), 0)

/** Puts a row in its place on this page. */
export function putRow(
  { flow }: LayoutContext,
  row: Row,
  { look, x, top }: Pick<Text, 'x' | 'top'> & { readonly look: FieldLook },
): void {
  for (const [index, { label, value, parts }] of row.entries()) {
    const at = x + index * (halfOf(look) + look.gutter)
    const below = flow.putLines(label, { x: at, top: top + look.padding.top }, parts.label) + look.padding.label
    flow.putLines(value, { x: at, top: below }, parts.value)
  }
}
