import { PNG } from 'pngjs'

const WHITE = { red: 255, green: 255, blue: 255 }
const RGB = 2

/**
 * A PNG with its transparency laid on white. One without an alpha channel goes into a document as it is; one with it would be
 * unpacked and packed again for every document.
 *
 * @param png Any PNG; one without an alpha channel comes back unchanged.
 * @throws pngjs's own error where it is damaged.
 */
export function flattenPng(png: Buffer): Buffer {
  const image = PNG.sync.read(png)
  if (!image.alpha) return png
  return PNG.sync.write(image, { colorType: RGB, bgColor: WHITE })
}
