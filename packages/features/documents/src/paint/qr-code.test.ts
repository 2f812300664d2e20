import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { qrCodeOf } from './qr-code.ts'

const QUIET = 4
const SCALE = 4

/** The modules as a picture with its quiet zone. */
function picture({ size, dark }: ReturnType<typeof qrCodeOf>): { data: Uint8ClampedArray; side: number } {
  const side = (size + 2 * QUIET) * SCALE
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const { column, row, length } of dark)
    for (let y = 0; y < SCALE; y += 1)
      for (let x = 0; x < length * SCALE; x += 1) {
        const at = (((row + QUIET) * SCALE + y) * side + (column + QUIET) * SCALE + x) * 4
        data.fill(0, at, at + 3)
      }
  return { data, side }
}

it('draws a code that says the text', () => {
  const text = `https://verify.acme.example/documents/verify/${'aB3_'.repeat(25)}`
  const code = qrCodeOf(text)
  const { data, side } = picture(code)
  expect(jsQR.default(data, side, side)?.data).toBe(text)
})

it('stays coarse enough to be scanned from 26 mm of paper', () => {
  const mark = `https://verify.acme.example/documents/verify/${'a'.repeat(110)}`
  expect(26 / qrCodeOf(mark).size).toBeGreaterThan(0.48)
})
