import type { CommissionLeg } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE = 2_000

const Entry = z.object({
  id: Counted,
  transaction_id: z.string(),
  kind: z.string(),
  ledger_account: z.string(),
  environment: z.string(),
  amount: Counted,
  version: z.union([Counted, z.null()]),
})
type Entry = z.output<typeof Entry>

/** The postings of one transaction, added up while they come. */
interface Transaction {
  readonly id: string
  readonly kind: string
  sum: number
  wallet: number
  commission: number
  revenue: number
}

/**
 * Reads every entry once, in the order of writing: conservation in all and of each transaction (I1), and that charges and
 * refunds are those of their calls, shares included (I11, I12). The open transactions are few: theirs were written together.
 *
 * @param progress Called with the id of the last entry read.
 */
export async function checkEntries(
  snapshot: Snapshot,
  findings: Findings,
  progress: (id: number) => void,
): Promise<void> {
  const open = new Map<string, Transaction>()
  const totals = new Map<string, number>()
  let charges = 0
  for (let after = 0; ; ) {
    const page = await readEntries(snapshot, after)
    const last = page.at(-1)
    if (!last) break
    const closed = page.flatMap((entry) => add(entry, { open, totals, findings }))
    charges += closed.filter(({ kind }) => kind === 'charge').length
    await checkCharges(snapshot, closed, findings)
    findings.entries += page.length
    after = last.id
    progress(after)
  }
  for (const [environment, total] of totals)
    findings.check('I1', total === 0, () => `${environment}: the postings sum to ${total}`)
  for (const { id, kind, sum } of open.values())
    findings.check('I1', false, () => `${kind} ${id}: its postings sum to ${sum}`)
  await checkChargeCount(snapshot, charges, findings)
}

async function readEntries({ transaction, table }: Snapshot, after: number): Promise<readonly Entry[]> {
  const columns = ['id', 'transaction_id', 'kind', 'ledger_account', 'environment', 'amount', 'version']
  const rows = await transaction(table('ledger_entry'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .select(columns)
  return z.array(Entry).parse(rows)
}

interface Sums {
  readonly open: Map<string, Transaction>
  readonly totals: Map<string, number>
  readonly findings: Findings
}

/** @returns The transaction, when this entry closed it. */
function add(entry: Entry, { open, totals, findings }: Sums): readonly Transaction[] {
  const { transaction_id: id, kind, ledger_account: account, environment, amount } = entry
  totals.set(environment, (totals.get(environment) ?? 0) + amount)
  const key = `${kind}/${environment}/${id}`
  const transaction = open.get(key) ?? { id, kind, sum: 0, wallet: 0, commission: 0, revenue: 0 }
  transaction.sum += amount
  if (account.startsWith('wallet:')) {
    transaction.wallet += amount
    findings.check('I8', entry.version !== null, () => `${kind} ${id}: an entry of ${account} has no version`)
  } else if (account.startsWith('commission:')) transaction.commission += amount
  else if (account === 'revenue') transaction.revenue += amount
  if (transaction.sum !== 0) {
    open.set(key, transaction)
    return []
  }
  open.delete(key)
  return [transaction]
}

const Call = z.object({
  reference: z.string(),
  price: Counted,
  charged: Counted,
  refunded: Counted,
  legs: z.string().transform((text) => JSON.parse(text) as readonly CommissionLeg[]),
})

async function checkCharges(snapshot: Snapshot, closed: readonly Transaction[], findings: Findings): Promise<void> {
  const ofCalls = closed.filter(({ kind }) => kind === 'charge' || kind === 'refund')
  const calls = new Map<string, z.output<typeof Call>>()
  for (let from = 0; from < ofCalls.length; from += 500) {
    const references = ofCalls.slice(from, from + 500).map(({ id }) => id)
    const { transaction, table } = snapshot
    const columns = ['reference', 'price', 'charged', 'refunded', 'legs']
    const rows = await transaction(table('call')).whereIn('reference', references).select(columns)
    for (const call of z.array(Call).parse(rows)) calls.set(call.reference, call)
  }
  for (const posted of ofCalls) checkCharge(posted, calls.get(posted.id), findings)
}

function checkCharge(posted: Transaction, call: z.output<typeof Call> | undefined, findings: Findings): void {
  const { id, kind, wallet, commission, revenue } = posted
  findings.check('I11', call !== undefined, () => `${kind} ${id}: there is no such call`)
  if (!call) return
  const direction = kind === 'charge' ? 1 : -1
  const expected = kind === 'charge' ? call.charged : call.refunded
  findings.check(
    'I11',
    -wallet * direction === expected,
    () => `${kind} ${id}: ${-wallet} posted, ${expected} stands with the call`,
  )
  const legs = call.legs.reduce((total, { amount }) => total + amount, 0)
  findings.check('I12', legs <= call.price, () => `${id}: commission of ${legs} exceeds the price of ${call.price}`)
  const shares = commission * direction === legs && (commission + revenue) * direction === call.price
  findings.check(
    'I12',
    shares,
    () => `${kind} ${id}: commission ${commission} and revenue ${revenue} of a price of ${call.price}`,
  )
}

/** Each posted charge is one call's; so where there are as many, each charged call has exactly one. */
async function checkChargeCount({ transaction, table }: Snapshot, charges: number, findings: Findings): Promise<void> {
  const row: { calls?: number | string } | undefined = await transaction(table('call'))
    .where('charged', '>', 0)
    .count({ calls: '*' })
    .first()
  const calls = Number(row?.calls)
  findings.check('I11', calls === charges, () => `${calls} calls were charged, ${charges} charges are posted`)
}
