import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configurationWith, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount(configurationWith("'@parakh/funding': { twoOperatorsAbove: '1000.00' }"))
})
afterEach(() => cli[Symbol.asyncDispose]())

interface Done {
  readonly balance: string
  readonly credited: boolean
  readonly waiting_funding_id: string | null
}
const credit = async (amount: string, reference: string, as: string, environment = 'production') => {
  const of = ['--account', cli.account, '--environment', environment, '--amount', amount, '--reference', reference]
  return (await cli.parakh('wallets', 'credit', ...of, '--as', as, '--json')).json<Done>()
}
const balance = async (environment = 'production') => {
  const of = ['--account', cli.account, '--environment', environment, '--json']
  return (await cli.parakh('wallets', 'show', ...of)).json<Done>().balance
}
const funding = (verb: string, ...more: string[]) => cli.parakh('funding', verb, ...more, '--json')

describe('what an operator does to a wallet above the limit', () => {
  it('waits for a second operator, who is another one, and moves once', async () => {
    const { waiting_funding_id: id, ...asked } = await credit('1000.01', 'utr-1', 'asha')
    expect(asked).toMatchObject({ balance: '0.00', credited: false })
    // A repeated request is idempotent and waits too.
    const again = [
      '--account',
      cli.account,
      '--environment',
      'production',
      '--amount',
      '1000.01',
      '--reference',
      'utr-1',
    ]
    const text = await cli.parakh('wallets', 'credit', ...again, '--as', 'asha')
    expect(text).toMatchObject({ code: 0, out: expect.stringContaining(`parakh funding approve ${id} --as NAME`) })
    expect((await funding('approve', `${id}`, '--as', 'asha')).err).toContain('FUNDING_SAME_OPERATOR')
    expect(await balance()).toBe('0.00')
    expect((await funding('approve', `${id}`, '--as', 'bina')).json()).toMatchObject({
      ...{
        state: 'credited',
        method: 'credit',
        reference: 'utr-1',
        created_by: 'asha',
        approvals: [{ actor: 'bina' }],
      },
    })
    expect(await credit('1000.01', 'utr-1', 'asha')).toMatchObject({ credited: false, waiting_funding_id: null })
    expect(await balance()).toBe('1000.01')
    const log = (await cli.parakh('audit', 'list', '--json')).out
    for (const part of ['funding.open', 'funding.approve', 'wallet.credit', 'asha + bina']) expect(log).toContain(part)
  })

  it('is rejected permanently, and its reference may come again', async () => {
    const { waiting_funding_id: id } = await credit('5000', 'utr-2', 'asha')
    expect((await funding('reject', `${id}`, '--reason', 'No such transfer', '--as', 'bina')).json()).toMatchObject({
      state: 'rejected',
    })
    expect((await funding('approve', `${id}`, '--as', 'bina')).err).toContain('FUNDING_STATE')
    expect(await balance()).toBe('0.00')
    expect(await credit('500', 'utr-2', 'asha')).toMatchObject({ credited: true, balance: '500.00' })
  })

  it('is counted with what the same operator did alone within a day', async () => {
    expect(await credit('600', 'a', 'asha')).toMatchObject({ credited: true })
    expect(await credit('400', 'b', 'asha')).toMatchObject({ credited: true, balance: '1000.00' })
    expect(await credit('0.01', 'c', 'Asha')).toMatchObject({ credited: false, balance: '1000.00' })
    // Another operator has a separate sum, and operations that two approved count for neither.
    expect(await credit('600', 'd', 'bina')).toMatchObject({ credited: true, balance: '1600.00' })
    const { waiting_funding_id: id } = await credit('9000', 'e', 'chitra')
    await funding('approve', `${id}`, '--as', 'bina')
    expect(await credit('400', 'f', 'bina')).toMatchObject({ credited: true })
    expect(await credit('1000', 'g', 'chitra')).toMatchObject({ credited: true, balance: '12000.00' })
  })

  it('waits as an adjustment in either direction', async () => {
    const of = ['--account', cli.account, '--environment', 'production', '--reason', 'Correction', '--json']
    const adjust = (amount: string, reference: string, as: string) =>
      cli.parakh('wallets', 'adjust', ...of, `--amount=${amount}`, '--reference', reference, '--as', as)
    const { waiting_funding_id: id } = (await adjust('-1500', 'x', 'asha')).json<Done>()
    expect((await funding('approve', `${id}`, '--as', 'bina')).json()).toMatchObject({ amount: '-1500.00' })
    const shown = await cli.parakh('wallets', 'show', '--account', cli.account, '--environment', 'production', '--json')
    expect(shown.json()).toMatchObject({ balance: '0.00', owed: '1500.00' })
    expect((await adjust('700', 'y', 'asha')).json()).toMatchObject({ adjusted: true, waiting_funding_id: null })
    expect((await adjust('-700', 'z', 'asha')).json()).toMatchObject({ adjusted: false })
    expect((await funding('chargeback', `${id}`, '--reason', 'no')).err).toContain('FUNDING_STATE')
  })

  it('waits as an allotment, and is refused at its approval where the parent has too little', async () => {
    const made = await cli.parakh(...['accounts', 'create', '--name', 'Shop', '--role', 'retailer', '--json'])
    const parent = made.json<{ account_id: string }>().account_id
    await cli.parakh('accounts', 'move', cli.account, '--parent', parent)
    const of = ['--from', parent, '--to', cli.account, '--environment', 'production', '--reference', 'july', '--json']
    const { waiting_funding_id: id } = (
      await cli.parakh('wallets', 'allot', ...of, '--amount', '2000', '--as', 'asha')
    ).json<Done>()
    expect((await funding('approve', `${id}`, '--as', 'bina')).err).toContain('ALLOTMENT_TOO_HIGH')
    const funds = ['--account', parent, '--environment', 'production', '--amount', '2000', '--reference', 'r', '--json']
    const { waiting_funding_id: first } = (await cli.parakh('wallets', 'credit', ...funds, '--as', 'asha')).json<Done>()
    await funding('approve', `${first}`, '--as', 'bina')
    expect((await funding('approve', `${id}`, '--as', 'bina')).json()).toMatchObject({ state: 'credited' })
    expect(await balance()).toBe('2000.00')
  })

  it('leaves no row after a refusal, and needs no second operator in the sandbox', async () => {
    const refused = await cli.parakh(
      ...['wallets', 'allot', '--from', cli.account, '--to', cli.account, '--environment', 'production'],
      ...['--amount', '900', '--reference', 'no', '--as', 'asha'],
    )
    expect(refused.err).toContain('ALLOTMENT_NOT_ALLOWED')
    expect(await credit('900', 'yes', 'asha')).toMatchObject({ credited: true })
    expect(await credit('99999', 'test', 'asha', 'sandbox')).toMatchObject({ credited: true, waiting_funding_id: null })
  })
})
