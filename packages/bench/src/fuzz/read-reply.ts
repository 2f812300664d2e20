import type { FuzzReply } from './fuzz-request.ts'

const HEAD_END = Buffer.from('\r\n\r\n')
const STATUS = /^HTTP\/1\.1 (\d{3})/

/** Reads the first answer from the bytes of a connection that the server has closed. @returns Null: there is none. */
export function readReply(bytes: Buffer): FuzzReply | null {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(STATUS.exec(first)?.[1] ?? 0)
  const rest = bytes.subarray(end + HEAD_END.length)
  // 100 Continue: the answer comes after it.
  if (status >= 100 && status < 200) return readReply(rest)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status, headers, body: bodyOf(rest, headers) }
}

function bodyOf(rest: Buffer, headers: Readonly<Record<string, string>>): Buffer {
  if (headers['transfer-encoding'] === 'chunked') return withoutChunks(rest)
  const length = Number(headers['content-length'] ?? rest.length)
  return rest.subarray(0, length)
}

function withoutChunks(rest: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const line = rest.indexOf('\r\n', at)
    const size = Number.parseInt(rest.subarray(at, line).toString('latin1'), 16)
    if (line < 0 || !(size > 0)) return Buffer.concat(parts)
    parts.push(rest.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}
