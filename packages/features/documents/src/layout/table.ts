import type { Line, TextStyle } from '../text/text-setter.ts'
import { columnWidths } from './column-widths.ts'
import { NOTHING } from './field-rows.ts'
import { heightOf } from './flow.ts'
import type { LayoutContext } from './layout-context.ts'
import { SHEET } from './page.ts'
import { type Part, part, type Role } from './part.ts'

const PAD_Y = 5
/** A table of many columns is set closer. */
const MANY_COLUMNS = 7
const WIDE = { head: 8, body: 8.6, pad: 7 }
const CLOSE = { head: 7.4, body: 7.7, pad: 5 }
const MOST_WANTED = 260
/** Rounding must not break a text that was measured to fit. */
const SLACK = 1
const DECIMAL = /^[-\u2212]?\s?\u20b9?\s?[\d,]+\.\d+$/

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
interface Look {
  readonly pad: number
  readonly head: TextStyle
  readonly body: TextStyle
}
interface Column {
  /** Where its texts begin. */
  readonly x: number
  readonly width: number
  /** Of numbers: where they end, so that their digits stand below each other. */
  readonly right: number | null
}
type Cells = readonly (readonly Line[])[]
interface Row {
  readonly head?: boolean
  readonly cells: Cells
  /** Of each cell. */
  readonly parts: readonly (Part | null)[]
  readonly fill: string | null
}
interface Body {
  readonly head: Row
  /** Sets a row when it is its turn: a table that has too many pages is refused before the rest of it is set. */
  readonly row: (index: number) => Row
  readonly count: number
}

const cellText = (text: string | undefined): string => (text === undefined || text.trim() === '' ? NOTHING : text)

/** Lays out a table: striped, its head repeated on every page. */
export function layOutTable(context: LayoutContext, table: Table): void {
  const { setter, palette } = context
  const sizes = table.columns.length < MANY_COLUMNS ? WIDE : CLOSE
  const look: Look = {
    pad: sizes.pad,
    head: { size: sizes.head, weight: 'semibold', colour: palette.accentText },
    body: { size: sizes.body, weight: 'regular', colour: palette.ink },
  }
  const columns = placeColumns(context, table, look)
  const set = (texts: readonly string[], style: TextStyle): Cells =>
    columns.map(({ width }, index) => setter.wrap(cellText(texts[index]), style, width - 2 * look.pad))
  const whole = part('Table')
  const parts = (role: Role): readonly Part[] => {
    const row = part('TR', whole)
    return columns.map(() => part(role, row))
  }
  const head: Row = { head: true, cells: set(table.columns, look.head), parts: parts('TH'), fill: palette.tint }
  const row = (index: number): Row => ({
    parts: parts('TD'),
    cells: set(table.rows[index] ?? [], look.body),
    fill: index % 2 === 1 ? palette.stripe : null,
  })
  putRows(context, columns, { head, row, count: table.rows.length })
}

function placeColumns(
  { setter }: LayoutContext,
  { columns, rows }: Table,
  { pad, head, body }: Look,
): readonly Column[] {
  const widestWord = (text: string, style: TextStyle): number =>
    Math.max(...text.split(/\s+/).map((word) => setter.width(word, style)))
  const wanted = columns.map((column, index) => {
    const texts = [...new Set(rows.map((row) => cellText(row[index])))]
    const most = Math.max(setter.width(column, head), ...texts.map((text) => setter.width(text, body)))
    const least = Math.max(widestWord(column, head), ...texts.map((text) => widestWord(text, body)))
    const room = 2 * pad + SLACK
    return { least: Math.min(MOST_WANTED, least) + room, most: Math.min(MOST_WANTED, most) + room }
  })
  let x: number = SHEET.left
  return columnWidths(wanted, SHEET.measure).map((width, index) => {
    const texts = rows.map((row) => row[index]?.trim() ?? '').filter((text) => text !== '')
    const numbers = texts.length > 0 && texts.every((text) => DECIMAL.test(text))
    const widest = Math.max(0, ...texts.map((text) => setter.width(text, body)))
    x += width
    const from = x - width + pad
    return { x: from, width, right: numbers ? from + Math.min(widest, width - 2 * pad) : null }
  })
}

const rowHeight = ({ cells }: Row): number => Math.max(...cells.map(heightOf)) + 2 * PAD_Y

function putRows(context: LayoutContext, columns: readonly Column[], { head, row, count }: Body): void {
  const { flow, palette } = context
  flow.reserve(rowHeight(head) + (count > 0 ? rowHeight(row(0)) : 0))
  putRow(context, columns, head)
  // The first row stands below the head and its title, however tall it is; the parts of another can fill a page.
  const first = flow.room
  for (let index = 0; index < count; index += 1)
    for (const part of partsOf(row(index), index === 0 ? first : SHEET.bottom - SHEET.nextTop - rowHeight(head))) {
      if (!flow.fits(rowHeight(part))) {
        flow.breakPage()
        putRow(context, columns, { ...head, parts: [] })
      }
      putRow(context, columns, part)
    }
  flow.put({ kind: 'box', x: SHEET.left, top: flow.top, width: SHEET.measure, height: 0.75, fill: palette.hairline })
}

/** A row, or where it is taller than a page, its parts. */
function partsOf(row: Row, most: number): readonly Row[] {
  if (rowHeight(row) <= most) return [row]
  const tallest = Math.max(...row.cells.flat().map(({ height }) => height))
  const lines = Math.max(1, Math.floor((most - 2 * PAD_Y) / tallest))
  const count = Math.ceil(Math.max(...row.cells.map((cell) => cell.length)) / lines)
  return Array.from({ length: count }, (_, part) => ({
    ...row,
    cells: row.cells.map((cell) => cell.slice(part * lines, (part + 1) * lines)),
  }))
}

function putRow({ flow }: LayoutContext, columns: readonly Column[], row: Row): void {
  const height = rowHeight(row)
  if (row.fill !== null)
    flow.put({ kind: 'box', x: SHEET.left, top: flow.top, width: SHEET.measure, height, fill: row.fill })
  for (const [index, lines] of row.cells.entries()) {
    const column = columns[index]
    if (!column) continue
    let top = flow.top + PAD_Y
    for (const line of lines) {
      const x = column.right === null || row.head ? column.x : column.right - line.width
      flow.putLines([line], { x, top }, row.parts[index] ?? null)
      top += line.height
    }
  }
  flow.advance(height)
}
