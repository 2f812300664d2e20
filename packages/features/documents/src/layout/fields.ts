import type { Line } from '../text/text-setter.ts'
import { heightOf } from './flow.ts'
import { layOutHeading } from './heading.ts'
import type { LayoutContext } from './layout-context.ts'
import { SHEET } from './page.ts'
import { type Part, part } from './part.ts'

const GUTTER = 24
const HALF = (SHEET.measure - GUTTER) / 2
/** A value with more lines than this in half a page gets the whole width. */
const MOST_LINES_IN_HALF = 2
const PADDING = { top: 6, bottom: 7, label: 1.5 }
/** Fields that take no more than a third of a page stand on one page. */
const MOST_TOGETHER = (SHEET.bottom - SHEET.nextTop) / 3
/** So many rows of longer ones stand below their title before the page is broken. */
const LEAST_ROWS = 2

type Field = readonly [label: string, value: string]
interface Cell {
  readonly label: readonly Line[]
  readonly value: readonly Line[]
}

/** What stands where a value is missing. */
export const NOTHING = '\u2014'

function cellOf({ setter, palette }: LayoutContext, [label, value]: Field, width: number): Cell {
  const empty = value.trim() === ''
  const colour = empty ? palette.muted : palette.ink
  return {
    label: setter.wrap(label, { size: 7.8, weight: 'regular', colour: palette.muted }, width),
    value: setter.wrap(empty ? NOTHING : value, { size: 10, weight: 'semibold', colour }, width),
  }
}

/** Fields in pairs; one whose value is long stands alone, over the whole width. */
function* rowsOf(context: LayoutContext, fields: readonly Field[]): Generator<readonly Cell[]> {
  let waiting: Cell | null = null
  for (const field of fields) {
    const half = cellOf(context, field, HALF)
    if (half.value.length > MOST_LINES_IN_HALF || half.label.length > 1) {
      if (waiting) yield [waiting]
      waiting = null
      yield [cellOf(context, field, SHEET.measure)]
    } else if (waiting) {
      yield [waiting, half]
      waiting = null
    } else waiting = half
  }
  if (waiting) yield [waiting]
}

const cellHeight = ({ label, value }: Cell): number => heightOf(label) + PADDING.label + heightOf(value)

const rowHeight = (row: readonly Cell[]): number => PADDING.top + Math.max(...row.map(cellHeight)) + PADDING.bottom
const rowsHeight = (rows: readonly (readonly Cell[])[]): number => rows.reduce((sum, row) => sum + rowHeight(row), 0)

/**
 * Lays out labelled values, two in a row, each row above a hairline. Few stay together; more go over pages, and each page begins with
 * their title.
 *
 * @param title What stands above them; null: nothing.
 */
export function layOutFields(context: LayoutContext, fields: readonly Field[], title: string | null): void {
  const { flow, palette } = context
  const rows = [...rowsOf(context, fields)]
  const list = part('L')
  const whole = rowsHeight(rows)
  flow.reserve(whole <= MOST_TOGETHER ? whole : rowsHeight(rows.slice(0, LEAST_ROWS)))
  for (const [index, row] of rows.entries()) {
    const fits = (): boolean => flow.fits(rowHeight(row))
    if (index > 0 && !fits()) {
      flow.breakPage()
      if (title !== null) layOutHeading(context, title, true)
    }
    if (fits()) putRow(context, row, list)
    else putOverPages(context, row, list)
    flow.put({
      ...{ kind: 'box', x: SHEET.left, top: flow.top - 0.5, fill: palette.hairline },
      ...{ width: SHEET.measure, height: 0.5 },
    })
  }
}

function putRow({ flow }: LayoutContext, row: readonly Cell[], list: Part): void {
  for (const [index, { label, value }] of row.entries()) {
    const x = SHEET.left + index * (HALF + GUTTER)
    const item = part('LI', list)
    const below = flow.putLines(label, { x, top: flow.top + PADDING.top }, part('Lbl', item)) + PADDING.label
    flow.putLines(value, { x, top: below }, part('LBody', item))
  }
  flow.advance(rowHeight(row))
}

/** A value taller than a page: line by line. */
function putOverPages({ flow }: LayoutContext, row: readonly Cell[], list: Part): void {
  flow.advance(PADDING.top)
  for (const { label, value } of row) {
    const item = part('LI', list)
    for (const [lines, of] of [
      [label, part('Lbl', item)],
      [value, part('LBody', item)],
    ] as const)
      for (const line of lines) {
        flow.reserve(line.height)
        flow.putLines([line], { x: SHEET.left, top: flow.top }, of)
        flow.advance(line.height)
      }
  }
  flow.advance(PADDING.bottom)
}
