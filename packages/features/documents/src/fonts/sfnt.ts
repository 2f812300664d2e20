import { inflateSync } from 'node:zlib'

const SFNT_HEADER = 12
const SFNT_ENTRY = 16
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SIGNATURE = 'wOFF'

/** The fields of an sfnt header that help a binary search in its table directory. */
function searchFields(tables: number): readonly [searchRange: number, entrySelector: number, rangeShift: number] {
  const entrySelector = Math.floor(Math.log2(tables))
  const searchRange = 2 ** entrySelector * SFNT_ENTRY
  return [searchRange, entrySelector, tables * SFNT_ENTRY - searchRange]
}

/** Tables begin at multiples of four bytes. */
const padded = (table: Uint8Array): Uint8Array => Buffer.concat([table, new Uint8Array((4 - (table.length % 4)) % 4)])

/**
 * A WOFF file as the TrueType font that it wraps. Its tables are unpacked here, once: the font reader would unpack a table each
 * time it looks for a glyph.
 *
 * @param woff WOFF 1.0, as fonts come from npm.
 * @returns An sfnt, table for table the same.
 * @throws `TypeError` where the bytes are not WOFF 1.0; `RangeError` or zlib's own error where they are cut off or damaged.
 */
export function sfntOf(woff: Buffer): Uint8Array {
  if (woff.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) throw new TypeError('it is not WOFF 1.0')
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count)
  directory.writeUInt32BE(woff.readUInt32BE(4), 0)
  directory.writeUInt16BE(count, 4)
  for (const [index, field] of searchFields(count).entries()) directory.writeUInt16BE(field, 6 + 2 * index)
  const parts: Uint8Array[] = [directory]
  let offset = directory.length
  for (let index = 0; index < count; index += 1) {
    const from = WOFF_HEADER + WOFF_ENTRY * index
    const to = SFNT_HEADER + SFNT_ENTRY * index
    const [start, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field)) as [
      number,
      number,
      number,
    ]
    const raw = woff.subarray(start, start + packed)
    woff.copy(directory, to, from, from + 4)
    woff.copy(directory, to + 4, from + 16, from + 20)
    directory.writeUInt32BE(offset, to + 8)
    directory.writeUInt32BE(length, to + 12)
    const table = padded(packed < length ? inflateSync(raw) : raw)
    parts.push(table)
    offset += table.length
  }
  return Buffer.concat(parts)
}
