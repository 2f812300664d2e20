/** Medium error correction for printed codes, and the white border that scanners need. */
const LOOKS = { errorCorrectionLevel: 'M', margin: 4 } as const
const PIXELS = 480

/**
 * A QR code as an image.
 *
 * @param text Its content: a `upi://pay` address.
 * @param format `png`: 480 by 480 pixels; `svg`: text in UTF-8.
 * @example
 * await writeFile('top-up.png', await drawQr(uri, 'png'))
 */
export async function drawQr(text: string, format: 'png' | 'svg'): Promise<Uint8Array> {
  // Loaded with the first image: most servers never draw one.
  const { default: QRCode } = await import('qrcode')
  if (format === 'png') return await QRCode.toBuffer(text, { ...LOOKS, type: 'png', width: PIXELS })
  return Buffer.from(await QRCode.toString(text, { ...LOOKS, type: 'svg', width: PIXELS }))
}
