import type { PrintableDocument } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { BRAND } from '../../test/issued.ts'
import { checkPdf, readPdf, unpackPdf } from '../../test/read-pdf.ts'
import { createPrintableDocuments } from './create-printable-documents.ts'

const printableDocuments = createPrintableDocuments(BRAND)
const rows = Array.from({ length: 120 }, (_, place) => ['2026-11-01', 'charge', `endpoint-${place}`, '-12.50'])
const document: PrintableDocument = {
  ...{ title: 'Wallet statement', subtitle: 'Wallet statement 2026-11', environment: 'production' },
  issuedAt: new Date('2026-12-01T00:00:00Z'),
  blocks: [{ fields: [['Account', 'Rao & Sons']] }, { table: { columns: ['Day', 'Kind', 'Of', 'Amount'], rows } }],
}

describe('a printable document', () => {
  it('is a valid PDF with every row and a page number on each page', async () => {
    const pdf = await printableDocuments.pdf(document)
    expect(await checkPdf(pdf)).toBe(0)
    const { pages, properties } = await readPdf(pdf)
    const text = pages.join('\n')
    for (const [, , endpoint] of rows) expect(text).toContain(endpoint)
    expect(text).toContain('Rao & Sons')
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(properties).toMatchObject({ Title: 'Wallet statement', Author: BRAND.name })
  })

  it('carries the brand of an account where it has one, and nothing of the host', async () => {
    const own = { name: 'North Checks', supportEmail: 'help@north.example', colour: '#0a7d5c' }
    const { pages, properties } = await readPdf(await printableDocuments.pdf({ ...document, brand: own }))
    expect(properties).toMatchObject({ Author: 'North Checks' })
    for (const page of pages) {
      expect(page).toContain('help@north.example')
      expect(page).not.toContain(BRAND.name)
    }
    const bare = await readPdf(
      await printableDocuments.pdf({ ...document, brand: { ...own, supportEmail: null, colour: null } }),
    )
    expect(bare.pages.join()).not.toContain(BRAND.supportEmail ?? BRAND.name)
    const none = await readPdf(await printableDocuments.pdf({ ...document, brand: null }))
    expect(none.properties).toMatchObject({ Author: BRAND.name })
  })

  it('gives equal bytes for equal input, and a watermark in the sandbox', async () => {
    const [one, other] = await Promise.all([printableDocuments.pdf(document), printableDocuments.pdf(document)])
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
    const { pages } = await readPdf(await printableDocuments.pdf({ ...document, environment: 'sandbox' }))
    for (const page of pages) expect(page).toContain('SANDBOX')
  })

  it('keeps what people wrote as text, and makes no script and no link of it', async () => {
    const texts = [
      '"><script>alert(1)</script>',
      '=HYPERLINK("https://evil.example")',
      'javascript:alert(1)',
      '(a) Tj /JS',
    ]
    const fields = texts.map((text, place) => [`Name ${place}`, text] as const)
    const pdf = await printableDocuments.pdf({ ...document, blocks: [{ fields }] })
    const [page = ''] = (await readPdf(pdf)).pages
    for (const text of texts) expect(page).toContain(text)
    expect(await unpackPdf(pdf)).not.toMatch(/\/(JavaScript|JS|URI|Launch|OpenAction|AA)\b/)
  })
})
