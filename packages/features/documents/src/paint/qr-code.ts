import QRCode from 'qrcode'

/** A stretch of dark modules in one row. */
export interface DarkStretch {
  readonly column: number
  readonly row: number
  readonly length: number
}
/** A QR code without its quiet zone. */
export interface QrCode {
  /** Modules of one side. */
  readonly size: number
  readonly dark: readonly DarkStretch[]
}

/**
 * The QR code of a text, at level M: a seventh of it may be lost.
 *
 * @param text At most 2,331 bytes.
 */
export function qrCodeOf(text: string): QrCode {
  const { modules } = QRCode.create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' })
  const { size } = modules
  const dark: DarkStretch[] = []
  for (let row = 0; row < size; row += 1) {
    let length = 0
    for (let column = 0; column <= size; column += 1) {
      if (column < size && modules.get(row, column)) {
        length += 1
        continue
      }
      if (length > 0) dark.push({ column: column - length, row, length })
      length = 0
    }
  }
  return { size, dark }
}
