import { inr } from '@parakh/core'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { drawQr } from './draw-qr.ts'
import { upiUri } from './upi-uri.ts'

const uri = upiUri({
  payee: { vpa: 'acme.verify@okbank', name: 'Acme & Söhne' },
  amount: inr('1234.50'),
  reference: '01J00000000000000000000001',
  note: 'Wallet top-up',
})

it('asks for an amount in the order of the deep linking specification, each value encoded', () => {
  expect(uri).toBe(
    'upi://pay?pa=acme.verify@okbank&pn=Acme%20%26%20S%C3%B6hne&am=1234.50&cu=INR&tr=01J00000000000000000000001&tn=Wallet%20top-up',
  )
})

it('is read back from its PNG by a scanner', async () => {
  const { data, width, height } = PNG.sync.read(Buffer.from(await drawQr(uri, 'png')))
  const scan = 'default' in jsqr ? jsqr.default : jsqr
  expect(scan(new Uint8ClampedArray(data), width, height)?.data).toBe(uri)
})

it('is the same code as an SVG', async () => {
  const svg = Buffer.from(await drawQr(uri, 'svg')).toString()
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(scanSvg(svg)).toBe(uri)
})

/** Draws the horizontal strokes of the SVG as a browser would; the height of a stroke is one module. */
function scanSvg(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const path = /stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? ''
  const scale = 4
  const pixels = new Uint8ClampedArray(size * scale * size * scale * 4).fill(255)
  const darken = (x: number, y: number): void => {
    for (let row = y * scale; row < (y + 1) * scale; row += 1)
      for (let column = x * scale; column < (x + 1) * scale; column += 1)
        pixels.fill(0, (row * size * scale + column) * 4, (row * size * scale + column) * 4 + 3)
  }
  let [x, y] = [0, 0]
  for (const [, command, first, second] of path.matchAll(/([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Math.floor(Number(second))]
    else if (command === 'm') [x, y] = [x + Number(first), y + Number(second ?? 0)]
    else for (let n = Number(first); n > 0; n -= 1, x += 1) darken(x, Math.floor(y))
  }
  const scan = 'default' in jsqr ? jsqr.default : jsqr
  return scan(pixels, size * scale, size * scale)?.data
}
