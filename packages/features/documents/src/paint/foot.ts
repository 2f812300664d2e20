import { SHEET } from '../layout/page.ts'
import { part } from '../layout/part.ts'
import type { TextStyle } from '../text/text-setter.ts'
import type { Canvas } from './canvas.ts'
import type { Frame } from './frame.ts'
import { indianTime } from './indian-time.ts'

const RIGHT = SHEET.left + SHEET.measure
const TOP = 736
const CODE = { side: 74, top: TOP + 8 }
const LABELS = 58
/** What is left of the code for text, and of that for the first column beside the page number. */
const WIDTH = SHEET.measure - CODE.side - 24
const VALUES = WIDTH - LABELS - 64
const REMARK = 310

/** `9F3A77C10B2ED41C` -> `9F3A 77C1 0B2E D41C`. */
export const grouped = (fingerprint: string): string => fingerprint.replace(/(.{4})(?=.)/g, '$1 ')

/** Draws what stands below the record on every page and, in the sandbox, across it that this is no real one. */
export function drawBottom(canvas: Canvas, frame: Frame, page: number): void {
  drawFoot(canvas, frame, page)
  if (frame.content.environment === 'sandbox') canvas.watermark('SANDBOX', frame.palette.warning)
}

/**
 * Draws the foot of a page: which document this is, when and by whom it was issued, and the code by which that is checked. Only the
 * last one is read out.
 */
function drawFoot(canvas: Canvas, frame: Frame, page: number): void {
  const { palette, content, brand, pages } = frame
  const small: TextStyle = { size: 7.4, colour: palette.muted, weight: 'regular' }
  const strong: TextStyle = { size: 7.4, colour: palette.ink, weight: 'semibold' }
  canvas.draw([{ kind: 'box', x: SHEET.left, top: TOP, width: SHEET.measure, height: 0.75, fill: palette.hairline }])
  const rows: readonly (readonly [label: string, value: string])[] = [
    ['Document', content.number],
    ['Fingerprint', grouped(content.fingerprint)],
    ['Issued', indianTime(content.issuedAt)],
    ...(brand.supportEmail === undefined ? [] : ([['Support', brand.supportEmail]] as const)),
  ]
  const last = page === pages
  let top = TOP + 9
  for (const [label, value] of rows) {
    const line = canvas.setter.line(label, small)
    const of = last ? part('P') : null
    canvas.line(line, { x: SHEET.left, top }, of)
    canvas.line(canvas.setter.fitted(value, strong, VALUES), { x: SHEET.left + LABELS, top }, of)
    top += line.height + 1
  }
  const remark = `The code confirms that ${brand.name} issued a document of this number, title and time, not that this copy is unaltered.`
  const remarked = last ? part('P') : null
  top += 3
  for (const line of canvas.setter.wrap(remark, small, REMARK)) {
    canvas.line(line, { x: SHEET.left, top }, remarked)
    top += line.height
  }
  const count = canvas.setter.line(`Page ${page} of ${pages}`, small)
  canvas.line(count, { x: SHEET.left + WIDTH - count.width, top: TOP + 9 })
  drawCode(canvas, frame)
}

function drawCode(canvas: Canvas, { code, content, brand }: Frame): void {
  const box = { x: RIGHT - CODE.side, top: CODE.top, width: CODE.side, height: CODE.side }
  const target = { url: content.verifyUrl, text: `QR code: confirm at ${brand.name} that it issued this document` }
  canvas.link(target, box, (figure) => canvas.code(code, box, figure))
}
