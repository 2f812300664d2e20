import { inr, type Money, micro, type PrintableDocument } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BillingDetails, Invoice, InvoiceBook, NewInvoice } from '../contract/invoices.ts'
import type { StatementLine } from '../contract/statements.ts'
import { createInvoices } from './create-invoices.ts'
import type { InvoicingRules } from './invoicing-rules.ts'

const RULES: InvoicingRules = {
  seller: { name: 'Acme Verify', gstin: '29AAGCB7383J1Z4', stateCode: '29', address: 'Bengaluru' },
  ...{ hsnSac: '998439', rateBasisPoints: 1_800, pricesIncludeTax: true, prefix: 'INV', creditNotePrefix: 'CRN' },
}
const BUYER: BillingDetails = { accountId: 'a', name: 'Buyer', gstin: null, stateCode: '27', address: 'Pune' }

const line = (kind: string, amount: Money, more: Partial<StatementLine> = {}): StatementLine => ({
  ...{ day: '2026-10-01', at: null, kind, endpoint: null, count: 1, reference: null, reason: null, amount },
  balance: micro(0),
  ...more,
})
const out = (text: `${bigint}.${number}`): Money => micro(-inr(text))

describe('invoices of a month', () => {
  const clock = manualClock(new Date('2026-11-05T00:00:00Z'))
  let details: BillingDetails | null
  let lines: readonly StatementLine[]
  let issued: Invoice[]
  beforeEach(() => {
    clock.set(new Date('2026-11-05T00:00:00Z'))
    details = BUYER
    issued = []
    lines = [
      line('credit', inr('500')),
      line('charge', out('90.00'), { endpoint: 'pan', count: 18 }),
      line('charge', out('30.00'), { endpoint: 'ifsc', count: 60 }),
      line('refund', inr('5'), { endpoint: 'pan' }),
      line('adjustment', out('10.00'), { reference: 'utr-9-chargeback' }),
      line('plan fee', out('999.00'), { reference: 'plan-s1-2026-10-31' }),
      line('repayment', out('1.00')),
      line('transfer', out('50.00')),
    ]
  })
  const book: InvoiceBook = {
    details: async () => details,
    setDetails: async (given) => given,
    async issue(given: NewInvoice) {
      const invoice = { ...given, sequence: issued.length + 1, number: `${given.series}/${issued.length + 1}` }
      issued.push(invoice)
      return { invoice, issued: true }
    },
    async get(number) {
      const found = issued.find((one) => one.number === number)
      if (!found) throw Object.assign(new Error(number), { code: 'INVOICE_NOT_FOUND' })
      return found
    },
    ownerOf: async () => null,
    ofMonth: async (_, month) => issued.find((one) => one.month === month) ?? null,
    list: async () => ({ items: issued, next: null }),
  }
  const brands = { all: async () => [] }
  const printableDocuments = { pdf: async (document: PrintableDocument) => Buffer.from(JSON.stringify(document)) }
  const invoices = (
    rules: InvoicingRules | null = RULES,
    printing: typeof printableDocuments | null = printableDocuments,
  ) =>
    createInvoices({
      ...{ book, printableDocuments: printing, clock, rules, brands },
      accounts: { ancestors: async () => [] },
      statements: {
        wallet: async (request) => ({
          ...{ of: 'wallet', ...request, accountName: 'Buyer', from: 0, until: 1, provisional: false },
          ...{ opening: micro(0), closing: micro(0) },
          async *lines() {
            yield* lines
          },
        }),
      },
    })
  const month = { accountId: 'a', month: '2026-10', actor: 'asha' }

  it('contain charges less refunds, and plans, but no credits and transfers', async () => {
    const { invoice } = await invoices().issue(month)
    expect(invoice).toMatchObject({ total: inr('1114'), taxable: inr('944.07'), igst: inr('169.93'), cgst: 0, sgst: 0 })
    expect(invoice).toMatchObject({ financialYear: '2026-27', placeOfSupply: '27', issuedBy: 'asha', month: '2026-10' })
    const told = invoice.lines.map(({ description, quantity }) => `${description} ${quantity}`)
    expect(told).toEqual(['Plan 1', 'ifsc 60', 'pan 17'])
    expect(invoice.lines.reduce((sum, { taxable }) => sum + taxable, 0)).toBe(invoice.taxable)
  })

  it('have central and state tax where buyer and seller are of one state', async () => {
    details = { ...BUYER, stateCode: '29' }
    const { invoice } = await invoices().issue(month)
    expect(invoice).toMatchObject({ total: inr('1114'), cgst: inr('84.97'), sgst: inr('84.97'), igst: 0 })
  })

  it('add the tax if prices do not include it', async () => {
    const { invoice } = await invoices({ ...RULES, pricesIncludeTax: false }).issue(month)
    expect(invoice).toMatchObject({ taxable: inr('1114'), igst: inr('200.52'), total: inr('1314.52') })
  })

  it('are issued once a month', async () => {
    await invoices().issue(month)
    expect(await invoices().issue(month)).toMatchObject({ issued: false, invoice: { number: 'INV/1' } })
    expect(issued).toHaveLength(1)
  })

  const refused: readonly (readonly [what: string, code: string, prepare: () => void])[] = [
    ['of a month that goes on', 'INVOICE_MONTH_OPEN', () => clock.set(new Date('2026-10-31T18:44:59Z'))],
    [
      'without billing details',
      'BILLING_DETAILS_MISSING',
      () => {
        details = null
      },
    ],
    [
      'of nothing',
      'INVOICE_NOTHING',
      () => {
        lines = [line('credit', inr('5')), line('refund', inr('5'))]
      },
    ],
  ]
  it.each(refused)('are none %s', async (_, code, prepare) => {
    prepare()
    await expect(invoices().issue(month)).rejects.toMatchObject({ code })
    expect(issued).toEqual([])
  })

  it('are none of a host that does not invoice', async () => {
    await expect(invoices(null).issue(month)).rejects.toMatchObject({ code: 'INVOICING_NOT_SET' })
  })

  it('are taken back by credit notes at the rate and the place of the invoice', async () => {
    await invoices().issue(month)
    const note = await invoices().credit({ invoice: 'INV/1', amount: inr('118'), reason: 'wrong price', actor: 'ravi' })
    expect(note).toMatchObject({ kind: 'credit_note', series: 'CRN', invoice: 'INV/1', month: null, issuedBy: 'ravi' })
    expect(note).toMatchObject({ taxable: inr('100'), igst: inr('18'), total: inr('118'), reason: 'wrong price' })
    const credit = (amount: Money, reason = 'x'): Promise<Invoice> =>
      invoices().credit({ invoice: 'INV/1', amount, reason, actor: 'ravi' })
    await expect(credit(micro(1))).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await expect(credit(inr('1'), ' ')).rejects.toMatchObject({ code: 'INVALID_REASON' })
  })

  it('are printed with both parties, every line and every tax', async () => {
    await invoices().issue(month)
    const printed = Buffer.from(await invoices().pdf('INV/1')).toString()
    for (const text of [
      'Tax invoice',
      'INV/1',
      '29AAGCB7383J1Z4',
      'not registered',
      '27 Maharashtra',
      'IGST',
      '169.93',
      'pan',
    ])
      expect(printed).toContain(text)
  })

  it('are refused as a PDF, by a code that names the plugin, where no documents are configured', async () => {
    await invoices().issue(month)
    await expect(invoices(RULES, null).pdf('INV/1')).rejects.toMatchObject({
      code: 'PDF_NOT_SET',
      message: expect.stringContaining('@parakh/documents'),
    })
  })

  it.each([
    [{ name: 'ABCPE1234F' }, 'name'],
    [{ name: '2341 2341 2346' }, 'name'],
    [{ address: 'abcpe-1234-f' }, 'address'],
  ])('refuse an identity number as a name or an address: %j', async (more, field) => {
    await expect(invoices().setDetails({ ...BUYER, ...more }, 'asha')).rejects.toMatchObject({
      code: 'BILLING_DETAILS_INVALID',
      message: expect.stringContaining(`${field} must not be an Aadhaar number or a PAN`),
    })
  })

  it('refuse details that contradict themselves', async () => {
    const wrong = { ...BUYER, gstin: '29AAGCB7383J1Z4' }
    await expect(invoices().setDetails(wrong, 'asha')).rejects.toMatchObject({
      code: 'BILLING_DETAILS_INVALID',
      message: expect.stringContaining('stateCode'),
    })
  })
})
