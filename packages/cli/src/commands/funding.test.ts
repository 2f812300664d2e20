import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configurationWith, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

const GATEWAY = '{ use: razorpay, webhookSecret: whsec-of-a-test-0001 }'
const withFunding = (section: string) =>
  configurationWith(`'@parakh/gateway-razorpay': {}, '@parakh/funding': ${section}`)
const FUNDING = `{ upi: { vpa: acme@okbank, name: Acme }, gateways: { razorpay: ${GATEWAY} } }`
const UTR = 'SBIN324189001234'

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount(withFunding(FUNDING))
})
afterEach(() => cli[Symbol.asyncDispose]())

const inProduction = (amount = '500.00') => [
  '--account',
  cli.account,
  '--environment',
  'production',
  '--amount',
  amount,
]
const submit = (utr = UTR, ...more: string[]) =>
  cli.parakh('funding', 'utr', 'submit', ...inProduction(), '--method', 'neft', '--utr', utr, '--json', ...more)
const funding = (verb: string, ...more: string[]) => cli.parakh('funding', verb, ...more, '--json')
const balance = async () => {
  const shown = ['show', '--account', cli.account, '--environment', 'production', '--json']
  return (await cli.parakh('wallets', ...shown)).json<{ balance: string }>()['balance']
}
const verified = async () => expect((await cli.parakh('ledger', 'verify', '--json')).code).toBe(0)

it('credits a transfer once, when it is approved', async () => {
  const submitted = (await submit()).json<{ funding_id: string }>()
  expect(submitted).toMatchObject({ state: 'submitted', created_by: expect.any(String), approvals: [] })
  expect(await balance()).toBe('0.00')
  const { funding_id: id } = submitted
  expect((await funding('approve', id, '--as', 'asha')).json()).toMatchObject({ state: 'credited', amount: '500.00' })
  expect((await funding('approve', id, '--as', 'bina')).json()).toMatchObject({ approvals: [{ actor: 'asha' }] })
  expect(await balance()).toBe('500.00')
  expect((await cli.parakh('funding', 'list')).out).toContain(id)
  const found = async (reference: string) => (await funding('list', '--reference', reference)).json()
  expect(await found('sbin-3241 8900 1234')).toMatchObject({ funding: [{ funding_id: id }] })
  expect(await found(`funding/${id}`)).toMatchObject({ funding: [{ funding_id: id }] })
  expect(await found('SBIN32418900123')).toMatchObject({ funding: [] })
  expect((await funding('list', '--reference', UTR, '--queue', 'transfers')).err).toContain('must stand without')
  expect((await cli.parakh('funding', 'show', id)).out).toMatch(/state +credited/)
  expect((await submit()).err).toContain('FUNDING_REFERENCE_USED')
  await verified()
})

it('needs two different operators above the limit', async () => {
  const large = inProduction('50000.01')
  const rtgs = ['--method', 'rtgs', '--utr', 'HDFCR52024111812345678', '--json']
  const { funding_id: id } = (await cli.parakh('funding', 'utr', 'submit', ...large, ...rtgs)).json<{
    funding_id: string
  }>()
  expect((await funding('approve', id, '--as', 'asha')).json()).toMatchObject({ state: 'approved' })
  expect((await funding('approve', id, '--as', 'asha')).err).toContain('FUNDING_SAME_OPERATOR')
  expect(await balance()).toBe('0.00')
  expect((await funding('approve', id, '--as', 'bina')).json()).toMatchObject({ state: 'credited' })
  expect(await balance()).toBe('50000.01')
})

it('accepts a rejected UTR again, and no UTR of another method', async () => {
  const { funding_id: id } = (await submit()).json<{ funding_id: string }>()
  expect((await funding('reject', id, '--reason', 'Another amount')).json()).toMatchObject({ state: 'rejected' })
  expect((await funding('approve', id)).err).toContain('FUNDING_STATE')
  expect((await submit('sbin 3241 8900 1234')).code).toBe(0)
  expect((await submit('432198765432')).err).toContain('FUNDING_UTR_INVALID')
})

it('takes a chargeback out again, suspends the account and releases it', async () => {
  const { funding_id: id } = (await submit()).json<{ funding_id: string }>()
  await funding('approve', id)
  const back = await funding('chargeback', id, '--reason', 'The bank took it')
  expect(back.json()).toMatchObject({ state: 'charged_back', reversed: '500.00', suspended_account: true })
  expect(await balance()).toBe('0.00')
  const status = async () => (await cli.parakh('accounts', 'list')).out
  expect(await status()).toContain('suspended')
  expect((await funding('release', id)).json()).toMatchObject({ state: 'charged_back', suspended_account: false })
  expect(await status()).not.toContain('suspended')
  await verified()
})

describe('a UPI QR', () => {
  it('is an address and a picture, and is credited by its UTR', async () => {
    const made = await cli.parakh('funding', 'upi-qr', ...inProduction('99.50'), '--out', 'qr.png', '--json')
    const { funding_id: id, uri, tr } = made.json<{ funding_id: string; uri: string; tr: string }>()
    expect(tr).toBe(id)
    expect(uri).toBe(`upi://pay?pa=acme@okbank&pn=Acme&am=99.50&cu=INR&tr=${id}&tn=Wallet%20top-up`)
    expect((await readFile(join(cli.folder, 'qr.png'))).subarray(1, 4).toString()).toBe('PNG')
    expect((await funding('confirm', id, '--utr', '4321 9876 5432')).json()).toMatchObject({
      funding_id: id,
      state: 'submitted',
    })
    expect((await funding('approve', id)).json()).toMatchObject({ state: 'credited', method: 'upi_qr' })
    expect(await balance()).toBe('99.50')
  })

  it('is not opened for a picture that it cannot draw', async () => {
    const made = await cli.parakh('funding', 'upi-qr', ...inProduction(), '--out', 'qr.jpg', '--json')
    expect(made).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/qr\.jpg.*\.png or \.svg/) })
    expect((await funding('list')).json()).toMatchObject({ funding: [] })
  })

  it('is refused without a UPI payee, and never overwrites a file', async () => {
    await writeFile(join(cli.folder, 'qr.svg'), 'mine')
    const over = await cli.parakh('funding', 'upi-qr', ...inProduction(), '--out', 'qr.svg', '--json')
    expect(over).toMatchObject({ code: 2, out: '', err: expect.stringContaining('qr.svg') })
    expect(await readFile(join(cli.folder, 'qr.svg'), 'utf8')).toBe('mine')
    await writeFile(join(cli.folder, 'parakh.yaml'), withFunding('{}'))
    expect((await cli.parakh('funding', 'upi-qr', ...inProduction(), '--json')).err).toContain('FUNDING_UPI_NOT_SET')
  })
})

it('opens an order of a gateway that is set', async () => {
  const order = (name: string) =>
    cli.parakh('funding', 'gateway', 'order', ...inProduction(), '--gateway', name, '--json')
  expect((await order('razorpay')).json()).toMatchObject({ gateway: 'razorpay', amount: '500.00' })
  expect((await order('other')).err).toContain('FUNDING_GATEWAY_UNKNOWN')
  expect((await funding('suspense', 'list')).json()).toMatchObject({ suspense: [] })
})

it('opens an order at the only gateway, and requires a name if there are none or several', async () => {
  const order = () => cli.parakh('funding', 'gateway', 'order', ...inProduction(), '--json')
  const withGateways = (...names: readonly string[]) => {
    const gateways = names.map((name) => `${name}: ${GATEWAY}`).join(', ')
    return writeFile(join(cli.folder, 'parakh.yaml'), withFunding(`{ gateways: { ${gateways} } }`))
  }
  await withGateways('cashbox')
  expect((await order()).json()).toMatchObject({ gateway: 'cashbox' })
  await withGateways('cashbox', 'till')
  expect((await order()).err).toMatch(/2 of them.*cashbox, till .FUNDING_GATEWAY_NEEDED/)
  await writeFile(join(cli.folder, 'parakh.yaml'), withFunding('{}'))
  expect((await order()).err).toMatch(/none is set.*FUNDING_GATEWAY_NEEDED/)
})

it('allots from a parent to its child, idempotent per reference', async () => {
  const open = async (name: string, role: string, ...more: string[]) =>
    (await cli.parakh('accounts', 'create', '--name', name, '--role', role, ...more, '--json')).json<{
      account_id: string
    }>().account_id
  const parent = await open('Above', 'distributor')
  const child = await open('Below', 'retailer', '--parent', parent)
  const credit = ['--account', parent, '--environment', 'production', '--amount', '100', '--reference', 'a']
  await cli.parakh('wallets', 'credit', ...credit)
  const allot = (amount: string) =>
    cli.parakh(
      'wallets',
      'allot',
      '--from',
      parent,
      '--to',
      child,
      '--environment',
      'production',
      '--amount',
      amount,
      '--reference',
      'july',
      '--json',
    )
  const both = {
    from: { account_id: parent, balance: '70.00' },
    to: { account_id: child, balance: '30.00', owed: '0.00' },
  }
  expect((await allot('30')).json()).toMatchObject({ allotted: true, waiting_funding_id: null, ...both })
  expect((await allot('30')).json()).toMatchObject({ allotted: false, waiting_funding_id: null, ...both })
  expect((await allot('31')).err).toContain('REFERENCE_REUSED')
  await verified()
})

it('sets thresholds, shows them and takes them off', async () => {
  const threshold = (...more: string[]) =>
    cli.parakh('wallets', 'threshold', '--account', cli.account, '--environment', 'sandbox', '--json', ...more)
  expect((await threshold()).json()).toEqual({ percent: null, amount: null })
  expect((await threshold('--percent', '20')).json()).toEqual({ percent: 20, amount: null })
  expect((await threshold('--amount', '50')).json()).toEqual({ percent: 20, amount: '50.00' })
  expect((await threshold()).json()).toEqual({ percent: 20, amount: '50.00' })
  expect((await threshold('--off')).json()).toEqual({ percent: null, amount: null })
  expect((await threshold('--percent', '100')).code).toBe(2)
})
