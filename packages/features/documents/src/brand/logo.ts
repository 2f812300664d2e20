import PDFDocument from 'pdfkit'
import { documentsErrors } from '../error-codes.ts'
import { flattenPng } from './flatten-png.ts'

/** A logo that can be drawn, and its size in pixels. */
export interface Logo {
  readonly image: Buffer
  readonly width: number
  readonly height: number
}

/** Some pictures are unpacked each time they are drawn. */
const MOST_PIXELS = 1_000_000
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const refused = (detail: string) => documentsErrors.error('LOGO_UNUSABLE', { detail })

type Size = readonly [width: number, height: number]

/** The size stands in the start-of-frame segment, whatever its coding; C4, C8 and CC are tables. */
function sizeOfJpeg(image: Buffer): Size | null {
  let at = 2
  while (at + 9 < image.length) {
    if (image[at] !== 0xff) return null
    const marker = image[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [image.readUInt16BE(at + 7), image.readUInt16BE(at + 5)]
    at += 2 + image.readUInt16BE(at + 2)
  }
  return null
}

function sizeOf(image: Buffer): Size | null {
  if (image.subarray(0, PNG.length).equals(PNG))
    return image.length < 33 ? null : [image.readUInt32BE(16), image.readUInt32BE(20)]
  if (image.subarray(0, JPEG.length).equals(JPEG)) return sizeOfJpeg(image)
  throw refused('it is neither PNG nor JPEG')
}

/**
 * A logo, looked at and made ready before any document needs it.
 *
 * @throws `LOGO_UNUSABLE`
 */
export function logoOf(bytes: Uint8Array): Logo {
  const image = Buffer.from(bytes)
  const size = sizeOf(image)
  if (!size) throw refused('it is damaged')
  const [width, height] = size
  if (width * height === 0 || width * height > MOST_PIXELS) throw refused(`it has ${width} by ${height} pixels`)
  try {
    const ready = image[0] === PNG[0] ? flattenPng(image) : image
    new PDFDocument({ size: 'A4', font: '' }).image(ready, 0, 0)
    return { image: ready, width, height }
  } catch (error) {
    throw documentsErrors.error('LOGO_UNUSABLE', { detail: 'it is damaged' }, { cause: error })
  }
}
