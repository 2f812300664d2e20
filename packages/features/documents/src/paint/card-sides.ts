import { CARD } from '../layout/page.ts'
import { part } from '../layout/part.ts'
import type { TextStyle } from '../text/text-setter.ts'
import type { Area, Canvas, Place } from './canvas.ts'
import type { Frame } from './frame.ts'
import { indianTime } from './indian-time.ts'

const SANDBOX = 'SANDBOX: FICTITIOUS DATA, NOT A RECORD'
const WHITE = '#ffffff'

/** Draws the two sides of a card around its values: the brand's strip, the code, whose print it is, and where to cut and to fold. */
export function drawCardSides(canvas: Canvas, frame: Frame, { x, top, width, height }: Area): void {
  const { palette, content, brand, code } = frame
  const sandbox = content.environment === 'sandbox'
  const sheet: Area = { x, top, width, height }
  const strip = sandbox ? palette.warning : palette.accent
  canvas.within(sheet, CARD.radius, () => canvas.draw([{ kind: 'box', ...sheet, height: CARD.strip, fill: strip }]))
  const onStrip = sandbox ? WHITE : palette.onAccent
  const back = sheet.x + CARD.width
  drawStrip(canvas, sheet, { left: brand.name, right: content.title, colour: onStrip })
  drawStrip(
    canvas,
    { x: back, top: sheet.top },
    { left: content.title, right: `No. ${content.number}`, colour: onStrip },
  )
  const small: TextStyle = { size: 4.9, colour: palette.muted, weight: 'regular' }
  const warning: TextStyle = { size: 4.9, colour: palette.warning, weight: 'semibold' }
  const whole = CARD.width - 2 * CARD.pad
  const bottom = sheet.top + CARD.height - CARD.foot + 3
  const origin = `A record printed by ${brand.name}, ${indianTime(content.issuedAt)}. Not an official card.`
  const line = sandbox ? canvas.setter.fitted(SANDBOX, warning, whole) : canvas.setter.fitted(origin, small, whole)
  canvas.line(line, { x: sheet.x + CARD.pad, top: bottom }, part('P'))
  if (code.size > 0) {
    const side = { width: CARD.code, height: CARD.code }
    const box = { x: back + CARD.width - CARD.pad - CARD.code, top: sheet.top + CARD.strip + CARD.pad, ...side }
    canvas.code(code, box, null)
    const label = canvas.setter.fitted('Scan to verify', small, CARD.code)
    canvas.line(label, { x: box.x + (CARD.code - label.width) / 2, top: box.top + CARD.code + 3 })
  }
  const second = sandbox
    ? canvas.setter.fitted(SANDBOX, warning, whole)
    : canvas.setter.fitted(brand.supportEmail ?? brand.name, small, whole)
  canvas.line(second, { x: back + CARD.pad, top: bottom })
  canvas.outline(sheet, CARD.radius, palette.muted)
}

function drawStrip(
  canvas: Canvas,
  { x, top }: Place,
  { left, right, colour }: { left: string; right: string; colour: string },
): void {
  const room = CARD.width - 2 * CARD.pad
  const minor = canvas.setter.fitted(right, { size: 6.4, colour, weight: 'regular' }, room * 0.55)
  const major = canvas.setter.fitted(left, { size: 8.4, colour, weight: 'semibold' }, room - minor.width - 8)
  canvas.line(major, { x: x + CARD.pad, top: top + (CARD.strip - major.height) / 2 })
  canvas.line(minor, { x: x + CARD.width - CARD.pad - minor.width, top: top + (CARD.strip - minor.height) / 2 })
}
