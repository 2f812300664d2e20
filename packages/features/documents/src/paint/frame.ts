import type { DocumentBrand } from '../brand/brand.ts'
import type { Logo } from '../brand/logo.ts'
import type { Palette } from '../layout/colour.ts'
import { SHEET } from '../layout/page.ts'
import { type Part, part } from '../layout/part.ts'
import type { TextStyle } from '../text/text-setter.ts'
import type { Canvas } from './canvas.ts'
import { indianTime } from './indian-time.ts'
import type { IssuedContent } from './issued-document.ts'
import type { QrCode } from './qr-code.ts'

/** What is drawn around the record. */
export interface Frame {
  readonly brand: DocumentBrand
  readonly logo: Logo | null
  readonly palette: Palette
  readonly content: IssuedContent
  readonly code: QrCode
  readonly pages: number
}

const RIGHT = SHEET.left + SHEET.measure
const BAND = 7
const RULE = 0.75
const LOGO = { top: 30, height: 34, width: 132 }
const TITLE_TOP = 94
const NOTICE_HEIGHT = 18
const SANDBOX_NOTICE = 'SANDBOX: FICTITIOUS DATA, NOT A RECORD'

/** Draws what stands above the record on every page. Only the first is read out. */
export function drawTop(canvas: Canvas, frame: Frame, page: number): void {
  const band = { x: 0, top: 0, width: SHEET.width, height: BAND }
  canvas.draw([{ kind: 'box', ...band, fill: frame.palette.accent }])
  if (page === 1) drawHead(canvas, frame)
  else drawRunningHead(canvas, frame)
}

function drawHead(canvas: Canvas, frame: Frame): void {
  const { palette, content, brand } = frame
  const noticeAt =
    content.environment === 'sandbox' ? drawNotice(canvas, frame, { top: LOGO.top + 8, of: part('P') }) - 12 : RIGHT
  const nameAt = SHEET.left + drawMark(canvas, frame) + 12
  const nameStyle: TextStyle = { size: 14, colour: palette.ink, weight: 'semibold' }
  const name = canvas.setter.fitted(brand.name, nameStyle, noticeAt - nameAt)
  canvas.line(name, { x: nameAt, top: LOGO.top + (LOGO.height - name.height) / 2 }, part('P'))
  drawRule(canvas, frame, 80)
  const titleStyle: TextStyle = { size: 21, colour: palette.ink, weight: 'semibold' }
  const title = canvas.setter.fitted(content.title, titleStyle, SHEET.measure)
  canvas.line(title, { x: SHEET.left, top: TITLE_TOP }, part('H1'))
  const below = TITLE_TOP + title.height + 2
  const issued = `Issued ${indianTime(content.issuedAt)}, document ${content.number}`
  const issuedStyle: TextStyle = { size: 9, colour: palette.muted, weight: 'regular' }
  canvas.line(canvas.setter.fitted(issued, issuedStyle, SHEET.measure), { x: SHEET.left, top: below }, part('P'))
  canvas.draw([{ kind: 'box', x: SHEET.left, top: below + 20, width: 44, height: 3, fill: palette.accent }])
}

/** The logo, or the initial of the name in its place. @returns Its width. */
function drawMark(canvas: Canvas, { brand, logo, palette }: Frame): number {
  if (logo) return canvas.logo(logo, { x: SHEET.left, ...LOGO })
  const side = LOGO.height
  const square = { x: SHEET.left, top: LOGO.top, width: side, height: side }
  canvas.draw([{ kind: 'box', ...square, fill: palette.accent, radius: 7 }])
  const [initial = ''] = brand.name
  const style: TextStyle = { size: 18, colour: palette.onAccent, weight: 'semibold' }
  const line = canvas.setter.line(initial.toUpperCase(), style)
  canvas.line(line, { x: SHEET.left + (side - line.width) / 2, top: LOGO.top + (side - line.height) / 2 })
  return side
}

/** Says that this is no real record. @returns Where it begins. */
function drawNotice(canvas: Canvas, { palette }: Frame, { top, of }: { top: number; of: Part | null }): number {
  const line = canvas.setter.line(SANDBOX_NOTICE, { size: 7.6, colour: palette.warning, weight: 'semibold' })
  const width = line.width + NOTICE_HEIGHT
  const pill = { x: RIGHT - width, top, width, height: NOTICE_HEIGHT }
  canvas.draw([{ kind: 'box', ...pill, fill: palette.warningTint, radius: NOTICE_HEIGHT / 2 }])
  canvas.line(line, { x: RIGHT - width + NOTICE_HEIGHT / 2, top: top + (NOTICE_HEIGHT - line.height) / 2 }, of)
  return RIGHT - width
}

function drawRunningHead(canvas: Canvas, frame: Frame): void {
  const { palette, content, brand } = frame
  const half = SHEET.measure / 2 - 10
  const titleStyle: TextStyle = { size: 10, colour: palette.ink, weight: 'semibold' }
  canvas.line(canvas.setter.fitted(content.title, titleStyle, half), { x: SHEET.left, top: 34 })
  if (content.environment === 'sandbox') drawNotice(canvas, frame, { top: 32, of: null })
  else {
    const name = canvas.setter.fitted(brand.name, { size: 9, colour: palette.muted, weight: 'regular' }, half)
    canvas.line(name, { x: RIGHT - name.width, top: 35 })
  }
  drawRule(canvas, frame, 60)
}

function drawRule(canvas: Canvas, { palette }: Frame, top: number): void {
  canvas.draw([{ kind: 'box', x: SHEET.left, top, width: SHEET.measure, height: RULE, fill: palette.hairline }])
}
