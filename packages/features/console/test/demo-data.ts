import * as z from 'zod'

const Made = z.object({ key_id: z.string(), api_key: z.string(), api_secret: z.string() })
const Paid = z.object({ funding_id: z.string() })

/** What demonstration data is made in. */
export interface Demo {
  readonly url: string
  readonly accountId: string
  /** Where events are posted. */
  readonly receiverUrl: string
  run(id: string, input: object): Promise<unknown>
}

const BRANCH = 'bank-ifsc-details?ifsc=KKBK0000261'
const CALLS: readonly (readonly [path: string, scenario: string])[] = [
  [BRANCH, 'success'],
  ['pan-details?pannumber=ABCPE1234F', 'success'],
  [BRANCH, 'success'],
  [BRANCH, 'not-found'],
  [BRANCH, 'upstream-failure'],
  ['bank-ifsc-details?ifsc=WRONG', 'success'],
  [BRANCH, 'success'],
]

/** Keys, calls of every outcome, a payment at the bank and one that is checked, a webhook, documents of KYC. */
export async function fillDemo({ url, run, accountId: account_id, receiverUrl }: Demo): Promise<void> {
  const sandbox = { account_id, environment: 'sandbox' } as const
  const documents = [
    { kind: 'pan', reference: 'vault/acme/pan.pdf' },
    { kind: 'gstin', reference: 'vault/acme/gst.pdf' },
  ]
  await run('kyc.submit', { account_id, documents })
  const key = Made.parse(await run('keys.create', { ...sandbox, label: 'Loan desk' }))
  const limits = { endpoints: ['bank-ifsc-details'], ip_ranges: ['203.0.113.0/24'], spend_cap_per_day: '500.00' }
  await run('keys.create', { ...sandbox, label: 'Night batch', ...limits })
  const old = Made.parse(await run('keys.create', { ...sandbox, label: 'Old server' }))
  await run('keys.revoke', { key_id: old.key_id })
  await run('webhooks.create', { ...sandbox, url: receiverUrl, description: 'Events of the loan desk' })
  const headers = { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret }
  for (const [path, scenario] of CALLS)
    await fetch(`${url}/api/v1/${path}`, { headers: { ...headers, 'x-sandbox-scenario': scenario } })
  for (const id of ['loan-4711', 'loan-4711'])
    await fetch(`${url}/api/v1/${BRANCH}`, { headers: { ...headers, 'x-request-id': id } })
  const { funding_id } = Paid.parse(
    await run('funding.submit-transfer', { ...sandbox, rail: 'imps', amount: '5000.00', utr: '432112345678' }),
  )
  await run('funding.submit-transfer', { ...sandbox, rail: 'neft', amount: '125000.00', utr: 'HDFCN52026112300' })
  await run('funding.approve', { funding_id })
}
