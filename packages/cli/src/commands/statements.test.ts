import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configurationWith, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

const SELLER = '{ name: Acme Verify, gstin: 29AAGCB7383J1Z4, stateCode: "29", address: Bengaluru }'
const INVOICING = `'@parakh/analytics': {}, '@parakh/documents': {}, '@parakh/invoicing': { seller: ${SELLER} }`
const THIS_MONTH = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7)

describe('parakh statements', () => {
  let cli: TestCli & { readonly account: string }
  beforeEach(async () => {
    cli = await testCliWithAccount(configurationWith(INVOICING))
    const credit = ['wallets', 'credit', '--account', cli.account, '--environment', 'production']
    await cli.parakh(...credit, '--amount', '500.00', '--reference', 'utr-1')
  })
  afterEach(() => cli[Symbol.asyncDispose]())

  const statement = (of: string, ...more: readonly string[]) => {
    const asked = ['--account', cli.account, '--environment', 'production', '--month', THIS_MONTH]
    return cli.parakh('statements', of, ...asked, ...more)
  }

  it('wallet prints one JSON object with opening + movements = closing', async () => {
    const printed = await statement('wallet', '--json')
    expect(printed).toMatchObject({ code: 0, err: '' })
    expect(printed.json()).toMatchObject({
      ...{ account_id: cli.account, month: THIS_MONTH, opening: '0.00', closing: '500.00', provisional: true },
      lines: [{ kind: 'credit', reference: 'utr-1', amount: '500.00', balance: '500.00' }],
      totals: { credit: { count: 1, amount: '500.00' } },
    })
  })

  it('wallet prints a table, or CSV on request', async () => {
    const table = await statement('wallet')
    expect(table.out).toContain('Opening balance: 0.00 INR')
    expect(table.out).toMatch(/credit +utr-1 +1 +500\.00 +500\.00/)
    const csv = await statement('wallet', '--format', 'csv')
    expect(csv.out.split('\r\n')[2]).toMatch(/,credit,,1,utr-1,,500\.00,500\.00$/)
  })

  it('writes a PDF into a new file, and never over one', async () => {
    expect(await statement('wallet', '--format', 'pdf')).toMatchObject({ code: 2, out: '' })
    expect(await statement('wallet', '--format', 'pdf', '--out', 'one.pdf', '--json')).toMatchObject({ code: 0 })
    const pdf = await readFile(join(cli.folder, 'one.pdf'))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const again = await statement('wallet', '--format', 'pdf', '--out', 'one.pdf')
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('one.pdf') })
    expect(await readFile(join(cli.folder, 'one.pdf'))).toEqual(pdf)
  })

  it('commission of an account that earned nothing is empty', async () => {
    const printed = await statement('commission', '--json')
    expect(printed.json()).toMatchObject({ statement: 'commission', opening: '0.00', closing: '0.00', lines: [] })
  })

  it('reports an invalid month with the allowed form, and an unknown account', async () => {
    const wrong = await cli.parakh(
      'statements',
      'wallet',
      '--account',
      'x',
      '--environment',
      'sandbox',
      '--month',
      'May',
    )
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('a month such as 2026-11') })
    const nobody = ['--account', 'nobody', '--environment', 'sandbox', '--month', THIS_MONTH]
    expect(await cli.parakh('statements', 'wallet', ...nobody)).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND'),
    })
  })

  it('goes with invoices: billing details, and a month that is not over', async () => {
    const details = ['--name', 'Buyer', '--state', '27', '--address', 'Pune', '--as', 'asha', '--json']
    const set = await cli.parakh('accounts', 'billing', 'set', cli.account, ...details)
    expect(set.json()).toEqual({
      account_id: cli.account,
      billing: { name: 'Buyer', gstin: null, state_code: '27', address: 'Pune' },
    })
    const issue = (month: string) => cli.parakh('invoices', 'issue', '--account', cli.account, '--month', month)
    expect(await issue(THIS_MONTH)).toMatchObject({ code: 1, err: expect.stringContaining('INVOICE_MONTH_OPEN') })
    expect(await issue('2024-05')).toMatchObject({ code: 1, err: expect.stringContaining('INVOICE_NOTHING') })
    expect((await cli.parakh('invoices', 'list', '--json')).json()).toMatchObject({ invoices: [], next: null })
    const shown = await cli.parakh('invoices', 'show', 'INV/26-27/000001')
    expect(shown).toMatchObject({ code: 1, err: expect.stringContaining('NOT_FOUND') })
  })

  it('goes with analytics, which are empty before the first call', async () => {
    const asked = ['--account', cli.account, '--environment', 'sandbox', '--json']
    expect((await cli.parakh('analytics', ...asked)).json()).toMatchObject({ by: 'total', figures: [] })
    const wrong = await cli.parakh('analytics', ...asked, '--from', '2026-02-01', '--until', '2026-01-01')
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('ANALYTICS_DAYS_INVALID') })
  })
})
