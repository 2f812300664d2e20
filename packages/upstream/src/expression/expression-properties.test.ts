import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileExpression } from './expression.ts'
import { ExpressionFailure } from './expression-failure.ts'

const RUNS = process.env['PARAKH_FULL'] === '1' ? 20_000 : 600
const TIMEOUT_MS = 100

/** What a source may send: nothing here is as the author of a mapping expected it. */
const DATA = fc.record(
  {
    a: fc.jsonValue({ maxDepth: 3 }),
    rows: fc.array(fc.record({ name: fc.string({ unit: 'binary' }), n: fc.double(), tags: fc.array(fc.string()) })),
    secret: fc.constantFrom('ABCPE0000F', '\ud800', 'a'.repeat(2_000), '', '12e999'),
    nothing: fc.constantFrom(null, [], {}, [[]], false),
  },
  { requiredKeys: [] },
)

const PATHS = [
  'a',
  'rows',
  'rows.name',
  'rows[0]',
  'rows[-1].n',
  'rows.tags',
  'secret',
  'nothing',
  '$',
  '$$',
  '*',
  '**',
  '%',
  'a.b.c',
]
const NAMES = [
  '`odd name`',
  'constructor',
  '__proto__',
  'constructor.constructor',
  'toString',
  'then',
  '$f',
  '$eval',
  '$undefined',
]
const NUMBERS = ['0', '-1', '1.5', '1e308', '9007199254740993', '500000000', '1000000000']
const TEXTS = [
  '"x"',
  '""',
  '"\\u0000"',
  '"[Y0001]-[M01]-[D01]"',
  '"#,##0.00"',
  '"1 + 1"',
  '"2026-11-27T00:00:00Z"',
  '"%"',
  '"/w+/"',
]
const PATTERNS = ['/x/', '/a+/i', '/(x)(y)?/', '/^$/', '/\\d{2,}/', '/[^a-z]/m']
const ONE = [
  'string',
  'number',
  'boolean',
  'count',
  'sum',
  'max',
  'average',
  'keys',
  'spread',
  'merge',
  'distinct',
  'reverse',
  'shuffle',
]
const MORE_OF_ONE = [
  'type',
  'exists',
  'length',
  'uppercase',
  'trim',
  'base64encode',
  'base64decode',
  'encodeUrl',
  'decodeUrl',
  'floor',
  'sqrt',
  'fromMillis',
  'toMillis',
  'error',
  'eval',
  'not',
  'abs',
  'single',
  'clone',
  'formatInteger',
]
const TWO = [
  'append',
  'join',
  'split',
  'contains',
  'lookup',
  'zip',
  'pad',
  'substring',
  'substringBefore',
  'power',
  'round',
  'formatNumber',
  'formatBase',
  'formatInteger',
  'parseInteger',
  'toMillis',
  'fromMillis',
  'assert',
  'match',
  'eval',
]
const OPERATORS = ['+', '-', '*', '/', '%', '&', '=', '!=', '<', '>=', 'and', 'or', 'in', '..', '~>', '.', '?:', '??']

const leaf = fc.constantFrom(
  ...PATHS,
  ...NAMES,
  ...NUMBERS,
  ...TEXTS,
  ...PATTERNS,
  'null',
  'true',
  '$now()',
  '$random()',
)
/** Well-formed expressions of the whole language, a few of which mean something. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const part = tie('expression')
  const two = fc.tuple(part, part)
  const one = (wrap: (text: string) => string) => part.map(wrap)
  const both = (wrap: (left: string, right: string) => string) => two.map(([left, right]) => wrap(left, right))
  return {
    expression: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'jsonata' },
      { weight: 4, arbitrary: leaf },
      {
        weight: 3,
        arbitrary: fc.tuple(part, fc.constantFrom(...OPERATORS), part).map(([l, o, r]) => `(${l} ${o} ${r})`),
      },
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...ONE, ...MORE_OF_ONE), part).map(([f, p]) => `$${f}(${p})`) },
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...TWO), part, part).map(([f, p, q]) => `$${f}(${p}, ${q})`) },
      both((l, r) => `$map(${l}, function($v, $i, $a) { ${r} })`),
      both((l, r) => `$filter(${l}, function($v) { ${r} })`),
      both((l, r) => `$reduce(${l}, function($x, $y) { $x & ${r} })`),
      both((l, r) => `$sort(${l}, function($x, $y) { ${r} })`),
      both((l, r) => `$each(${l}, function($v, $k) { ${r} })`),
      both((l, r) => `$sift(${l}, function($v) { ${r} })`),
      both((l, r) => `$replace(${l}, ${'/./'}, ${r})`),
      both((l, r) => `${l} ? ${r} : ${l}`),
      both((l, r) => `{ ${l}: ${r}, "__proto__": ${l} }`),
      both((l, r) => `{ "x": ${l}, $string(${r}): ${r} }`),
      both((l, r) => `[${l}, ${r}]`),
      both((l, r) => `[${l}..${r}]`),
      both((l, r) => `(${l})[${r}]`),
      both((l, r) => `(${l})^(>${r})`),
      both((l, r) => `(${l} ~> |${r}|{"x": ${l}}|)`),
      both((l, r) => `($f := function($n) { $n > 0 ? $f($n - 1) & ${l} : ${r} }; $f(20))`),
      both((l, r) => `($f := function($s, $n) { $n = 0 ? $s : $f($s & $s & ${l}, $n - 1) }; $f(${r} & "xx", 40))`),
      one((p) => `($f := function($n) { $f($n + 1) & ${p} }; $f(0))`),
      one((p) => `-(${p})`),
      one((p) => `λ($x) { ${p} }(1)`),
      one((p) => `$pad(${p}, 1000000000)`),
    ),
  }
})

test('whatever a mapping says, it gives plain JSON or fails with a code alone, within its bounds', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(expression, DATA, async (text, data) => {
      const compiled = compileExpression(text, TIMEOUT_MS)
      if ('reason' in compiled) {
        expect(compiled.position).toBeTypeOf('number')
        return
      }
      try {
        const value = await compiled.evaluate(data)
        // Plain: JSON tells all of it.
        const told = JSON.stringify(value)
        if (value !== undefined) expect(JSON.stringify(JSON.parse(told))).toBe(told)
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(ExpressionFailure)
        expect((thrown as ExpressionFailure).message).toMatch(/^[A-Z]\d{4}$|^[A-Z_]+$/)
      }
    }),
    { numRuns: RUNS },
  )
})

test('a text that is no mapping is refused with the place of its fault', () => {
  const broken = fc.tuple(expression, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 })).map(([text, at, put]) => {
    const place = at % (text.length + 1)
    return `${text.slice(0, place)}${put}${text.slice(place + 1)}`
  })
  fc.assert(
    fc.property(broken, (text) => {
      const compiled = compileExpression(text, TIMEOUT_MS)
      if ('reason' in compiled) expect(compiled).toEqual({ reason: expect.any(String), position: expect.any(Number) })
    }),
    { numRuns: RUNS },
  )
})
