import { describe, expect, it } from 'vitest'
import { FontLibrary } from '../fonts/font-library.ts'
import { TextSetter, type TextStyle } from './text-setter.ts'

const style: TextStyle = { size: 10, weight: 'regular', colour: '#000000' }
const fonts = new FontLibrary()
/** Every character is one point wide. */
const setter = new TextSetter(fonts, ({ text }) => [...text].length)
const wrapped = (text: string, width: number): readonly string[] =>
  setter.wrap(text, style, width).map(({ runs }) => runs.map((run) => run.text).join(''))

describe('text', () => {
  it('is wrapped between words, and keeps the lines that it has', () => {
    expect(wrapped('Asha Ramesh Kulkarni', 11)).toEqual(['Asha Ramesh', 'Kulkarni'])
    expect(wrapped('first\r\nsecond\nthird', 40)).toEqual(['first', 'second', 'third'])
    expect(wrapped('', 10)).toEqual([''])
  })

  it('breaks a word that is wider than its line, after a hyphen if possible, and loses nothing', () => {
    expect(wrapped('well-known-address', 8)).toEqual(['well-', 'known-', 'address'])
    expect(wrapped('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(wrapped('ok abcdefgh', 4)).toEqual(['ok', 'abcd', 'efgh'])
  })

  it('never tears a letter of a shaped script apart', () => {
    for (const line of wrapped('क्षत्रियक्षत्रियक्षत्रिय', 5)) expect(line).toMatch(/^[क-ह]/)
  })

  it('is cut into runs of one font each, in their places', () => {
    const { runs, width } = setter.line('राम Kumar ₹5 Łukasz।', style)
    expect(runs.map(({ script, text }) => `${script}:${text}`)).toEqual([
      'devanagari:राम',
      'latin: Kumar ',
      'latin-ext:₹',
      'latin:5 ',
      'latin-ext:Ł',
      'latin:ukasz',
      'devanagari:।',
    ])
    expect(runs.map(({ x }) => x)).toEqual([0, 3, 10, 11, 13, 14, 19])
    expect(width).toBe(20)
  })

  it('leaves a danda and a joiner in the script that they stand in', () => {
    expect(setter.line('রাম। ক্‍ষ', style).runs.map(({ script }) => script)).toEqual(['bengali', 'latin', 'bengali'])
  })

  it('stands from right to left where it is written so, and is kept as it is read', () => {
    const { runs, width } = setter.line('Nabi (محمد) 12', style)
    expect(runs.map(({ text }) => text)).toEqual(['Nabi (', 'محمد', ') ', '12'])
    expect(runs.map(({ x }) => x)).toEqual([0, 6, 10, 12])
    expect(width).toBe(14)
    const house = setter.line('مکان (12) ۷ نمبر', style).runs
    expect(house.map(({ text }) => text).join('')).toBe('مکان (12) ۷ نمبر')
    expect([...house].sort((a, b) => a.x - b.x).map(({ drawn }) => drawn)).toEqual([
      ...['نمبر', ' ', '۷', ' (', '12', ') ', 'مکان'],
    ])
    // Its font turns numbers too, so they are handed to it turned.
    expect(setter.line('۱۲۳', style).runs).toMatchObject([{ text: '۱۲۳', drawn: '۳۲۱' }])
  })

  it('ends its lines below each other where they run from right to left', () => {
    const lines = setter.wrap('محمد اسلم ولد غلام نبی', style, 10)
    expect(lines.map(({ runs }) => runs.map(({ text }) => text).join(''))).toEqual(['محمد اسلم', 'ولد غلام', 'نبی'])
    for (const { runs } of lines) expect(Math.max(...runs.map(({ x, width }) => x + width))).toBe(9)
  })

  it('is shaped in runs of at most 200 letters, however long a word is, and loses nothing', () => {
    const lengths: number[] = []
    const counting = new TextSetter(fonts, ({ text }) => lengths.push(text.length) && text.length)
    const word = 'क्'.repeat(5_000)
    const lines = counting.wrap(word, style, 500)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(200)
    expect(lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')).toBe(word)
    expect(counting.width('x'.repeat(20_000), style)).toBe(20_000)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(200)
  })

  it('has no more than 30 marks on one letter, so that it is composed quickly', () => {
    const [line] = setter.wrap(`b${'\u0334\u0301'.repeat(10_000)} c`, style, 100)
    expect(line?.runs.map(({ text }) => text).join('')).toMatch(/^b\p{M}{30} c$/u)
  })

  it('drops what could hide something', () => {
    expect(setter.line('A\u202eb\u0000c\t d', style).runs.map(({ text }) => text)).toEqual(['A b c d'])
  })

  it('becomes smaller to fit, and is cut off where that is not enough', () => {
    const fonts = new FontLibrary()
    const scaled = new TextSetter(fonts, ({ text }, { size }) => [...text].length * (size / 10))
    expect(scaled.fitted('abcdefgh', style, 8).style.size).toBe(10)
    expect(scaled.fitted('abcdefgh', style, 6.4).style.size).toBeCloseTo(8)
    const cut = scaled.fitted('Rao and Sons Verification Services', style, 12)
    expect(cut.runs.map(({ text }) => text).join('')).toBe('Rao and Sons…')
    expect(cut.width).toBeLessThanOrEqual(12)
  })
})
