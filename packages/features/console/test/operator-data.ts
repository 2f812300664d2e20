import { Accounts, inr, Keys, Store } from '@parakh/core'
import { Funding } from '@parakh/funding'
import { fakeRazorpay } from '../../../../test/fake-razorpay.ts'
import { DEMO_GATEWAY, type DemoServer } from './demo-server.ts'

const PDF = Buffer.from('%PDF-1.7\nA scan of Asha Rao').toString('base64')

/** What one text is put into, so that a test may look for it. */
export interface OperatorTexts {
  /** Of accounts, files and brands. */
  readonly name: string
  /** Of decisions, and of what is no identity number. */
  readonly reason: string
}
const PLAIN: OperatorTexts = { name: 'Bright Loans', reason: 'Not on the statement of the bank' }

/**
 * What operators and a reseller have after some days: something in each queue but that of the external wallet, accounts below a reseller that
 * has a rate, a brand and commission, and prices of every kind.
 *
 * @returns The reseller, and an account below it that has a bit of everything.
 */
export async function fillOperators(
  demo: DemoServer,
  { name, reason }: OperatorTexts = PLAIN,
): Promise<{ readonly resellerId: string; readonly accountId: string }> {
  const { host, run } = demo
  const { id: resellerId } = await host.get(Accounts).create({ name, role: 'retailer' })
  const below = async (named: string) =>
    (await host.get(Accounts).create({ name: named, role: 'customer', parentId: resellerId })).id
  const [payer, disputed] = [await below(`${name}, Pune`), await below('Dim Finance')]
  await run('commissions.set', { account_id: resellerId, rate: '8' })
  const { key, apiSecret } = await host.get(Keys).create({ accountId: payer, environment: 'sandbox', label: name })
  const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret, 'x-request-id': 'below-4711' }
  await fetch(`${demo.url}/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, { headers })
  for (const accountId of [resellerId, payer]) await submitKyc(demo, accountId, name)
  await fillFunding(demo, { accountId: payer, disputedId: disputed, reason })
  await giveUpJob(demo)
  await run('wallets.credit', { account_id: resellerId, environment: 'production', amount: '50000', reference: name })
  await run('prices.set', { endpoint: 'bank-ifsc-details', price: '0.60', role: 'retailer' })
  await run('prices.set', { endpoint: 'bank-ifsc-details', price: '0.55', account_id: payer })
  return { resellerId, accountId: payer }
}

async function submitKyc({ run }: DemoServer, account_id: string, name: string): Promise<void> {
  const file = await run('kyc.upload', { account_id, kind: 'pan', name: `${name}.pdf`, content: PDF })
  const documents = [{ kind: 'pan', reference: String(Object(file).file_id) }]
  await run('kyc.submit', { account_id, documents })
}

interface FundingOf {
  readonly accountId: string
  /** It is suspended by the chargeback. */
  readonly disputedId: string
  readonly reason: string
}
/** A large transfer that one operator approved, one that was charged back, an act that waits, and a payment that fits no order. */
async function fillFunding(demo: DemoServer, { accountId, disputedId, reason }: FundingOf): Promise<void> {
  const funding = demo.host.get(Funding)
  const transfer = { environment: 'production', rail: 'neft', actor: 'test' } as const
  const large = await funding.submitTransfer({
    ...{ ...transfer, accountId, amount: inr('250000') },
    utr: `HDFCN521${accountId.slice(-8)}`,
  })
  await funding.approve({ id: large.id, actor: 'asha' })
  const disputed = await funding.submitTransfer({
    ...{ ...transfer, accountId: disputedId, amount: inr('5000') },
    utr: `HDFCN522${accountId.slice(-8)}`,
  })
  await funding.approve({ id: disputed.id, actor: 'asha' })
  await funding.chargeback({ id: disputed.id, actor: 'asha', reason })
  const act = { account_id: accountId, environment: 'production', amount: '125000.00', reference: 'act', reason }
  await demo.run('wallets.adjust', act)
  const razorpay = await fakeRazorpay(DEMO_GATEWAY)
  razorpay.callbackTo({ url: `${demo.url}/gateways/cards/callback`, secret: DEMO_GATEWAY.webhookSecret })
  await razorpay.pay('no-such-funding', 123_450, '432198765499')
  await razorpay.close()
}

async function giveUpJob({ host }: DemoServer): Promise<void> {
  const { jobs } = host.get(Store)
  await jobs.schedule('letters/sort', 0)
  const [job] = await jobs.claim('test', 1, { limit: 1, leaseMs: 1, kind: 'letters/sort' })
  await jobs.retry({ id: job?.id ?? '', attempt: 1 }, null, 'TypeError')
}
