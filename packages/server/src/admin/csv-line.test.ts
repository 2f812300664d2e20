import { csvLine } from '@parakh/core'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const cellsIn = (line: string): readonly string[] => parse(line, { record_delimiter: '\r\n' })[0] ?? []
const readBack = (value: unknown): string => cellsIn(csvLine(['x', value]))[1] ?? ''
const BEGINNINGS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
const SKIPPED = [
  ' ',
  '\u00A0',
  '\u3000',
  '\u200B',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u202E',
  '\u0000',
  '\u034F',
]
const QUOTES = ['"', "'", '`', '“', '＂']

/** The cells that a spreadsheet finds if it splits the text at semicolons and line ends, without regard to quotes inside a field. */
const cellsOfSemicolons = (line: string) =>
  line.split(/[;\r\n]/).map((cell) => cell.replace(/^[\p{C}\p{Z}\p{M}"]*/u, ''))

describe('a line of CSV', () => {
  it.each(BEGINNINGS)('has an apostrophe before text that begins with %j', (sign) => {
    expect(readBack(`${sign}1+cmd|' /C calc'!A0`)).toBe(`'${sign}1+cmd|' /C calc'!A0`)
  })

  it.each([...SKIPPED, ...QUOTES, '\t', '\r', '\n', ' \u200B " '])(
    'has one also with %j before the formula',
    (before) => {
      for (const sign of BEGINNINGS) expect(readBack(`${before}${sign}cmd()`)).toMatch(/^'/)
    },
  )

  it.each(['\ttext', '\rtext', '\ntext'])('has one before %j', (text) => {
    expect(readBack(text)).toBe(`'${text}`)
  })

  it.each([
    ['a;=cmd()', "a;'=cmd()"],
    ['a; ＝cmd()', "a; '＝cmd()"],
    ['a;"=cmd()"', `a;"'=cmd()"`],
    ['a;\u200B@cmd()', "a;\u200B'@cmd()"],
    ['a;;-1+cmd()', "a;;'-1+cmd()"],
    ['a\n=cmd()', "a\n'=cmd()"],
    ['a\r\n\r\n=cmd()', "a\r\n\r\n'=cmd()"],
    ['a\t+cmd()', "a\t'+cmd()"],
    ['-5;=cmd()', "'-5;'=cmd()"],
  ])('breaks a formula after a separator of another locale: %j', (text, cell) => {
    expect(readBack(text)).toBe(cell)
    for (const found of cellsOfSemicolons(csvLine(['x', text, 'y']))) expect(found).not.toMatch(/^[=@＝]/)
  })

  it('breaks formulas inside of lists and objects, which stay JSON', () => {
    const cell = readBack({ reason: 'a;=cmd()', list: ['-1'] })
    expect(JSON.parse(cell)).toEqual({ reason: "a;'=cmd()", list: ['-1'] })
  })

  it.each([-5.5, 5, 0, -0.000001 * 1e6, '-5.50', '+7', '260.00', '-1234567.89'])(
    'leaves the number %j as it is',
    (value) => {
      expect(csvLine([value])).toBe(`${value}\r\n`)
    },
  )

  it.each([
    'Asha Rao',
    'a-b',
    'a=b',
    'x@y.example',
    '2026-11-23T12:00:00.000Z',
    '01M84XQQ5AWTJ861P5G1NQ3WVZ',
    'A, "B"; C',
  ])('leaves the text %j as it is', (text) => {
    expect(readBack(text)).toBe(text)
  })

  it('returns every text without a sign as it is', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((it) => !/[=+\-@＝＋－＠﹦﹢﹣﹫−]/u.test(it) && !/^[\t\r\n]/.test(it))
    fc.assert(
      fc.property(text, (it) => {
        expect(readBack(it)).toBe(it)
      }),
    )
  })

  it('has an empty cell for null', () => {
    expect(csvLine(['a', null, undefined, ''])).toBe('a,,,\r\n')
  })

  it('lets no text begin a cell with a formula, in whatever locale', () => {
    const part = fc.constantFrom(
      ...BEGINNINGS,
      ...SKIPPED,
      ...QUOTES,
      ';',
      ',',
      '\t',
      '\r',
      '\n',
      '\r\n',
      'a',
      '1',
      '. ',
    )
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (one, other) => {
        const line = csvLine([one, other])
        const cells = cellsIn(line)
        expect(cells).toHaveLength(2)
        const starts = [...cells, ...cellsOfSemicolons(line)]
        for (const cell of starts)
          if (!/^[+-]?\d+(\.\d+)?(,|$)/.test(cell))
            expect(cell.replace(/^[\p{C}\p{Z}\p{M}"]*/u, '')).not.toMatch(/^[=+\-@＝＋－＠﹦﹢﹣﹫−]/u)
      }),
      { numRuns: 2_000 },
    )
  })
})
