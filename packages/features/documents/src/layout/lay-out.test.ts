import type { Block } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { FontLibrary } from '../fonts/font-library.ts'
import { TextSetter } from '../text/text-setter.ts'
import { paletteOf } from './colour.ts'
import { layOut } from './lay-out.ts'
import { CARD, type Page, SHEET } from './page.ts'

/** Every character is half its size wide. */
const setter = new TextSetter(new FontLibrary(), ({ text }, { size }) => [...text].length * size * 0.5)
const pagesOf = (...blocks: Block[]): readonly Page[] => layOut({ document: 'test', blocks }, setter, paletteOf())
const linesOf = (page: Page | undefined): readonly string[] =>
  page?.flatMap((mark) => (mark.kind === 'text' ? [mark.line.runs.map(({ text }) => text).join('')] : [])) ?? []
const fields = (count: number): Block => ({
  fields: Array.from({ length: count }, (_, index) => [`label ${index}`, `value ${index}`] as const),
})
const rows = (count: number): string[][] => Array.from({ length: count }, (_, index) => [`row ${index}`, 'x'])

describe('a record on pages', () => {
  it('stays within the margins, for any content', () => {
    const wild: Block[] = [
      { heading: 'h'.repeat(200) },
      {
        fields: [
          ['label '.repeat(30), 'v'.repeat(9000)],
          ['a', '  '],
          ['b', 'word '.repeat(400)],
        ],
      },
      {
        table: {
          columns: Array.from({ length: 12 }, (_, n) => `column ${n}`),
          rows: [Array(12).fill('w'.repeat(3000)), []],
        },
      },
      { note: 'note '.repeat(4000) },
    ]
    for (const page of pagesOf(...wild))
      for (const mark of page) {
        const height = mark.kind === 'text' ? mark.line.height : mark.height
        const width = mark.kind === 'text' ? mark.line.width : mark.width
        expect(mark.top).toBeGreaterThanOrEqual(SHEET.nextTop - 0.1)
        expect(mark.top + height).toBeLessThanOrEqual(SHEET.bottom + 1)
        expect(mark.x + width).toBeLessThanOrEqual(SHEET.left + SHEET.measure + 0.1)
      }
  })

  it('loses nothing at a page break', () => {
    const text = pagesOf(fields(40), { table: { columns: ['A', 'B'], rows: rows(90) } }).flatMap(linesOf)
    for (let index = 0; index < 40; index += 1) expect(text).toContain(`value ${index}`)
    for (let index = 0; index < 90; index += 1) expect(text).toContain(`row ${index}`)
  })

  it('repeats the head of a table on each page of it', () => {
    const pages = pagesOf({ table: { columns: ['Khasra', 'Area'], rows: rows(100) } })
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(linesOf(page)[0]).toBe('Khasra')
  })

  it('never leaves a heading alone at the foot of a page', () => {
    for (let count = 1; count < 30; count += 1)
      for (const next of [fields(2), { table: { columns: ['A'], rows: [['1']] } }, { note: 'a remark' }])
        for (const page of pagesOf(fields(count), { heading: 'Heading' }, next))
          expect(linesOf(page).at(-1)).not.toBe('Heading')
  })

  it('never leaves one alone where another heading, or a row taller than a page, follows', () => {
    const tall = { table: { columns: ['A'], rows: [['line\n'.repeat(70)]] } }
    for (let count = 0; count < 30; count += 1)
      for (const page of pagesOf(fields(count), { heading: 'Part' }, { heading: 'Heading' }, tall))
        expect(['Part', 'Heading', 'A']).not.toContain(linesOf(page).at(-1))
  })

  it('keeps few fields on the page of their title, and repeats the title above the rest of many', () => {
    const titled = (page: Page): boolean => linesOf(page).some((line) => line.startsWith('Validity'))
    const has = (page: Page, label: string): boolean => linesOf(page).includes(label)
    for (let count = 0; count < 40; count += 1) {
      const section = [{ heading: 'Validity' }, { fields: Array(9).fill(['up to', 'ever']) }]
      const few = pagesOf(fields(count), ...section).filter((page) => titled(page) || has(page, 'up to'))
      expect(few).toHaveLength(1)
      const long = pagesOf(fields(count), { heading: 'Validity' }, { fields: Array(90).fill(['up to', 'ever']) })
      const of = long.filter((page) => titled(page) || has(page, 'up to'))
      expect(of.length).toBeGreaterThan(1)
      expect(of.every((page) => titled(page) && has(page, 'up to'))).toBe(true)
      expect(of.map((page) => linesOf(page).filter((line) => line === 'Validity (continued)').length)).toEqual(
        of.map((_, index) => (index === 0 ? 0 : 1)),
      )
    }
  })

  it('gives a long value the whole width, and a dash to one that is empty', () => {
    const [page = []] = pagesOf({
      fields: [
        ['a', 'x'],
        ['b', 'word '.repeat(40)],
        ['c', ' '],
      ],
    })
    expect(linesOf(page)).toContain('—')
    const at = (text: string): number[] =>
      page.flatMap((mark) => (mark.kind === 'text' && mark.line.runs[0]?.text.startsWith(text) ? [mark.x] : []))
    expect(new Set(at('word'))).toEqual(new Set([SHEET.left]))
  })

  it('sets decimal numbers below each other', () => {
    const [page = []] = pagesOf({
      table: {
        columns: ['Plot', 'Area'],
        rows: [
          ['1', '0.5'],
          ['2', '12.25'],
        ],
      },
    })
    const ends = page.flatMap((mark) =>
      mark.kind === 'text' && mark.line.runs[0]?.text.includes('.') ? [mark.x + mark.line.width] : [],
    )
    expect(ends).toHaveLength(2)
    expect(ends[0]).toBeCloseTo(ends[1] ?? 0)
  })

  it.each([0, 2, 40, 400])(
    'keeps the values of a card on their sides, with %i words in each, and has room for all of them',
    (words) => {
      const of = (side: string): [string, string][] =>
        Array.from({ length: 9 }, (_, index) => [`${side} ${index}`, `${side}${index}x `.repeat(words)])
      const [page = [], ...others] = pagesOf({ note: 'above' }, { card: { front: of('front'), back: of('back') } })
      const sides = page.find((mark) => mark.kind === 'card')
      const within = page.filter((mark) => sides && mark.top >= sides.top && mark.top < sides.top + CARD.height)
      for (const mark of within) {
        if (mark.kind !== 'text' || !sides) continue
        const onBack = mark.x >= sides.x + CARD.width
        const left = sides.x + (onBack ? CARD.width : 0)
        const code = onBack ? CARD.code : 0
        expect(mark.x).toBeGreaterThanOrEqual(left + CARD.pad)
        expect(mark.x + mark.line.width).toBeLessThanOrEqual(left + CARD.width - CARD.pad - code + 0.1)
        expect(mark.top + mark.line.height).toBeLessThanOrEqual(sides.top + CARD.height - CARD.foot + 3)
      }
      const all = [page, ...others].flatMap(linesOf).join(' ')
      for (const side of ['front', 'back'])
        for (let index = 0; index < 9; index += 1) expect(all.split(`${side}${index}x`).length).toBeGreaterThan(words)
    },
  )

  it('refuses what has more pages than a record can have', () => {
    expect(() => pagesOf({ note: 'line\n'.repeat(20_000) })).toThrow(
      expect.objectContaining({ code: 'DOCUMENT_INVALID', message: expect.stringContaining('200 pages') }),
    )
  })

  it('sets the rows of a table one after the other, and none behind the last page that a record can have', () => {
    let lines = 0
    const counting = new TextSetter(new FontLibrary(), ({ text }) => [...text].length)
    const wrap = counting.wrap.bind(counting)
    counting.wrap = (...given) => {
      lines += 1
      return wrap(...given)
    }
    const table = { table: { columns: ['A'], rows: Array(50_000).fill(['x']) } }
    expect(() => layOut({ document: 'test', blocks: [table] }, counting, paletteOf())).toThrow('200 pages')
    expect(lines).toBeLessThan(10_000)
  })
})
