import type { Paper } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { BRAND } from '../../test/issued.ts'
import { checkPdf, readPdf } from '../../test/read-pdf.ts'
import { createPapers } from './create-papers.ts'

const papers = createPapers(BRAND)
const rows = Array.from({ length: 120 }, (_, place) => ['2026-11-01', 'charge', `endpoint-${place}`, '-12.50'])
const paper: Paper = {
  ...{ title: 'Wallet statement', subtitle: 'Wallet statement 2026-11', environment: 'production' },
  issuedAt: new Date('2026-12-01T00:00:00Z'),
  blocks: [{ fields: [['Account', 'Rao & Sons']] }, { table: { columns: ['Day', 'Kind', 'Of', 'Amount'], rows } }],
}

describe('a paper', () => {
  it('is sound, has every row, and the number of each page', async () => {
    const pdf = await papers.pdf(paper)
    expect(await checkPdf(pdf)).toBe(0)
    const { pages, properties } = await readPdf(pdf)
    const text = pages.join('\n')
    for (const [, , endpoint] of rows) expect(text).toContain(endpoint)
    expect(text).toContain('Rao & Sons')
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(properties).toMatchObject({ Title: 'Wallet statement', Author: BRAND.name })
  })

  it('bears the brand of an account where it has one, and nothing of the host', async () => {
    const own = { name: 'North Checks', supportEmail: 'help@north.example', colour: '#0a7d5c' }
    const { pages, properties } = await readPdf(await papers.pdf({ ...paper, brand: own }))
    expect(properties).toMatchObject({ Author: 'North Checks' })
    for (const page of pages) {
      expect(page).toContain('help@north.example')
      expect(page).not.toContain(BRAND.name)
    }
    const bare = await readPdf(await papers.pdf({ ...paper, brand: { ...own, supportEmail: null, colour: null } }))
    expect(bare.pages.join()).not.toContain(BRAND.supportEmail ?? BRAND.name)
    const none = await readPdf(await papers.pdf({ ...paper, brand: null }))
    expect(none.properties).toMatchObject({ Author: BRAND.name })
  })

  it('is the same each time, and says of a sandbox that it is no real one', async () => {
    const [one, other] = await Promise.all([papers.pdf(paper), papers.pdf(paper)])
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
    const { pages } = await readPdf(await papers.pdf({ ...paper, environment: 'sandbox' }))
    for (const page of pages) expect(page).toContain('SANDBOX')
  })
})
