import type { Random } from './random.ts'

const nested = (depth: number, open: string, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`
const text = (value: string): string => JSON.stringify(value)

/** Texts that a program may stumble over. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\u0007', '\u007f', '\u0085', '\r\nset-cookie: a=b', '\t\n', '\ufeff', '\u2028'],
  ...['\u202eetar', '\u200f\u200e', '\u200b', 'e\u0301', '😀', 'ÿ', '１２３', '٤٣٢', 'İstanbul', 'ﬃ', '\ufffe'],
  ...['0', '-0', '-1', '1e400', '1e9', '0x10', 'NaN', 'Infinity', '9'.repeat(40), '1.0000000000000000001', '+1'],
  ...['null', 'undefined', 'true', '[object Object]', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...[
    '<script>alert(1)</script>',
    "' or 1=1 --",
    '"; drop table x',
    '%s%n',
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '${7*7}',
  ],
  ...[
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '99999-01-01',
    '24:60',
  ],
  ...[
    '=1+1',
    '@SUM(A1)',
    'javascript:alert(1)',
    'http://127.0.0.1:9/',
    'file:///etc/passwd',
    '*',
    '(a+)+$',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ],
  ...['a'.repeat(300), 'a'.repeat(5_000), 'é'.repeat(3_000), `${' '.repeat(4_000)}x`],
]

/** JSON texts that are put in the place of a value: some parsers read them, some do not. */
const HOSTILE_JSON: readonly string[] = [
  ...[
    'null',
    'true',
    'false',
    '{}',
    '[]',
    '[[]]',
    '[null]',
    '[{}]',
    '0',
    '-0',
    '-1',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1',
  ],
  ...[
    '9007199254740993',
    '-9007199254740993',
    '1'.repeat(40),
    '1.5',
    '2147483648',
    'NaN',
    'Infinity',
    '01',
    '.5',
    '+1',
    "'x'",
  ],
  ...[
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"\\x"',
    '"',
    'undefined',
    '{"a":1,"a":2}',
    '{"":1}',
    '{"a":}',
    '[1,]',
  ],
  ...[
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{}}}',
    '{"toString":1}',
    '{"length":1e9}',
    '{"then":1}',
    '{"toJSON":1}',
  ],
  ...[
    nested(30, '[', ']'),
    nested(33, '[', ']'),
    nested(4_000, '[', ']'),
    nested(40, '{"a":', '}'),
    nested(4_000, '{"a":', '}'),
  ],
  ...[`[${Array(1_500).fill('1').join(',')}]`, `{${Array.from({ length: 500 }, (_, at) => `"k${at}":1`).join(',')}}`],
]
/** Larger than any body may be. */
const TOO_LARGE = text('a'.repeat(70_000))

/** Something hostile, as JSON text. */
export function hostileJson(random: Random): string {
  if (random.chance(0.02)) return TOO_LARGE
  return random.chance(0.5) ? random.pick(HOSTILE_JSON) : text(random.pick(HOSTILE_TEXTS))
}
