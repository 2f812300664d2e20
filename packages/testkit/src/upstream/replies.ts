import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { UpstreamReply } from './exchange.ts'

/** What a plain reply may be given. */
export interface ReplyOptions {
  /** HTTP status; 200 unless given. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const MEGABYTE = 1_048_576
const JSON_TYPE = 'application/json'

function send(
  contentType: string,
  body: string | Uint8Array,
  { status = 200, headers = {} }: ReplyOptions = {},
): UpstreamReply {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': contentType, ...headers }).end(body)
  }
}

/** Begins a body of a declared length, and breaks the connection in its middle. */
function resetMidBody(): UpstreamReply {
  return async ({ response }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '1000' })
    await new Promise<void>((resolve) => response.write('{"name":"half of', () => resolve()))
    response.socket?.resetAndDestroy()
  }
}

/** Resolves when the client has read what it was sent, or has hung up. */
function untilReadOn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.on('drain', go).on('close', go)
  })
}

function huge(megabytes: number): UpstreamReply {
  return async ({ response }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE })
    const chunk = Buffer.alloc(MEGABYTE, 'a')
    response.write('{"padding":"')
    for (let sent = 0; sent < megabytes && !response.destroyed; sent += 1) {
      if (!response.write(chunk)) await untilReadOn(response)
    }
    response.end('"}')
  }
}

function drip(body: string, everyMs: number): UpstreamReply {
  return async ({ response, signal }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE })
    for (const byte of Buffer.from(body)) {
      if (response.destroyed) return
      response.write(Buffer.of(byte))
      await wait(everyMs, undefined, { signal })
    }
    response.end()
  }
}

/** Declares more than it ever sends, and leaves the connection open. */
function declaring(bytes: number): UpstreamReply {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': String(bytes) })
    response.write('{"padding":"')
  }
}

/**
 * The replies of a fake upstream: those of a good one, and those of a bad one.
 *
 * @example
 * upstream.answer(reply.delayed(50, reply.json({ name: 'ASHA RAO' })), reply.throttled(30), reply.gzipBomb(200))
 */
export const reply = {
  /** A JSON body. */
  json: (body: unknown, options?: ReplyOptions): UpstreamReply => send(JSON_TYPE, JSON.stringify(body), options),
  /** A text of one's own as JSON, valid or not. */
  rawJson: (text: string, options?: ReplyOptions): UpstreamReply => send(JSON_TYPE, text, options),
  /** A status with a small JSON body. */
  status: (status: number, headers: ReplyOptions['headers'] = {}): UpstreamReply =>
    send(JSON_TYPE, '{"error":"as told"}', { status, headers }),
  /** 429 with `Retry-After`, in whole seconds. */
  throttled: (retryAfterSeconds: number): UpstreamReply =>
    reply.status(429, { 'retry-after': String(retryAfterSeconds) }),
  /** Another reply, so many milliseconds later. */
  delayed:
    (milliseconds: number, then: UpstreamReply): UpstreamReply =>
    async (exchange) => {
      await wait(milliseconds, undefined, { signal: exchange.signal })
      await then(exchange)
    },
  /** Takes the request and never answers. */
  hang: (): UpstreamReply => () => undefined,
  /** Sends the head and never a body. */
  headersOnly:
    (): UpstreamReply =>
    ({ response }) => {
      response.writeHead(200, { 'content-type': JSON_TYPE }).flushHeaders()
    },
  /** A body one byte at a time. @param everyMs Milliseconds between bytes. */
  drip: (body: unknown, everyMs: number): UpstreamReply => drip(JSON.stringify(body), everyMs),
  /** Breaks the connection before any answer. */
  reset:
    (): UpstreamReply =>
    ({ response }) => {
      response.socket?.resetAndDestroy()
    },
  resetMidBody,
  /** JSON that ends too early, in a whole response. */
  truncatedJson: (): UpstreamReply => send(JSON_TYPE, '{"name":"ASHA RAO","address":{"city":"Pu'),
  /** 200 and a page for people. */
  html: (): UpstreamReply => send('text/html; charset=utf-8', '<!doctype html><title>Maintenance</title>'),
  /** A JSON body of so many megabytes. */
  huge,
  /** The head of a body of so many bytes, and the first few of them. */
  declaring,
  /** JSON of lists in lists. @param levels How deep. */
  deepJson: (levels: number): UpstreamReply => send(JSON_TYPE, '['.repeat(levels) + ']'.repeat(levels)),
  /** JSON whose text is no UTF-8. */
  invalidUtf8: (): UpstreamReply =>
    send(JSON_TYPE, Buffer.concat([Buffer.from('{"name":"'), Buffer.of(0xc3, 0x28, 0xff, 0xfe), Buffer.from('"}')])),
  /** A JSON body that is called something else. */
  wrongContentType: (body: unknown, contentType = 'application/octet-stream'): UpstreamReply =>
    send(contentType, JSON.stringify(body)),
  /** A few kilobytes that unpack to so many megabytes. */
  gzipBomb:
    (megabytes: number): UpstreamReply =>
    (exchange) => {
      // One packed megabyte, many times over: whoever sends it needs no memory for what it unpacks to.
      const packed = Buffer.concat(Array(megabytes).fill(gzipSync(Buffer.alloc(MEGABYTE, 0x20))))
      return send(JSON_TYPE, packed, { headers: { 'content-encoding': 'gzip' } })(exchange)
    },
  /** A JSON body, packed though nobody asked for that. */
  packed: (body: unknown): UpstreamReply =>
    send(JSON_TYPE, gzipSync(JSON.stringify(body)), { headers: { 'content-encoding': 'gzip' } }),
  /** To another address, keeping method and body unless told otherwise. */
  redirect: (location: string, status = 308): UpstreamReply =>
    send('text/plain', '', { status, headers: { location } }),
  /** Numbers that JSON has not. */
  invalidNumbers: (): UpstreamReply => send(JSON_TYPE, '{"score":NaN,"limit":Infinity,"count":01}'),
  /** A number that JSON has and no double holds: it parses to infinity. */
  infiniteNumber: (): UpstreamReply => send(JSON_TYPE, '{"score":1e309}'),
  /** Keys that poison an object which is merged carelessly, beside fields of one's own. */
  prototypePayload: (fields: Readonly<Record<string, unknown>> = {}): UpstreamReply => {
    const poison = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'
    const own = JSON.stringify(fields).slice(1, -1)
    return send(JSON_TYPE, `{${own === '' ? poison : `${own},${poison}`}}`)
  },
  /** One key with two values. */
  duplicateKeys: (key: string, first: unknown, second: unknown): UpstreamReply =>
    send(
      JSON_TYPE,
      `{${JSON.stringify(key)}:${JSON.stringify(first)},${JSON.stringify(key)}:${JSON.stringify(second)}}`,
    ),
} as const
