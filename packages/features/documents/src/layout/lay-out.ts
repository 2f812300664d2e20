import type { Block } from '@parakh/core'
import type { TextSetter } from '../text/text-setter.ts'
import { layOutCard } from './card.ts'
import type { Palette } from './colour.ts'
import { layOutFields } from './fields.ts'
import { Flow, heightOf } from './flow.ts'
import { layOutHeading } from './heading.ts'
import type { LayoutContext } from './layout-context.ts'
import { type Page, SHEET } from './page.ts'
import { part } from './part.ts'
import { layOutTable } from './table.ts'

const GAP = { block: 13, belowHeading: 6 }
const NOTE_PAD = { x: 12, y: 9 }
/** So many lines of a remark stand on a page before it is broken. */
const LEAST_LINES = 3

/** What is laid out. */
export interface Content {
  /** The document's id, for an error. */
  readonly document: string
  readonly blocks: readonly Block[]
}

/**
 * Breaks a record into pages. Nothing is drawn yet: the pages can be counted before the document is made.
 *
 * @throws `DOCUMENT_INVALID` where it has more pages than any record has.
 */
export function layOut(content: Content, setter: TextSetter, palette: Palette): readonly Page[] {
  const context: LayoutContext = { flow: new Flow(content.document), setter, palette }
  for (const [index, block] of content.blocks.entries()) {
    const before = content.blocks[index - 1]
    if (before && !('heading' in block)) context.flow.gap('heading' in before ? gapBelowHeading(block) : GAP.block)
    layOutBlock(context, block, before && 'heading' in before ? before.heading : null)
  }
  return context.flow.pages
}

/** Fields bring room of their own. */
const gapBelowHeading = (block: Block): number => ('fields' in block ? 0 : GAP.belowHeading)

/** @param title The heading directly above it. */
function layOutBlock(context: LayoutContext, block: Block, title: string | null): void {
  if ('heading' in block) layOutHeading(context, block.heading)
  else if ('fields' in block) layOutFields(context, block.fields, title)
  else if ('table' in block) layOutTable(context, block.table)
  else if ('card' in block) layOutCard(context, block.card)
  else layOutNote(context, block.note)
}

/** A remark, in a tinted panel; one that is longer than a page goes over several. */
function layOutNote({ flow, setter, palette }: LayoutContext, note: string): void {
  const style = { size: 8.6, weight: 'regular', colour: palette.ink } as const
  let lines = setter.wrap(note, style, SHEET.measure - 2 * NOTE_PAD.x)
  const paragraph = part('P')
  flow.reserve(heightOf(lines.slice(0, LEAST_LINES)) + 2 * NOTE_PAD.y)
  while (lines.length > 0) {
    const most = Math.max(1, Math.floor((flow.room - 2 * NOTE_PAD.y) / Math.max(...lines.map(({ height }) => height))))
    const here = lines.slice(0, most)
    const height = heightOf(here) + 2 * NOTE_PAD.y
    const panel = { kind: 'box', x: SHEET.left, top: flow.top, height } as const
    flow.put({ ...panel, width: SHEET.measure, fill: palette.tint, radius: 3 })
    flow.put({ ...panel, width: 3, fill: palette.accent })
    flow.putLines(here, { x: SHEET.left + NOTE_PAD.x, top: flow.top + NOTE_PAD.y }, paragraph)
    flow.advance(height)
    lines = lines.slice(most)
    if (lines.length > 0) flow.breakPage()
  }
}
