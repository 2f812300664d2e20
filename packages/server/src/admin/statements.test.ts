import analytics from '@parakh/analytics'
import { Clock, inr, Store, service, Wallet } from '@parakh/core'
import documents from '@parakh/documents'
import invoicing from '@parakh/invoicing'
import { manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StatementWorld } from '../../../../test/plugin-stores.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const MONTH = '2026-10'
const INVOICING = {
  seller: { name: 'Acme Verify', gstin: '29AAGCB7383J1Z4', stateCode: '29', address: 'Bengaluru' },
}
const BUYER = { name: 'Buyer', gstin: null, state_code: '27', address: 'Pune' }
const clock = manualClock(new Date('2026-10-10T00:00:00Z'))

describe('statements, invoices and analytics over HTTP', () => {
  let test: AdminForTest
  let world: StatementWorld
  let reseller: string
  let child: string
  beforeAll(async () => {
    test = await adminForTest({
      plugins: [analytics(), documents(), invoicing(INVOICING)],
      services: [service(Clock, {}, () => clock)],
    })
    world = await StatementWorld.open(test.host.get(Store), clock, 11)
    const [top, one] = world.payers
    reseller = top.accountId
    child = one?.accountId ?? ''
    const funds = { environment: 'production', amount: inr('9000'), reference: 'first', actor: 'test' } as const
    await test.host.get(Wallet).credit({ ...funds, accountId: child })
    await world.run(MONTH, 400)
    clock.set(new Date('2026-11-05T00:00:00Z'))
  }, 60_000)
  afterAll(() => test.close())

  const get = (url: string, as = test.operator) => test.ask({ url, as })
  const booked = (kind: string) => world.keyedCounter.get(`${child} ${MONTH} ${kind}`) ?? { count: 0, amount: 0 }
  const rupees = (microRupees: number): string => (microRupees / 1_000_000).toFixed(2)

  it('give a statement as JSON, CSV and PDF', async () => {
    const url = `/accounts/${child}/statements/${MONTH}/wallet`
    const statement = (await get(url)).json()
    expect(statement).toMatchObject({ account_id: child, month: MONTH, opening: '0.00', provisional: false })
    expect(statement.totals.charge).toEqual({ count: booked('charge').count, amount: rupees(booked('charge').amount) })
    const csv = await get(`${url}?format=csv`)
    expect(csv.headers).toMatchObject({ 'content-type': expect.stringContaining('text/csv') })
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(3 + statement.lines.length)
    const file = await get(`${url}?format=json`)
    expect(file.headers['content-disposition']).toContain(`wallet-${MONTH}-production.json`)
    expect(file.json()).toEqual(statement)
    const every = (await get(`${url}?every_movement=true`)).json()
    expect(every.lines).toHaveLength(every.lines.reduce((sum: number, { count }: { count: number }) => sum + count, 0))
    expect(every.totals).toEqual(statement.totals)
    const pdf = await get(`${url}?format=pdf`)
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf' })
    expect(pdf.text.slice(0, 5)).toBe('%PDF-')
    const earned = (await get(`/accounts/${reseller}/statements/${MONTH}/commission`)).json()
    expect(earned).toMatchObject({ statement: 'commission', opening: '0.00' })
    expect(Object.keys(earned.totals)).toContain('earned')
  })

  it('give figures that are the calls of the account', async () => {
    const url = `/accounts/${child}/analytics?from=2026-10-01&until=2026-10-31`
    const [all] = (await get(url)).json().figures
    expect(all).toMatchObject({ charged: rupees(-booked('charge').amount), p95_latency_ms: 1 })
    const days = (await get(`${url}&by=day`)).json().figures
    const calls = days.reduce((sum: number, day: { calls: number }) => sum + day.calls, 0)
    expect(calls).toBe(all.calls)
    expect((await get(`/accounts/${child}/analytics?from=2026-10-02&until=2026-10-01`)).status).toBe(422)
  })

  it('issue an invoice once per month, show and print it, and issue a credit note', async () => {
    const set = await test.ask({ method: 'PUT', url: `/accounts/${child}/billing`, body: BUYER, as: test.operator })
    expect(set.json()).toEqual({ account_id: child, billing: BUYER })
    const issue = (month: string) =>
      test.ask({ method: 'POST', url: `/accounts/${child}/invoices`, body: { month }, as: test.operator })
    const total = rupees(-booked('charge').amount - booked('refund').amount)
    const { issued, ...invoice } = (await issue(MONTH)).json()
    expect(issued).toBe(true)
    expect(invoice).toMatchObject({ number: 'INV/26-27/000001', total, buyer: BUYER, place_of_supply: '27' })
    expect((await issue(MONTH)).json()).toEqual({ ...invoice, issued: false })
    expect((await issue('2026-11')).json()).toMatchObject({ error: { code: 'INVOICE_MONTH_OPEN' } })
    const url = `/invoices/${encodeURIComponent(invoice.number)}`
    expect((await get(url)).json()).toEqual(invoice)
    expect((await get(`${url}?format=pdf`)).text.slice(0, 5)).toBe('%PDF-')
    expect((await get(`${url}/pdf`)).text.slice(0, 5)).toBe('%PDF-')
    const credit = (amount: string) =>
      test.ask({
        method: 'POST',
        url: `${url}/credit-notes`,
        body: { amount, reason: 'wrong price' },
        as: test.operator,
      })
    clock.advance(60_000)
    expect(await credit('1.18')).toMatchObject({ status: 201 })
    expect(await credit(total)).toMatchObject({ status: 422 })
    const own = (await test.credential(reseller)).secret
    const listed = (await get(`/invoices?account_id=${child}`, own)).json()
    expect(listed.items.map(({ number }: { number: string }) => number)).toEqual(['CRN/26-27/000001', invoice.number])
  })

  it('leave it to operators to issue', async () => {
    const own = (await test.credential(reseller)).secret
    const issued = await test.ask({
      method: 'POST',
      url: `/accounts/${child}/invoices`,
      body: { month: MONTH },
      as: own,
    })
    expect(issued.status).toBe(403)
  })
})
