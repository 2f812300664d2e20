import type { CallLeg } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import { closingBalances } from './archive/weights.ts'
import type { ChainCheck } from './check-chain.ts'
import type { Posting, Postings } from './postings.ts'
import { scanEntries } from './scan-entries.ts'
import type { Snapshot } from './snapshot.ts'

/** Calls of one statement: SQLite and PostgreSQL take more, but plans of long lists are slow. */
const CALLS = 500

/** How entries are checked. */
export interface EntryCheck {
  readonly snapshot: Snapshot
  readonly chain: ChainCheck
  readonly postings: Postings
  /** Files of archived periods; empty: their closing balances stand for them. */
  readonly archives: readonly string[]
}

/**
 * Reads every entry once: the chain (I10), conservation in all and of each posting (I1), and that charges and refunds are those of
 * their calls, shares included (I11, I12).
 *
 * @param progress Called with the id of the last entry read.
 */
export async function checkEntries(check: EntryCheck, progress: (id: number) => void): Promise<void> {
  const { snapshot, chain, postings, archives } = check
  if (archives.length === 0)
    for await (const { ledger_account: ledgerAccount, environment, balance } of closingBalances(snapshot))
      postings.begin({ ledgerAccount, environment, balance })
  const scan = {
    snapshot,
    chain,
    progress,
    async onEntries(entries: Parameters<Parameters<typeof scanEntries>[0]['onEntries']>[0]) {
      const whole = entries.flatMap((entry) => postings.add(entry) ?? [])
      await checkCharges(check, whole)
    },
  }
  await scanEntries(scan, archives)
  postings.end()
}

const Call = z.object({
  reference: z.string(),
  account_id: z.string(),
  environment: z.string(),
  price: Counted,
  charged: Counted,
  refunded: Counted,
  legs: z.string().transform((text) => JSON.parse(text) as readonly CallLeg[]),
})
type Call = z.output<typeof Call>

async function checkCharges({ snapshot, postings }: EntryCheck, whole: readonly Posting[]): Promise<void> {
  const ofCalls = whole.filter(({ kind }) => kind === 'charge' || kind === 'refund')
  const calls = new Map<string, Call>()
  for (let from = 0; from < ofCalls.length; from += CALLS) {
    const references = ofCalls.slice(from, from + CALLS).map(({ id }) => id)
    const { transaction, table } = snapshot
    const columns = ['reference', 'account_id', 'environment', 'price', 'charged', 'refunded', 'legs']
    const rows = await transaction(table('call')).whereIn('reference', references).select(columns)
    for (const call of z.array(Call).parse(rows)) calls.set(call.reference, call)
  }
  for (const posting of ofCalls) checkCharge(posting, calls.get(posting.id), postings.findings)
}

function checkCharge(posting: Posting, call: Call | undefined, findings: Postings['findings']): void {
  const { id, kind, wallet, commission, revenue, environment } = posting
  findings.check('I11', call !== undefined, () => `${kind} ${id}: there is no such call`)
  if (!call) return
  findings.check('I11', call.environment === environment, () => `${kind} ${id}: posted in ${environment}`)
  const direction = kind === 'charge' ? 1 : -1
  const expected = kind === 'charge' ? call.charged : call.refunded
  findings.check(
    'I11',
    -wallet * direction === expected,
    () => `${kind} ${id}: ${-wallet} posted, ${expected} stands with the call`,
  )
  const legs = legsOf(posting, call).reduce((total, { amount }) => total + amount, 0)
  findings.check('I12', legs <= call.price, () => `${id}: commission of ${legs} exceeds the price of ${call.price}`)
  const shares = commission * direction === legs && (commission + revenue) * direction === call.price
  findings.check(
    'I12',
    shares,
    () => `${kind} ${id}: commission ${commission} and revenue ${revenue} of a price of ${call.price}`,
  )
  const strangers = partiesThatDiffer(posting, call, direction)
  findings.check('I11', strangers.length === 0, () => `${kind} ${id}: posted to others: ${strangers.join(', ')}`)
}

/** A refund takes back what no chargeback took before (decision 0024). */
const legsOf = ({ kind }: Posting, { legs }: Call): readonly CallLeg[] =>
  kind === 'charge' ? legs : legs.filter(({ clawedBack }) => !clawedBack)

/** Ledger accounts that got another amount than the call says: somebody else's wallet, somebody else's commission. */
function partiesThatDiffer(posting: Posting, call: Call, direction: number): readonly string[] {
  const { shares, wallet } = posting
  const expected = new Map([[`wallet:${call.account_id}`, wallet]])
  for (const { accountId, amount } of legsOf(posting, call)) {
    const account = `commission:${accountId}`
    expected.set(account, (expected.get(account) ?? 0) + amount * direction)
  }
  return [...new Set([...expected.keys(), ...shares.keys()])].filter(
    (account) => (expected.get(account) ?? 0) !== (shares.get(account) ?? 0),
  )
}
