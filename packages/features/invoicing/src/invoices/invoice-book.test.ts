import { inr, zero } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { beforeAll, expect, it } from 'vitest'
import { eachStore } from '../../../../../test/plugin-stores.ts'
import type { NewInvoice } from '../contract/invoices.ts'
import { invoicing } from '../plugin.ts'
import { createInvoiceBook } from './create-invoice-book.ts'

const PARTY = { name: 'Acme', gstin: null, stateCode: '29', address: 'Bengaluru' }
const clock = manualClock()

eachStore('invoices', invoicing.definition, (opened) => {
  const database = () => opened().database
  let accountId: string
  beforeAll(async () => {
    accountId = (await opened().store.accounts.create({ name: 'Acme', role: 'developer' })).id
  })
  const book = (tables = opened().tables) => createInvoiceBook({ tables })
  const invoice = (month: string | null, more: Partial<NewInvoice> = {}): NewInvoice => ({
    ...{ kind: 'invoice', series: 'INV', financialYear: '2026-27', accountId, month, invoice: null, reason: null },
    ...{ seller: PARTY, buyer: PARTY, placeOfSupply: '29', rateBasisPoints: 1_800, taxable: inr('100') },
    ...{ cgst: inr('9'), sgst: inr('9'), igst: zero, total: inr('118'), issuedAt: clock.now(), issuedBy: 'asha' },
    lines: [{ description: 'lookup', hsnSac: '998439', quantity: 3, taxable: inr('100') }],
    ...more,
  })
  const credit = (of: string, total: NewInvoice['total'], series = 'CRN') =>
    invoice(null, { kind: 'credit_note', series, invoice: of, reason: 'wrong price', total })
  const sequences = async (series: string): Promise<readonly number[]> => {
    const { items } = await book().list({ accountIds: null, cursor: null, limit: 1_000 })
    const own = items.filter((one) => one.series === series).map(({ sequence }) => sequence)
    return own.sort((one, other) => one - other)
  }
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place + 1)

  it('are numbered without a gap by several processes at once, each month once', async () => {
    const months = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}`)
    const both = [...months, ...months].map((month) => book().issue(invoice(month)))
    const issued = await Promise.all(both)
    expect(issued.filter((one) => one.issued)).toHaveLength(months.length)
    expect(await sequences('INV')).toEqual(upTo(months.length))
    const numbers = new Set(issued.map((one) => one.invoice.number))
    expect([...numbers].sort()[0]).toBe('INV/26-27/000001')
    // What GST allows.
    for (const number of numbers) expect(number.length).toBeLessThanOrEqual(16)
    expect(numbers.size).toBe(months.length)
  })

  it('leave no gap where a process ends before its commit', async () => {
    const { tables } = opened()
    const dying = book({
      ...tables,
      transaction: (work) =>
        tables.transaction(function* (tx) {
          yield* work(tx)
          throw new Error('the process is gone')
        }),
    })
    await expect(dying.issue(invoice('2024-01', { series: 'A' }))).rejects.toThrow('the process is gone')
    const { invoice: next } = await book().issue(invoice('2024-02', { series: 'A' }))
    expect(next.number).toBe('A/26-27/000001')
    const { invoice: of } = await book().issue(invoice('2024-03', { series: 'A', financialYear: '2027-28' }))
    expect(of.number).toBe('A/27-28/000001')
  })

  it('are read again as they were issued, and are in the audit log', async () => {
    const { invoice: issued } = await book().issue(invoice('2024-06'))
    expect(await book().get(issued.number)).toEqual(issued)
    expect(await book().ofMonth(accountId, '2024-06')).toEqual(issued)
    const { knex, table } = database()
    const audit: unknown = await knex(table('audit'))
      .where({ subject: `invoice/${issued.number}` })
      .first('actor', 'action')
    expect(audit).toEqual({ actor: 'asha', action: 'invoice.issue' })
    await expect(book().get('INV/26-27/999999')).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' })
  })

  it('are never changed: the database itself refuses', async () => {
    const { knex, table } = database()
    await book().issue(invoice('2024-07'))
    await expect(knex(table('invoicing_invoice')).update({ total: 1 })).rejects.toThrow('never changed')
    await expect(knex(table('invoicing_invoice')).delete()).rejects.toThrow('never changed')
  })

  it('are taken back at most once in all, whoever does it at the same time', async () => {
    const { invoice: of } = await book().issue(invoice('2024-08'))
    const asked = await Promise.allSettled(
      ['CRN', 'CRX'].flatMap((series) => upTo(4).map(() => book().issue(credit(of.number, inr('50'), series)))),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const reason of refused) expect(reason).toMatchObject({ code: 'CREDIT_NOTE_TOO_HIGH' })
    await book().issue(credit(of.number, inr('18')))
    await expect(book().issue(credit(of.number, inr('0.01')))).rejects.toMatchObject({ code: 'CREDIT_NOTE_TOO_HIGH' })
    for (const series of ['CRN', 'CRX']) expect(await sequences(series)).toEqual(upTo((await sequences(series)).length))
    const none = book().issue(credit('INV/26-27/999999', inr('1')))
    await expect(none).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' })
  })

  it('end with the last number of six digits', async () => {
    const { knex, table } = database()
    await knex(table('invoicing_series')).insert({ series: 'F', financial_year: '2026-27', last: 999_998 })
    const { invoice: last } = await book().issue(invoice('2024-09', { series: 'F' }))
    expect(last.number).toHaveLength(14)
    await expect(book().issue(invoice('2024-10', { series: 'F' }))).rejects.toMatchObject({
      code: 'INVOICE_SERIES_FULL',
    })
  })

  it('are listed newest first, page by page', async () => {
    const seen: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await book().list({ accountIds: [accountId], cursor, limit: 4 })
      seen.push(...page.items.map(({ number }) => number))
      cursor = page.next
      if (cursor === null) break
    }
    const { items } = await book().list({ accountIds: null, cursor: null, limit: 1_000 })
    expect(seen).toEqual(items.map(({ number }) => number))
    expect(await book().list({ accountIds: ['nobody'], cursor: null, limit: 4 })).toEqual({ items: [], next: null })
  })
})

eachStore('billing details', invoicing.definition, (opened) => {
  it('are kept with what they were before', async () => {
    const { store, tables } = opened()
    const { id } = await store.accounts.create({ name: 'Acme', role: 'developer' })
    const book = createInvoiceBook({ tables })
    expect(await book.details(id)).toBeNull()
    await book.setDetails({ accountId: id, ...PARTY }, 'asha')
    await book.setDetails({ accountId: id, ...PARTY, gstin: '29AAGCB7383J1Z4' }, 'ravi')
    expect(await book.details(id)).toEqual({ accountId: id, ...PARTY, gstin: '29AAGCB7383J1Z4' })
    const { knex, table } = opened().database
    const actors: readonly { actor: string }[] = await knex(table('audit'))
      .where({ action: 'billing.set' })
      .orderBy('id')
    expect(actors.map(({ actor }) => actor)).toEqual(['asha', 'ravi'])
    await expect(book.setDetails({ accountId: 'nobody', ...PARTY }, 'asha')).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
  })
})
