import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { flattenPng } from './flatten-png.ts'
import { logoOf } from './logo.ts'

/** Colours and transparency that change from pixel to pixel. */
function picture(width = 37, height = 23) {
  const made = new PNG({ width, height })
  for (let at = 0; at < made.data.length; at += 1) made.data[at] = (at * at * 7 + at * 13) % 256
  return made
}

// The smallest JPEG there is, nearly: its start of frame says 3 by 2.
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080002000301011100ffd9', 'hex')

describe('a logo', () => {
  it.each([0, 1, 2, 3, 4])(
    'has its transparency laid on white once, whatever filter it was packed by: %i',
    (filterType) => {
      const given = picture()
      const flat = PNG.sync.read(flattenPng(PNG.sync.write(given, { filterType })))
      for (let at = 0; at < given.data.length; at += 4) {
        const alpha = (given.data[at + 3] ?? 0) / 255
        const expected = [0, 1, 2].map((channel) =>
          Math.round((given.data[at + channel] ?? 0) * alpha + 255 * (1 - alpha)),
        )
        expect([...flat.data.subarray(at, at + 4)]).toEqual([...expected, 255])
      }
    },
  )

  it('is used unchanged if it has no transparency', () => {
    const png = PNG.sync.write(picture(), { colorType: 2 })
    expect(flattenPng(png)).toBe(png)
    expect(logoOf(png)).toMatchObject({ width: 37, height: 23 })
  })

  it('may be a JPEG', () => {
    expect(logoOf(JPEG)).toMatchObject({ width: 3, height: 2 })
  })

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'neither PNG nor JPEG'],
    ['a PNG that is cut off', PNG.sync.write(picture()).subarray(0, 200), 'damaged'],
    ['a JPEG that is cut off', JPEG.subarray(0, 20), 'damaged'],
    ['one of too many pixels', PNG.sync.write(picture(2000, 600)), '2000 by 600'],
    ['nothing', Buffer.alloc(0), 'neither'],
  ])('is refused before any document needs it: %s', (_, bytes, detail) => {
    expect(() => logoOf(bytes)).toThrow(
      expect.objectContaining({ code: 'LOGO_UNUSABLE', message: expect.stringContaining(detail) }),
    )
  })
})
