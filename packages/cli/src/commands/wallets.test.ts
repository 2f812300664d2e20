import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
})
afterEach(() => cli[Symbol.asyncDispose]())

const wallet = (verb: string, ...more: string[]) =>
  cli.parakh('wallets', verb, '--account', cli.account, '--environment', 'sandbox', ...more)

it('starts a sandbox wallet with 100 rupees', async () => {
  expect((await wallet('show', '--json')).json()).toMatchObject({
    balance: '100.00',
    held: '0.00',
    available: '100.00',
    owed: '0.00',
  })
  expect((await wallet('show')).out).toContain('100.00 INR')
})

it('credits a reference once, and reports a repetition', async () => {
  const credit = ['--amount', '500.00', '--reference', 'utr-1', '--json']
  expect((await wallet('credit', ...credit)).json()).toMatchObject({
    balance: '600.00',
    credited: true,
    waiting_funding_id: null,
  })
  expect((await wallet('credit', ...credit)).json()).toMatchObject({
    balance: '600.00',
    credited: false,
    waiting_funding_id: null,
  })
  expect((await wallet('credit', '--amount', '500', '--reference', 'utr-1')).out).toContain('Nothing was credited')
})

it('refuses the same reference with another amount', async () => {
  await wallet('credit', '--amount', '500', '--reference', 'utr-1')
  const refused = await wallet('credit', '--amount', '501', '--reference', 'utr-1', '--json')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('REFERENCE_REUSED')
})

it.each(['0', '-5', '1.005', 'five', '1e3'])('takes an amount of %s for wrong usage', async (amount) => {
  expect(await wallet('credit', `--amount=${amount}`, '--reference', 'utr-2', '--json')).toMatchObject({
    code: 2,
    out: '',
  })
})

it('adjusts a wallet up and down, idempotent per reference, and reports what is owed', async () => {
  const adjust = (amount: string, reference: string, ...more: string[]) =>
    wallet('adjust', '--amount', amount, '--reference', reference, '--reason', 'Chargeback of utr-1', ...more)
  expect((await adjust('5.00', 'up', '--json')).json()).toMatchObject({
    balance: '105.00',
    owed: '0.00',
    adjusted: true,
    waiting_funding_id: null,
  })
  expect((await adjust('-5.00', 'down')).out).toContain('Adjusted by -5.00 INR. The balance is 100.00 INR.')
  const reversal = { balance: '0.00', owed: '400.00', adjusted: true }
  expect((await adjust('-500.00', 'chargeback', '--json')).json()).toMatchObject({
    ...reversal,
    waiting_funding_id: null,
  })
  expect((await adjust('-500', 'chargeback', '--json')).json()).toMatchObject({
    ...reversal,
    adjusted: false,
    waiting_funding_id: null,
  })
  expect((await adjust('-500', 'chargeback')).out).toContain('Nothing was adjusted')
  expect((await adjust('-501', 'chargeback')).err).toContain('REFERENCE_REUSED')
  expect((await wallet('credit', '--amount', '500', '--reference', 'utr-2', '--json')).json()).toMatchObject({
    balance: '100.00',
  })
  expect((await cli.parakh('ledger', 'verify', '--json')).code).toBe(0)
})

it.each(['0', '-0.00', '1.005', '-1.005', '--5', 'five'])(
  'takes a correction by %s for wrong usage',
  async (amount) => {
    const adjust = ['adjust', `--amount=${amount}`, '--reference', 'r', '--reason', 'why', '--json'] as const
    expect(await wallet(...adjust)).toMatchObject({ code: 2, out: '' })
  },
)

it('verifies the ledger after credits', async () => {
  await wallet('credit', '--amount', '500', '--reference', 'utr-1')
  const verified = await cli.parakh('ledger', 'verify', '--json')
  expect(verified.code).toBe(0)
  expect(verified.json()).toMatchObject({ ok: true, open_holds: 0, broken: [] })
  expect((await cli.parakh('ledger', 'verify')).out).toContain('Every invariant holds')
})
