import type { Block } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { BRAND, issued } from '../../test/issued.ts'
import { checkPdf, readPdf, unpackPdf } from '../../test/read-pdf.ts'
import { elementsOf, readStructure, type StructureNode } from '../../test/read-structure.ts'
import { card, farmer, licence, names, rationCard, type Sample } from '../../test/sample-documents.ts'
import { createPrintableDocuments } from '../printable/create-printable-documents.ts'
import { openDrawing } from './drawing.ts'

const drawing = openDrawing(BRAND)
/** pdf.js reads shaped letters in the order in which they stand, so they are compared as a set. */
const SHAPED = /[\u0600-\u06ff\u0900-\u0d7f\u1c50-\u1c7f\uabc0-\uabff]/g
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(SHAPED, '')
    .replace(/[\s\p{C}]/gu, '')
const shaped = (text: string): string => (text.normalize('NFD').match(SHAPED) ?? []).sort().join('')
const shown = (value: string | undefined): string => value?.trim() || '—'
const textsOf = (block: Block): readonly string[] => {
  if ('heading' in block) return [block.heading]
  if ('note' in block) return [block.note]
  if ('card' in block)
    return [
      'A record printed by Acme Verify, 21 Nov 2025, 17:42:10 IST. Not an official card.',
      ...[...block.card.front, ...block.card.back].flatMap(([label, value]) => [label, shown(value)]),
      'Cut along the outline, fold at the dashed line. Both sides have the size of an identity card, 85.6 by 54 mm.',
    ]
  if ('fields' in block) return block.fields.flatMap(([label, value]) => [label, shown(value)])
  return [
    ...block.table.columns,
    ...block.table.rows.flatMap((row) => block.table.columns.map((_, at) => shown(row[at]))),
  ]
}
const readOut = (pages: readonly { readonly root: StructureNode }[]): string =>
  pages.flatMap(({ root }) => elementsOf(root).map(({ text }) => text)).join(' ')
const rolesOf = (root: StructureNode): readonly string[] => elementsOf(root).map(({ role }) => role)

const samples: readonly (readonly [name: string, sample: Sample])[] = [
  ['a ration card', rationCard],
  ['a table over pages', farmer(60)],
  ['names in every script', names],
  ['a card', card('Flat 12, Ganeshkhind Road, Pune')],
  [
    'texts taller than a page',
    {
      ...licence,
      blocks: [
        {
          fields: [
            ['Label', 'line\n'.repeat(70)],
            ['Next', 'x'],
          ],
        },
        { table: { columns: ['A', 'B'], rows: [['short', 'cell\n'.repeat(70)], ['one']] } },
        { note: 'word '.repeat(1200) },
      ],
    },
  ],
]

describe.each(samples)('a screen reader reads of %s', (_, sample) => {
  it('each text once, in order, and nothing of what is repeated on every page', async () => {
    const pdf = await drawing.pdf(issued(sample))
    const pages = await readStructure(pdf)
    const { number, fingerprint } = issued(sample)
    const expected = [
      ...[BRAND.name, sample.title, `Issued 21 Nov 2025, 17:42:10 IST, document ${number}`],
      ...sample.blocks.flatMap(textsOf),
      ...['Document', number, 'Fingerprint', fingerprint, 'Issued', '21 Nov 2025, 17:42:10 IST'],
      ...['Support', BRAND.supportEmail ?? ''],
      `The code confirms that ${BRAND.name} issued a document of this number, title and time, not that this copy is unaltered.`,
    ].join(' ')
    expect(plain(readOut(pages))).toBe(plain(expected))
    expect(shaped(readOut(pages))).toBe(shaped(expected))
    const drawn = (await readPdf(pdf)).pages
    for (const [index, page] of pages.entries()) {
      const whole = `${readOut([page])}${page.artifacts}`
      expect([...plain(drawn[index] ?? '')].sort()).toEqual([...plain(whole)].sort())
      expect(page.artifacts).toContain(`Page ${index + 1} of ${pages.length}`)
    }
  })
})

describe('the structure of a document', () => {
  it('has headings, lists of labelled values, tables with head cells, and the code as a link with words', async () => {
    const pages = await readStructure(await drawing.pdf(issued(farmer(60))))
    const [first, ...others] = pages.map(({ root }) => elementsOf(root))
    const texts = (role: string): readonly string[] =>
      (first ?? []).filter((one) => one.role === role).map(({ text }) => text.trim())
    expect(texts('H1')).toEqual(['Farmer record'])
    expect(texts('H2')).toEqual(['Land records'])
    expect(texts('TH')).toEqual(['Village', 'Khata', 'Khasra', 'Area, ha', 'Share'])
    for (const { role, children } of first ?? []) {
      if (role === 'TR') expect(children).toHaveLength(5)
      if (role === 'LI') expect(children.map((child) => child.role)).toEqual(['Lbl', 'LBody'])
    }
    for (const page of others) expect(page.map(({ role, text }) => `${role} ${text}`)).not.toContain('H1 Farmer record')
    for (const { root } of pages) {
      const figure = elementsOf(root)
        .filter(({ role }) => role === 'Link')
        .flatMap(({ children }) => children)
      expect(figure).toEqual([
        { role: 'Figure', alt: 'QR code: confirm at Acme Verify that it issued this document', text: '', children: [] },
      ])
    }
  })

  it('says the language of words in other scripts, and what a reader asks of a tagged file', async () => {
    const inside = await unpackPdf(await drawing.pdf(issued(names)))
    for (const lang of ['hi', 'bn', 'gu', 'pa', 'kn', 'ml', 'or', 'ta', 'te', 'ur', 'sat', 'mni'])
      expect(inside).toContain(`/Lang (${lang})`)
    for (const entry of ['/Marked true', '/Lang (en-IN)', '/DisplayDocTitle true', '/Tabs /S', '/StructParent '])
      expect(inside).toContain(entry)
    expect(inside).toMatch(/\/Contents \(QR code: [^)]+\).*\/Subtype \/Link/)
  })

  it('is the same for printable documents, and a watermark is none of it', async () => {
    const fields = [['Account', 'Rao & Sons']] as const
    const pdf = await createPrintableDocuments(BRAND).pdf({
      ...{ title: 'Wallet statement', subtitle: 'Wallet statement 2026-11', environment: 'sandbox' },
      ...{ issuedAt: new Date('2026-12-01T00:00:00Z'), blocks: [{ fields }] },
    })
    expect(await checkPdf(pdf)).toBe(0)
    const [page] = await readStructure(pdf)
    expect(page && rolesOf(page.root)).toEqual([
      'Root',
      'Document',
      'P',
      'P',
      'H1',
      'P',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'P',
    ])
    expect(page && readOut([page])).not.toMatch(/SANDBOX\s*$|Page 1/)
    expect(page?.artifacts).toMatch(/Page 1 of 1.*SANDBOX/)
  })
})
