import { heightOf } from './flow.ts'
import type { LayoutContext } from './layout-context.ts'
import { SHEET } from './page.ts'
import { part } from './part.ts'

const GAP_ABOVE = 18

/**
 * Lays out the title of a section. It is never the last line of a page.
 *
 * @param again Whether it is repeated on a further page.
 */
export function layOutHeading({ flow, setter, palette }: LayoutContext, heading: string, again = false): void {
  const text = again ? `${heading} (continued)` : heading
  const lines = setter.wrap(text, { size: 11.5, weight: 'semibold', colour: palette.accentText }, SHEET.measure)
  flow.gap(GAP_ABOVE)
  flow.reserve(heightOf(lines))
  flow.putHeading(lines, again ? null : part('H2'))
}
