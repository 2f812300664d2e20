import { type FieldLook, putRow, type Row, rowHeight, rowsHeight, rowsOf } from './field-rows.ts'
import { layOutHeading } from './heading.ts'
import type { LayoutContext } from './layout-context.ts'
import { SHEET } from './page.ts'
import { part } from './part.ts'

const LOOK: FieldLook = {
  ...{ width: SHEET.measure, gutter: 24, linesInHalf: 2 },
  ...{ label: 7.8, value: 10, padding: { top: 6, bottom: 7, label: 1.5 } },
}
/** Fields that take no more than a third of a page stand on one page. */
const MOST_TOGETHER = (SHEET.bottom - SHEET.nextTop) / 3
/** So many rows of longer ones stand below their title before the page is broken. */
const LEAST_ROWS = 2

/**
 * Lays out labelled values, two in a row, each row above a hairline. Few stay together; more go over pages, and each page begins with
 * their title.
 *
 * @param title What stands above them; null: nothing.
 */
export function layOutFields(
  context: LayoutContext,
  fields: readonly (readonly [label: string, value: string])[],
  title: string | null,
): void {
  const { flow, palette } = context
  const rows = [...rowsOf(context, fields, { look: LOOK, list: part('L') })]
  const whole = rowsHeight(rows, LOOK)
  flow.reserve(whole <= MOST_TOGETHER ? whole : rowsHeight(rows.slice(0, LEAST_ROWS), LOOK))
  for (const [index, row] of rows.entries()) {
    const height = rowHeight(row, LOOK)
    if (index > 0 && !flow.fits(height)) {
      flow.breakPage()
      if (title !== null) layOutHeading(context, title, true)
    }
    if (flow.fits(height)) {
      putRow(context, row, { look: LOOK, x: SHEET.left, top: flow.top })
      flow.advance(height)
    } else putOverPages(context, row)
    flow.put({
      ...{ kind: 'box', x: SHEET.left, top: flow.top - 0.5, fill: palette.hairline },
      ...{ width: SHEET.measure, height: 0.5 },
    })
  }
}

/** A value taller than a page: line by line. */
function putOverPages({ flow }: LayoutContext, row: Row): void {
  flow.advance(LOOK.padding.top)
  for (const { label, value, parts } of row)
    for (const [lines, of] of [
      [label, parts.label],
      [value, parts.value],
    ] as const)
      for (const line of lines) {
        flow.reserve(line.height)
        flow.putLines([line], { x: SHEET.left, top: flow.top }, of)
        flow.advance(line.height)
      }
  flow.advance(LOOK.padding.bottom)
}
