import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Accounts, AdminTokens } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Journeys, openJourneys, press } from '../../../test/journey.ts'

const PLAIN = 'A scan of the PAN of Asha Rao'
const PDF = Buffer.concat([Buffer.from(`%PDF-1.7\n${PLAIN}`), Buffer.from([0, 255, 128])])
const Kyc = z.object({ state: z.string(), files: z.array(z.object({ file_id: z.string(), state: z.string() })) })

describe('what people do about KYC in the console', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('a file is uploaded and submitted, a wrong one refused with a sentence, and who decides gets exactly its bytes', async () => {
    const { page, context, faults } = await journeys.signedIn('owner', 'kyc')
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
    await choose('scan.pdf', Buffer.from('PK a zip that is called a PDF'))
    await page.getByText('Allowed: a PDF, JPEG or PNG', { exact: false }).waitFor()
    await choose('large.pdf', Buffer.concat([PDF, Buffer.alloc(6 * 1_024 * 1_024)]))
    await page.getByText('large.pdf is larger than 5 MB. Choose a smaller copy.').waitFor()
    await choose('unwanted.pdf', PDF)
    await press(page, 'Remove: unwanted.pdf')
    await page.getByText('unwanted.pdf').waitFor({ state: 'detached' })
    await choose('asha.pdf', PDF)
    await page.getByText('asha.pdf', { exact: true }).waitFor()
    await press(page, 'Submit documents')
    await page.getByText('We are reviewing your documents.', { exact: false }).waitFor()
    await page.getByText('In review').last().waitFor()
    expect(faults.found).toEqual([])
    await context.close()

    const { demo } = journeys
    const { host, accountId: account_id } = demo
    const { state, files } = Kyc.parse(await demo.run('kyc.get', { account_id }))
    expect({ state, files }).toMatchObject({ state: 'submitted', files: [{ state: 'submitted' }] })
    const decides = { name: 'kyc', accountId: null, scopes: ['kyc:approve'], expiresAt: null, actor: 'test' }
    const { secret } = await host.get(AdminTokens).create(decides)
    const fileOf = (account: string) =>
      fetch(`${demo.url}/admin/v1/accounts/${account}/kyc/files/${files[0]?.file_id}`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    const file = await fileOf(account_id)
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="pan.pdf"')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    const other = await host.get(Accounts).create({ name: 'Another', role: 'developer' })
    expect((await fileOf(other.id)).status).toBe(404)

    const folder = dirname(demo.databaseFile)
    const written = readdirSync(folder).filter((name) => name.startsWith(basename(demo.databaseFile)))
    expect(written).not.toEqual([])
    for (const name of written) {
      const bytes = readFileSync(join(folder, name))
      expect([bytes.includes(PLAIN), bytes.includes('asha.pdf')], name).toEqual([false, false])
    }
  })
})
