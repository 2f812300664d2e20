import { heightOf } from './flow.ts'
import type { LayoutContext } from './layout-context.ts'
import { SHEET } from './page.ts'

const GAP_ABOVE = 18

/** Lays out the title of a section. It is never the last line of a page. */
export function layOutHeading({ flow, setter, palette }: LayoutContext, heading: string): void {
  const lines = setter.wrap(heading, { size: 11.5, weight: 'semibold', colour: palette.accentText }, SHEET.measure)
  flow.gap(GAP_ABOVE)
  flow.reserve(heightOf(lines))
  flow.putHeading(lines, SHEET.left)
}
