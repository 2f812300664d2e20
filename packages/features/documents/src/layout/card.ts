import { type Cell, type FieldLook, NOTHING, putRow, rowHeight, rowsHeight, rowsOf } from './field-rows.ts'
import { layOutFields } from './fields.ts'
import { layOutHeading } from './heading.ts'
import type { LayoutContext } from './layout-context.ts'
import { CARD, SHEET } from './page.ts'
import { part } from './part.ts'

type Field = readonly [label: string, value: string]
/** Where the values of a side stand. */
interface Area {
  readonly x: number
  readonly top: number
  readonly width: number
  readonly bottom: number
}

const HEADLINE = { label: 5, value: 13 }
/** From large to small: the largest at which everything of a side fits is taken. */
const SIZES = [1, 0.94, 0.87, 0.8].map((scale) => ({
  ...{ label: 5 * scale, value: 7.2 * scale },
  padding: { top: 1.2 * scale, bottom: 1.8 * scale, label: -1 * scale },
}))
const SMALLEST = SIZES.length - 1
/** What fits at no size is cut here, and stands in full below the card. */
const MOST_LINES = 3
const ELLIPSIS = '\u2026'
const REST = 'Values without room on the card'
const HINT =
  'Cut along the outline, fold at the dashed line. Both sides have the size of an identity card, 85.6 by 54 mm.'

/** Lays out a card, front and back side by side, and below it the values that it has no room for. */
export function layOutCard(
  context: LayoutContext,
  { front, back }: { front: readonly Field[]; back: readonly Field[] },
): void {
  const { flow, setter, palette } = context
  const hint = setter.wrap(HINT, { size: 7.4, weight: 'regular', colour: palette.muted }, SHEET.measure)
  const hintHeight = hint.reduce((sum, { height }) => sum + height, 0)
  flow.reserve(CARD.height + CARD.below + hintHeight)
  const place = { x: CARD.left, top: flow.top }
  flow.put({ kind: 'card', ...place, width: 2 * CARD.width, height: CARD.height })
  const [headline, ...others] = front
  const area = (x: number, width: number): Area => ({
    ...{ x: x + CARD.pad, width },
    ...{ top: place.top + CARD.strip + CARD.pad / 2, bottom: place.top + CARD.height - CARD.foot },
  })
  const whole = CARD.width - 2 * CARD.pad
  const first = area(place.x, whole)
  const { below, whole: complete } = headline
    ? putHeadline(context, headline, first)
    : { below: first.top, whole: true }
  const missing = [
    ...(headline && !complete ? [headline] : []),
    ...putSide(context, others, { ...first, top: below }),
    ...putSide(context, back, area(place.x + CARD.width, whole - CARD.code - CARD.pad)),
  ]
  flow.advance(CARD.height + CARD.below)
  flow.putLines(hint, { x: CARD.left, top: flow.top }, part('P'))
  flow.advance(hintHeight)
  if (missing.length === 0) return
  layOutHeading(context, REST)
  layOutFields(context, missing, REST)
}

/** The first value of the front, larger. @returns Where it ends, and whether it is there as a whole. */
function putHeadline(
  { flow, setter, palette }: LayoutContext,
  [label, value]: Field,
  area: Area,
): { below: number; whole: boolean } {
  const item = part('LI', part('L'))
  const small = setter.fitted(label, { size: HEADLINE.label, weight: 'regular', colour: palette.muted }, area.width)
  const large = setter.fitted(
    value.trim() || NOTHING,
    { size: HEADLINE.value, weight: 'semibold', colour: palette.accentText },
    area.width,
  )
  const below = flow.putLines([small], area, part('Lbl', item))
  return {
    below: flow.putLines([large], { x: area.x, top: below - 1 }, part('LBody', item)),
    whole: !large.runs.at(-1)?.text.endsWith(ELLIPSIS),
  }
}

/** Puts the values of a side, as large as they fit. @returns Those that are cut or left out. */
function putSide(context: LayoutContext, fields: readonly Field[], area: Area): readonly Field[] {
  const list = part('L')
  const room = area.bottom - area.top
  const sized = SIZES.map((size): FieldLook => ({ ...size, width: area.width, gutter: 8, linesInHalf: 1 }))
  const fitting = sized.find((look) => rowsHeight([...rowsOf(context, fields, { look, list })], look) <= room)
  const look = fitting ?? sized[SMALLEST]
  if (!look) return fields
  const missing: Field[] = []
  let { top } = area
  for (const row of rowsOf(context, fields, { look, list })) {
    const shown = fitting ? row : row.map((cell) => cut(context, cell, look))
    const height = rowHeight(shown, look)
    const fits = top + height <= area.bottom
    if (fits) {
      putRow(context, shown, { look, x: area.x, top })
      top += height
    }
    missing.push(...row.filter((cell, index) => !fits || shown[index] !== cell).map(({ field }) => field))
  }
  return missing.filter(([, value]) => value.trim() !== '')
}

/** A value of at most three lines, the last of which says that it goes on. */
function cut({ setter }: LayoutContext, cell: Cell, { width }: FieldLook): Cell {
  const last = cell.value[MOST_LINES - 1]
  if (cell.value.length <= MOST_LINES || !last) return cell
  const text = `${last.runs.map((run) => run.text).join('')}${ELLIPSIS}`
  return { ...cell, value: [...cell.value.slice(0, MOST_LINES - 1), setter.fitted(text, last.style, width)] }
}
