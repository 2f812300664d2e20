import { gzipSync } from 'node:zlib'
import type { FuzzRequest } from './fuzz-request.ts'
import { HOSTILE_TEXTS } from './hostile-values.ts'
import type { Random } from './random.ts'

interface Drafted {
  method: string
  target: string
  /** Lines, without their ends. */
  headers: string[]
  body: Buffer
}
type Fault = (draft: Drafted, random: Random) => void

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'FOO', '']
const TYPES = [
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    ';;;',
    '',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json;charset=latin1',
    'application/json, text/html',
    'APPLICATION/JSON',
  ],
  ...['application/json; charset', 'application/vnd.api+json', 'application/json/x'],
]
const HEADERS = [
  ...[
    'expect: 100-continue',
    'expect: banana',
    'range: bytes=0-1',
    'accept: text/csv',
    'accept: application/pdf',
    'accept: */x',
  ],
  ...[
    'x-http-method-override: DELETE',
    'x-forwarded-for: ::1, , a',
    'x-forwarded-for: 10.0.0.1\t',
    'x-forwarded-host: evil.invalid',
  ],
  ...[
    'x-request-id:',
    'x-request-id: a b',
    `x-request-id: ${'a'.repeat(200)}`,
    'x-request-id: \u00ff',
    'idempotency-key:',
    'idempotency-key: "a";x=1',
    'idempotency-key: "fuzz/+="',
    'idempotency-key: \u00ff',
    'x-outcome: none',
  ],
  ...[
    'authorization: Bearer',
    'authorization: Basic eDp5',
    'authorization: Bearer a b',
    'x-api-key: pk_test_x',
    'x-api-secret:',
  ],
  ...[
    'cookie: console_session=',
    'cookie: console_session=a; console_session=b',
    'origin: null',
    'sec-fetch-site: cross-site',
  ],
  ...[
    'accept-encoding: gzip;q=x',
    'content-encoding: gzip',
    'if-none-match: "x"',
    'te: trailers',
    'upgrade: websocket',
    'host: evil.invalid',
  ],
  ...[
    '__proto__: x',
    'constructor: x',
    'a'.repeat(500),
    'bad name: x',
    ' folded: x',
    'x: \0',
    'x\0y: z',
    'transfer-encoding: identity',
  ],
]
const TARGETS = [
  '*',
  '//',
  '/',
  'http://evil.invalid/',
  '/api/v1/../../admin/v1/accounts',
  '/admin/v1/',
  '/api/v1',
  '/%',
  '/%00',
  '?',
  'no-slash',
]
const BODIES = [
  '',
  'null',
  '[]',
  '"x"',
  'true',
  '0',
  '{',
  '}',
  '{"a":1,"a":2}',
  '{"a":1}{"b":2}',
  '{"a":\u0000}',
  '// x\n{}',
  '\u001f',
]

const withBody = (draft: Drafted, body: Buffer): void => {
  draft.body = body
  draft.headers = [
    ...draft.headers.filter((line) => !line.startsWith('content-length:')),
    `content-length: ${body.length}`,
  ]
}
const withoutHeader = (draft: Drafted, name: string): void => {
  draft.headers = draft.headers.filter((line) => !line.startsWith(`${name}:`))
}
const repeatQuery = (target: string): string => `${target}${target.includes('?') ? '&' : '?'}a=1&a=2&limit=1&limit=2`

/** The server waits for the rest, which never comes. */
const CUT_OFF = 'body cut off'
/** What is wrong as HTTP, each by its name. */
const FAULTS: Readonly<Record<string, Fault>> = {
  method: (draft, random) => {
    draft.method = random.pick(METHODS)
  },
  'content type': (draft, random) => {
    withoutHeader(draft, 'content-type')
    if (random.chance(0.9)) draft.headers.push(`content-type: ${random.pick(TYPES)}`)
    if (draft.body.length === 0) withBody(draft, Buffer.from('{}'))
  },
  encoding: (draft, random) => {
    const text = draft.body.length > 0 ? draft.body.toString('utf8') : '{}'
    const made = [
      Buffer.from(text, 'utf16le'),
      Buffer.from([0xff, 0xfe, 0xfd]),
      gzipSync(text),
      Buffer.from(`\ufeff${text}`),
    ]
    withBody(draft, random.pick(made))
  },
  body: (draft, random) => withBody(draft, Buffer.from(random.pick(BODIES))),
  'large body': (draft) => withBody(draft, Buffer.from(JSON.stringify({ a: 'x'.repeat(70_000) }))),
  [CUT_OFF]: (draft) => {
    withBody(draft, Buffer.concat([draft.body, Buffer.from('{"a":')]))
    draft.body = draft.body.subarray(0, Math.floor(draft.body.length / 2))
  },
  'body too long': (draft) => {
    withBody(draft, draft.body)
    draft.body = Buffer.concat([draft.body, Buffer.from('GET /')])
  },
  'two lengths': (draft, random) => {
    const lines = [
      'content-length: 1',
      'content-length: -1',
      'content-length: x',
      'transfer-encoding: chunked',
      'content-length: 1e3',
    ]
    draft.headers.push(random.pick(lines))
  },
  chunks: (draft, random) => {
    withoutHeader(draft, 'content-length')
    draft.headers.push('transfer-encoding: chunked')
    const size = random.pick([draft.body.length.toString(16), 'zz', 'ffffffffffffffffff', '-1', '0x2'])
    draft.body = Buffer.concat([Buffer.from(`${size}\r\n`), draft.body, Buffer.from('\r\n0\r\n\r\n')])
  },
  header: (draft, random) => void draft.headers.push(random.pick(HEADERS)),
  'many headers': (draft, random) => {
    const line = random.chance(0.5) ? (at: number) => `x-${at}: 1` : (at: number) => `x-${at}: ${'a'.repeat(200)}`
    draft.headers.push(...Array.from({ length: 150 }, (_, at) => line(at)))
  },
  'header twice': (draft, random) => void draft.headers.push(random.pick(draft.headers)),
  'header left out': (draft, random) => {
    const left = random.pick(draft.headers)
    draft.headers = draft.headers.filter((line) => line !== left)
  },
  'query repeated': (draft) => {
    draft.target = repeatQuery(draft.target)
  },
  'query long': (draft, random) => {
    const pairs = Array.from({ length: random.pick([20, 101, 2_000]) }, (_, at) => `p${at}=1`)
    draft.target = `${draft.target}${draft.target.includes('?') ? '&' : '?'}${pairs.join('&')}`
  },
  target: (draft, random) => {
    draft.target = random.pick(TARGETS)
  },
  'path bent': (draft, random) => {
    const [path = '', ...query] = draft.target.split('?')
    const bent = [
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}%00`,
      `${path}/../x`,
      `${path}%2e%2e`,
      `${path};x=1`,
      `${path}/%`,
      `${path}%23a`,
    ]
    draft.target = [random.pick(bent), ...query].join('?')
  },
  'path long': (draft) => {
    draft.target = `${draft.target.split('?')[0]}/${'a'.repeat(3_000)}`
  },
  'raw bytes': (draft, random) => {
    draft.target = `${draft.target}?q=${random.pick(HOSTILE_TEXTS).replace(/[\s\0]/g, '')}`
  },
}
const NAMES = Object.keys(FAULTS)

/** A request that is wrong as HTTP, as the bytes that are sent. */
export function wireRequest(random: Random, request: FuzzRequest): FuzzRequest {
  const draft: Drafted = {
    ...{ method: request.method, target: request.target, body: request.body ?? Buffer.alloc(0) },
    headers: ['host: 127.0.0.1', ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)],
  }
  const name = random.pick(NAMES)
  FAULTS[name]?.(draft, random)
  const head = [`${draft.method} ${draft.target} HTTP/1.1`, ...draft.headers, 'connection: close', '', ''].join('\r\n')
  return {
    ...request,
    kind: 'wire',
    method: draft.method,
    target: draft.target,
    raw: Buffer.concat([Buffer.from(head), draft.body]),
    isCutOff: name === CUT_OFF,
  }
}
