import { expect, test } from 'vitest'
import { troubleOf } from '../testing/described-source.ts'
import { compileExpression, type Expression } from './expression.ts'

const compiled = (text: string, timeoutMs = 10_000): Expression => {
  const expression = compileExpression(text, timeoutMs)
  if ('reason' in expression) throw new Error(expression.reason)
  return expression
}

test('returns plain JSON, without the markers of JSONata on lists', async () => {
  const value = await compiled('{ "all": rows.name, "one": rows[0].name, "absent": nothing }').evaluate({
    rows: [{ name: 'a' }, { name: 'b' }],
  })
  expect(value).toStrictEqual({ all: ['a', 'b'], one: 'a' })
  expect(Object.keys((value as { all: string[] }).all)).toEqual(['0', '1'])
})

test('ends an expression that runs for ever, by its time', async () => {
  const endless = compiled('($f := function($n) { $f($n + 1) }; $f(0))', 50)
  expect(await troubleOf(endless.evaluate({}))).toMatchObject({ name: 'ExpressionFailure', code: 'D1012' })
})

test.each([
  ['nests too deep', '($f := function($n) { $f($n + 1) + 1 }; $f(0))', 'D1011'],
  ['makes a list beyond measure', '$count([1..9999999])', 'D2015'],
  ['pads a text beyond measure', '$length($pad("x", 400000000))', 'TOO_LONG'],
  ['divides by nothing', '1 / 0', 'NOT_FINITE'],
  ['reaches for a prototype', '{ "__proto__": { "admin": true } }', 'FORBIDDEN_KEY'],
  ['gives a function', '[$sum]', 'FUNCTION'],
  ['quotes the data', '$number(secret)', 'D3030'],
])('ends an expression that %s, with a code alone', async (_, text, code) => {
  const failure = await troubleOf(compiled(text, 10_000).evaluate({ secret: 'ABCPE0000F' }))
  expect(failure).toMatchObject({ name: 'ExpressionFailure', code, message: code })
})

test.each([
  ['$pad("foo", 5)', 'foo  '],
  ['$pad("foo", -5, "#")', '##foo'],
  ['$pad("foo", 8, "-+")', 'foo-+-+-'],
  ['$pad("😀", 3, "")', '😀  '],
  ['$pad("foo", 2)', 'foo'],
  ['$pad(nothing, 2)', undefined],
])('pads as JSONata does: %s', async (text, padded) => {
  expect(await compiled(text).evaluate({})).toBe(padded)
})

test('executes no code in data', async () => {
  expect(await troubleOf(compiled('$eval(code)').evaluate({ code: '1 + 1' }))).toMatchObject({
    name: 'ExpressionFailure',
  })
})

test('sees own fields of the data only', async () => {
  expect(await compiled('constructor.name').evaluate({})).toBeUndefined()
  expect(await compiled('__proto__').evaluate({})).toBeUndefined()
})

test('keeps evaluations that run at the same time apart', async () => {
  const expression = compiled('$map(rows, function($r) { $r.n & id })')
  const all = [...Array(20).keys()].map((id) => expression.evaluate({ id, rows: [{ n: 'a' }, { n: 'b' }] }))
  expect(await Promise.all(all)).toEqual([...Array(20).keys()].map((id) => [`a${id}`, `b${id}`]))
})
