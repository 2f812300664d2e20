import alerts, { AlertRounds } from '@parakh/alerts'
import { Accounts, inr, Ledger } from '@parakh/core'
import documents from '@parakh/documents'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../../../../test/console.ts'
import { Invoices } from '../contract/invoices.ts'
import invoicing from '../index.ts'
import { CloseMonth } from './close-month.ts'

const SELLER = { name: 'Acme Verify', gstin: '29AAGCB7383J1Z4', stateCode: '29', address: 'Bengaluru' }
/** Until the relay has handed events over. */
const HEARD = { timeout: 20_000, interval: 50 }

describe.each(['sqlite3', 'pg'] as const)('the end of a month, on %s', (engine) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let buyer: string
  beforeAll(async () => {
    place = await consolePlace(engine)
    place.clock.set(new Date('2026-10-31T06:00:00Z'))
    const monthly = { invoices: true, statements: true }
    process = await place.open({ plugins: [invoicing({ seller: SELLER, monthly }), documents(), alerts()] })
    buyer = await spender('Buyer')
    const details = { name: 'Buyer', gstin: null, stateCode: '27', address: 'Pune' }
    await process.server.host.get(Invoices).setDetails({ accountId: buyer, ...details }, 'test')
    await invited(process, { email: 'owner@buyer.example', role: 'owner', accountId: buyer })
  })
  afterAll(() => place.end())
  const run = () => process.server.host.get(CloseMonth).run()
  /** An account that paid for a plan. */
  async function spender(name: string): Promise<string> {
    const { host } = process.server
    const { id: accountId } = await host.get(Accounts).create({ name, role: 'customer' })
    const wallet = { accountId, environment: 'production' } as const
    await host.get(Ledger).change({ wallets: [wallet] }, function* (tx) {
      const by = { actor: 'test' } as const
      yield* tx.move({ kind: 'credit', ...wallet, amount: inr('1000'), reference: `first-${name}`, ...by })
      const fee = { amount: inr('590'), reference: `plan-${name.length}-2026-10-20`, reason: 'plan fee' }
      yield* tx.move({ kind: 'debit', ...wallet, ...fee, ...by })
    })
    return accountId
  }

  it('issues invoices and tells of statements once, for the month that is over, however often it runs', async () => {
    await spender('Without details')
    await process.server.host.get(Accounts).create({ name: 'Without money', role: 'customer' })
    expect(await run()).toMatchObject({ invoices: 0, statements: 0 })
    // Half past midnight in India: the host's own run is due at half past six.
    place.clock.set(new Date('2026-10-31T19:00:00Z'))
    await process.server.host.get(Accounts).create({ name: 'Of November', role: 'customer' })
    const [one, other] = await Promise.all([run(), run()])
    expect([one.invoices + other.invoices, one.statements + other.statements]).toEqual([1, 2])
    expect(await run()).toEqual({ accounts: 0, invoices: 0, statements: 0 })
    const { items } = await process.server.host.get(Invoices).list({ accountIds: [buyer], cursor: null, limit: 10 })
    expect(items).toMatchObject([{ month: '2026-10', total: inr('590'), issuedBy: 'invoicing' }])
  })

  it('is mailed to the people of the account, in one mail with both files', async () => {
    const { signal } = new AbortController()
    const mails = () => process.mails.filter(({ id, to }) => to === 'owner@buyer.example' && id?.startsWith('alerts-'))
    await vi.waitFor(async () => {
      place.clock.advance(60_000)
      await process.server.host.get(AlertRounds).round(signal)
      expect(mails()).toHaveLength(1)
    }, HEARD)
    const [mail] = mails()
    expect(mail?.subject).toBe('Parakh: 2 alerts')
    expect(mail?.text).toContain('Invoice INV/26-27/000001 for October 2026 is ready: ₹590.00.')
    expect(mail?.text).toContain('The wallet statement for October 2026 is ready.')
    expect(mail?.attachments?.map(({ fileName }) => fileName).sort()).toEqual([
      'INV-26-27-000001.pdf',
      'wallet-2026-10.pdf',
    ])
    for (const { bytes } of mail?.attachments ?? []) expect(Buffer.from(bytes).toString('latin1', 0, 5)).toBe('%PDF-')
  })
})
