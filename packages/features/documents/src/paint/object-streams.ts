import { deflateSync } from 'node:zlib'
import * as z from 'zod'

/** What pdfkit calls while it writes a file. */
export interface ObjectWriter {
  _write(data: string | Uint8Array): void
  _refEnd(object: { readonly id: number }): void
  _finalize(): void
}
/** Where a reader finds an object: the fields of its entry in a cross-reference stream (ISO 32000-1, 7.5.8.3). */
type Entry = readonly [type: 0 | 1 | 2, place: number, index: number]

const Written = z.object({
  _offset: z.int(),
  _offsets: z.array(z.unknown()),
  _root: z.object({ id: z.int() }),
  _info: z.object({ id: z.int() }),
  _id: z.instanceof(Uint8Array),
})
/** Counts the objects that are not written yet, and finalizes the file behind the last. */
const Ended = z.custom<(object: { readonly id: number }) => void>((it) => typeof it === 'function')
const FIELD_BYTES = [1, 4, 2] as const
const FREE: Entry = [0, 0, 65_535]
/** To read one object, a reader unpacks all of its stream. */
const MOST_IN_STREAM = 500

/**
 * Writes a PDF with its objects packed into compressed streams, as PDF 1.5 has them and pdfkit does not: the thousand small objects of
 * a tagged table would take more than its text.
 *
 * @param pdf A document of pdfkit.
 * @param push Takes the bytes behind its header; null ends them.
 */
export function objectStreams(pdf: object, push: (bytes: Uint8Array | null) => void): ObjectWriter {
  const ended = Ended.parse(Reflect.get(pdf, '_refEnd'))
  const chunks: Uint8Array[] = []
  const entries = new Map<number, Entry>()
  const packed: { readonly id: number; readonly text: string }[] = []
  let parts: (string | Uint8Array)[] = []
  const header = z.int().parse(Reflect.get(pdf, '_offset'))
  let offset = header
  const emit = (data: string | Uint8Array): void => {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
    chunks.push(bytes)
    offset += bytes.length
  }
  const emitStream = (id: number, dictionary: string, content: Uint8Array): void => {
    const body = deflateSync(content)
    entries.set(id, [1, offset, 0])
    emit(`${id} 0 obj\n<<${dictionary} /Filter /FlateDecode /Length ${body.length}>>\nstream\n`)
    emit(body)
    emit('\nendstream\nendobj\n')
  }
  const emitPacked = (id: number, objects: typeof packed): void => {
    let at = 0
    const index = objects.map((object, place) => {
      entries.set(object.id, [2, id, place])
      at += object.text.length + 1
      return `${object.id} ${at - object.text.length - 1} `
    })
    const first = index.join('')
    const content = Buffer.from(`${first}${objects.map(({ text }) => `${text}\n`).join('')}`, 'latin1')
    emitStream(id, `/Type /ObjStm /N ${objects.length} /First ${first.length}`, content)
  }
  return {
    _write(data) {
      parts.push(data)
    },
    _refEnd(object) {
      const { id } = object
      const [, text] = parts
      // Its number, what it is, its end; between them its stream, if it has one.
      if (parts.length === 3 && typeof text === 'string') packed.push({ id, text })
      else {
        entries.set(id, [1, offset, 0])
        for (const part of parts) emit(typeof part === 'string' ? `${part}\n` : part)
      }
      parts = []
      ended.call(pdf, object)
    },
    _finalize() {
      const { _offsets, _root, _info, _id } = Written.parse(pdf)
      let next = _offsets.length + 1
      for (let from = 0; from < packed.length; from += MOST_IN_STREAM)
        emitPacked(next++, packed.slice(from, from + MOST_IN_STREAM))
      const startOfIndex = offset
      entries.set(next, [1, offset, 0])
      const names = `/Root ${_root.id} 0 R /Info ${_info.id} 0 R /ID [${`<${Buffer.from(_id).toString('hex')}>`.repeat(2)}]`
      emitStream(next, `/Type /XRef /Size ${next + 1} /W [${FIELD_BYTES.join(' ')}] ${names}`, indexOf(entries, next))
      emit(`startxref\n${startOfIndex}\n%%EOF\n`)
      push(Buffer.concat(chunks))
      push(null)
    },
  }
}

/** The cross-reference stream of objects 0 to the last. */
function indexOf(entries: ReadonlyMap<number, Entry>, last: number): Uint8Array {
  const width = FIELD_BYTES.reduce((sum, bytes) => sum + bytes, 0)
  const index = Buffer.alloc(width * (last + 1))
  for (let id = 0; id <= last; id += 1) {
    let at = id * width
    for (const [field, bytes] of FIELD_BYTES.entries()) {
      index.writeUIntBE((entries.get(id) ?? FREE)[field] ?? 0, at, bytes)
      at += bytes
    }
  }
  return index
}
