import type { Block } from '@parakh/core'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { BRAND, issued } from '../../test/issued.ts'
import { checkPdf, readPdf, runTool, unpackPdf } from '../../test/read-pdf.ts'
import { card, certificate, farmer, licence, names, rationCard, type Sample } from '../../test/sample-documents.ts'
import { openDrawing } from './drawing.ts'

const drawing = openDrawing(BRAND)
const samples: readonly (readonly [name: string, sample: Sample, pages: number])[] = [
  ['a licence', licence, 1],
  ['a certificate', certificate, 2],
  ['a ration card', rationCard, 1],
  ['a farmer record', farmer(60), 3],
  ['names in every script', names, 1],
  ['a card', card('Flat 12, Ganeshkhind Road, Pune'), 1],
  ['a card of long values', card('Flat 12, Ganeshkhind Road, Pune '.repeat(30)), 1],
]

/** Every text of a block, in order. */
const textsOf = (block: Block): readonly string[] => {
  if ('heading' in block) return [block.heading]
  if ('note' in block) return [block.note]
  if ('card' in block) return [...block.card.front, ...block.card.back].flat()
  if ('fields' in block) return block.fields.flat()
  return [...block.table.columns, ...block.table.rows.flat()]
}
const wordsOf = (sample: Sample): readonly string[] =>
  sample.blocks.flatMap(textsOf).flatMap((text) => text.split(/\s+/).filter((word) => word !== ''))
/** The letters of shaped scripts, each half of a vowel for itself, in one order. */
const shapedLetters = (text: string): string =>
  [...text.normalize('NFD')]
    .filter((letter) => /[\u0600-\u06ff\u0900-\u0d7f\u1c50-\u1c7f\uabc0-\uabff]/.test(letter))
    .sort()
    .join('')
const ESCAPES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' }
/** A character of a string in a PDF. */
const escaped = (character: string): string => `\\${ESCAPES[character] ?? character}`
const isLatin = (text: string): boolean => /^[\u0020-\u024f\u2010-\u203a\u20b9]*$/.test(text)

describe.each(samples)('%s', (_, sample, pages) => {
  it('is read back word for word, and is structurally valid', async () => {
    const pdf = await drawing.pdf(issued(sample))
    expect(await checkPdf(pdf)).toBe(0)
    const read = await readPdf(pdf)
    expect(read.pages).toHaveLength(pages)
    const all = read.pages.join('\n')
    for (const word of wordsOf(sample).filter(isLatin)) expect(all).toContain(word)
    // pdf.js reads shaped letters where they stand: all of them are there, if not in this order.
    expect(shapedLetters(all)).toBe(shapedLetters(wordsOf(sample).join('')))
  })

  it('agrees with pdftotext and qpdf where they are installed', async () => {
    const pdf = await drawing.pdf(issued(sample))
    const text = runTool('pdftotext', ['-layout', 'FILE', '-'], pdf)?.toString()
    if (text !== undefined)
      for (const word of wordsOf(sample)) expect(text.normalize('NFC')).toContain(word.normalize('NFC'))
    expect(runTool('qpdf', ['--check', 'FILE'], pdf)?.toString() ?? 'No syntax').toContain('No syntax')
  })

  it('is counted before it is drawn, small, and the same each time', async () => {
    expect(drawing.pages(sample)).toBe(pages)
    const pdf = await drawing.pdf(issued(sample))
    expect(pdf.length / pages).toBeLessThan(60_000)
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Type /ObjStm')
    expect(Buffer.from(await openDrawing(BRAND).pdf(issued(sample))).equals(Buffer.from(pdf))).toBe(true)
  })
})

describe('a page', () => {
  it('names issuer, document, time of issue in India, and page count', async () => {
    const { pages, properties } = await readPdf(await drawing.pdf(issued(farmer(60))))
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Farmer record')
      expect(page).toContain('Acme Verify')
      expect(page).toContain('01K9Z7Q4M8T2W6X0Y3B5C7D9FA')
      expect(page).toContain('9F3A 77C1 0B2E D41C')
      expect(page).toContain('21 Nov 2025, 17:42:10 IST')
      expect(page).toContain('help@acme.example')
      expect(page.replace(/\s+/g, ' ')).toContain(
        'issued a document of this number, title and time, not that this copy is unaltered.',
      )
      expect(page).toContain(`Page ${index + 1} of 3`)
      expect(page).not.toContain('SANDBOX')
    }
    expect(properties).toMatchObject({
      Title: 'Farmer record',
      ...{ Author: 'Acme Verify', Creator: 'Acme Verify', Producer: 'Acme Verify' },
      CreationDate: 'D:20251121121210Z',
    })
    expect(JSON.stringify(properties)).not.toMatch(/YADAV|0001/)
  })

  it('has the words of shaped scripts as actual text of their glyphs', async () => {
    const inside = await unpackPdf(await drawing.pdf(issued(names)))
    for (const word of wordsOf(names).filter((one) => /^[\u0900-\u0d7f]+$/.test(one))) {
      const written = Buffer.from(`\ufeff${word}`, 'utf16le').swap16().toString('latin1')
      expect(inside).toContain(`/ActualText (${written.replace(/[\n\r\t\b\f()\\]/g, escaped)})\n>> BDC\n1 0 0 1`)
    }
    expect(inside).toMatch(/BT\n\/Span <<\n\/MCID \d+\n\/Lang \(hi\)\n\/ActualText/)
    expect(inside).toMatch(/EMC\nET\n/)
  })

  it('repeats the head of a table that goes on', async () => {
    const { pages } = await readPdf(await drawing.pdf(issued(farmer(60))))
    for (const page of pages) expect(page).toContain('Khasra')
  })

  it.each([4, 16, 18, 20, 22, 24])('has the title of a section with its fields, behind %i others', async (before) => {
    const blocks: Block[] = [
      { fields: Array.from({ length: before }, (_, index) => [`Label ${index}`, 'x'] as const) },
      { heading: 'Validity' },
      {
        fields: [
          ['Fitness up to', 'a'],
          ['Tax up to', 'b'],
          ['Insured up to', 'c'],
          ['PUC up to', 'd'],
          ['Financer', 'e'],
          ['PUC up to', 'd'],
          ['Financer', 'e'],
          ['Blacklist', 'NO'],
        ],
      },
      { heading: 'Classes' },
      {
        table: {
          columns: ['Class', 'Issued'],
          rows: [
            ['LMV', '2020-03-02'],
            ['MCWG', '2020-03-02'],
          ],
        },
      },
    ]
    const { pages } = await readPdf(await drawing.pdf(issued({ ...licence, blocks })))
    for (const part of [
      ['Validity', 'Fitness up to', 'Blacklist'],
      ['Classes', 'Issued\n', 'LMV'],
    ])
      expect(pages.filter((page) => part.every((text) => page.includes(text)))).toHaveLength(1)
  })

  it('has a watermark on each page of the sandbox', async () => {
    const { pages } = await readPdf(await drawing.pdf(issued(farmer(60), 'sandbox')))
    for (const page of pages) {
      expect(page).toContain('SANDBOX: FICTITIOUS DATA, NOT A RECORD')
      expect(page).toMatch(/^SANDBOX$/m)
    }
  })

  it('has Urdu words that are read back whole, whatever was drawn before', async () => {
    const own = openDrawing(BRAND)
    const withName = (name: string) => own.pdf(issued({ ...licence, blocks: [{ fields: [['Name', name]] }] }))
    // The first letter of the first is drawn with that of the second, and two dots.
    await withName('غلام نبی')
    const pdf = await withName('عمر صدیقی')
    const [page = ''] = (await readPdf(pdf)).pages
    for (const word of ['عمر', 'صدیقی']) expect(page).toContain(word)
    const text = runTool('pdftotext', ['-layout', 'FILE', '-'], pdf)?.toString()
    if (text !== undefined) expect(text).toContain('عمر صدیقی')
  })

  it('accepts a name with characters that XML forbids', async () => {
    const pdf = await openDrawing({ ...BRAND, name: 'Rao & Sons <Verify>' }).pdf(issued(licence))
    expect(await checkPdf(pdf)).toBe(0)
    expect((await readPdf(pdf)).properties).toMatchObject({ Author: 'Rao & Sons <Verify>' })
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('<x:xmpmeta')
  })

  it('has a QR code that a scanner reads from the rendered page', async () => {
    const content = issued(licence)
    const pdf = await drawing.pdf(content)
    const image = runTool('pdftoppm', ['-r', '150', '-png', '-singlefile', 'FILE'], pdf)
    if (!image) return
    const { data, width, height } = PNG.sync.read(image)
    expect(jsQR.default(new Uint8ClampedArray(data), width, height)?.data).toBe(content.verifyUrl)
  })

  it('has a card of the size of an identity card, whose own code a scanner reads', async () => {
    const content = issued(card('Pune'))
    const pdf = await drawing.pdf(content)
    // At 254 points to the inch a millimetre is ten of them.
    const area = ['-x', '190', '-y', '580', '-W', '1720', '-H', '600']
    const image = runTool('pdftoppm', ['-r', '254', ...area, '-png', '-singlefile', 'FILE'], pdf)
    if (!image) return
    const { data, width, height } = PNG.sync.read(image)
    expect(jsQR.default(new Uint8ClampedArray(data), width, height)?.data).toBe(content.verifyUrl)
    const dark = (x: number, y: number): boolean => (data[(y * width + x) * 4] ?? 255) < 200
    const down = Array.from({ length: height }, (_, y) => y).filter((y) => dark(300, y))
    const across = Array.from({ length: width }, (_, x) => x).filter((x) => dark(x, 500))
    expect((down.at(-1) ?? 0) - (down[0] ?? 0)).toBeCloseTo(540, -1)
    expect((across.at(-1) ?? 0) - (across[0] ?? 0)).toBeCloseTo(1712, -1)
  })
})
