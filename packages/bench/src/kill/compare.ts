import type { LedgerReport } from '@parakh/core'
import type { Job, UpstreamRequest } from '../rig/fake-upstream.ts'
import type { ExternalWalletState } from './external-wallet.ts'
import type { FinalState, WalletEntry } from './final-state.ts'
import type { Entry } from './journal.ts'

/** What may be wrong at the end of a run. */
export type Fault =
  /** Acknowledged as charged, or completed, but not in the ledger. */
  | 'lost'
  /** Charged more than once. */
  | 'doubled'
  /** Charged another amount than its client was told. */
  | 'amount'
  /** Charged without an acknowledged answer. */
  | 'unearned'
  /** A wallet is not its credits less what was acknowledged. */
  | 'balance'
  /** Nobody ever answered definitely. */
  | 'unresolved'
  /** Two answers under one request id. */
  | 'differing'
  /** A status that none of these calls may get. */
  | 'unexpected'
  /** The same write more than once, or an answer that its upstream never gave. */
  | 'effect'
  /** A hold that nothing ends. */
  | 'hold'
  /** A step that the external wallet was never told. */
  | 'task'
  /** `ledger verify`. */
  | 'invariant'
  /** Another state after a crash than the crash matrix says. */
  | 'crash-matrix'

/** One thing that is wrong. */
export interface Finding {
  readonly fault: Fault
  readonly detail: string
}

/** What is compared with one another. */
export interface Evidence {
  readonly entries: readonly Entry[]
  /** Micro-rupees credited, by account. */
  readonly credits: ReadonlyMap<string, number>
  readonly finalState: FinalState
  /** Where it keeps the money, the ledger's wallets are empty. Null: the ledger keeps it. */
  readonly external: ExternalWalletState | null
  readonly upstream: readonly UpstreamRequest[]
  /** Orders and jobs that the upstream took, by reference. */
  readonly orders: ReadonlyMap<string, string>
  /** Jobs among them. */
  readonly jobs: ReadonlyMap<string, Job>
  readonly ledger: Pick<LedgerReport, 'broken' | 'openHolds'>
}

/** Holds the journals of clients and upstream against the final state. @returns What does not fit; empty: all is well. */
export function compare(evidence: Evidence): readonly Finding[] {
  const debits = debitsByRequest(evidence.finalState.entries)
  const due = dueByRequest(evidence)
  const known = new Set(evidence.entries.map(({ intent }) => intent.requestId))
  return [
    ...evidence.entries.flatMap((entry) => {
      const { requestId } = entry.intent
      return compareEntry(entry, { debits: debits.get(requestId) ?? [], due: due.get(requestId) ?? 0 })
    }),
    ...[...debits.keys()].filter((id) => !known.has(id)).map((id) => finding('unearned', `${id}: nobody asked for it`)),
    ...compareBalances(evidence, due),
    ...compareExternal(evidence),
    ...compareEffects(evidence),
    ...evidence.ledger.broken.map(({ invariant, detail }) => finding('invariant', `${invariant}: ${detail}`)),
    ...(evidence.ledger.openHolds > 0 ? [finding('hold', `${evidence.ledger.openHolds} holds are open`)] : []),
  ]
}

const finding = (fault: Fault, detail: string): Finding => ({ fault, detail })

const JOB_PRICE = 3_000_000

/** Micro-rupees that each intent must have cost: what its client was told; of a job, its price where it was done. */
function dueByRequest({ entries, jobs }: Pick<Evidence, 'entries' | 'jobs'>): ReadonlyMap<string, number> {
  const done = new Set([...jobs.values()].filter(({ end }) => end === 'done').map(({ id }) => id))
  return new Map(
    entries.map(({ intent: { requestId, thing }, standing, charged }) => [
      requestId,
      charged + (standing === 'answered' && done.has(thing) ? JOB_PRICE : 0),
    ]),
  )
}

function debitsByRequest(entries: readonly WalletEntry[]): ReadonlyMap<string, readonly WalletEntry[]> {
  const debits = new Map<string, WalletEntry[]>()
  for (const entry of entries) {
    if (entry.kind !== 'charge') continue
    const before = debits.get(entry.requestId)
    if (before) before.push(entry)
    else debits.set(entry.requestId, [entry])
  }
  return debits
}

interface Cost {
  readonly debits: readonly WalletEntry[]
  /** Micro-rupees. */
  readonly due: number
}

function compareEntry(entry: Entry, { debits, due }: Cost): readonly Finding[] {
  const { intent, standing } = entry
  const id = `${intent.kind} ${intent.requestId}`
  const told = (fault: Fault, what: string) => finding(fault, `${id}: ${what}`)
  const findings = [
    ...entry.differing.map(({ status, text }) => told('differing', `${status} ${text} after ${entry.stored?.text}`)),
    ...entry.unexpected.map(({ status, text }) => told('unexpected', `${status} ${text}`)),
  ]
  if (standing === 'open') findings.push(told('unresolved', `sent ${entry.sent} times`))
  const [debit] = debits
  if (debits.length > 1) findings.push(told('doubled', debits.map(({ transaction }) => transaction).join(', ')))
  else if (due > 0 && !debit) findings.push(told('lost', `${due} acknowledged or completed`))
  else if (debit && due === 0)
    findings.push(told('unearned', `${-debit.amount} in ${debit.transaction}, but it is ${standing}`))
  else if (debit && -debit.amount !== due)
    findings.push(told('amount', `${-debit.amount} charged, ${due} acknowledged or completed`))
  if (debit && debit.accountId !== intent.accountId) findings.push(told('unearned', `charged to ${debit.accountId}`))
  return findings
}

function compareBalances(
  { entries, credits, finalState, external }: Evidence,
  due: ReadonlyMap<string, number>,
): readonly Finding[] {
  const spent = new Map<string, number>()
  for (const { intent } of entries)
    spent.set(intent.accountId, (spent.get(intent.accountId) ?? 0) + (due.get(intent.requestId) ?? 0))
  return [...credits].flatMap(([accountId, credited]) => {
    const wallet = external
      ? { posted: external.available.get(accountId), held: 0 }
      : finalState.balances.get(accountId)
    const expected = credited - (spent.get(accountId) ?? 0)
    if (wallet?.posted === expected && wallet.held === 0) return []
    return finding('balance', `${accountId}: ${wallet?.posted} posted, ${wallet?.held} held, ${expected} expected`)
  })
}

function compareExternal({ external, finalState }: Evidence): readonly Finding[] {
  if (!external) return []
  const kept = [...finalState.balances].filter(([, { posted, held }]) => posted !== 0 || held !== 0)
  return [
    ...kept.map(([accountId, { posted, held }]) =>
      finding('balance', `${accountId}: ${posted} posted, ${held} held in the ledger, which keeps none of it`),
    ),
    ...external.reserved.map((reference) => finding('hold', `${reference}: reserved at the external wallet`)),
    ...external.tasks.map((task) => finding('task', task)),
  ]
}

function requestsByThing(upstream: readonly UpstreamRequest[]): ReadonlyMap<string, readonly UpstreamRequest[]> {
  const asked = new Map<string, UpstreamRequest[]>()
  for (const request of upstream) {
    if (request.operation === 'status') continue
    const before = asked.get(request.id)
    if (before) before.push(request)
    else asked.set(request.id, [request])
  }
  return asked
}

/** Each write has one effect in the world, its answer says which, and who answered had it from the upstream. */
function compareEffects({ entries, finalState, upstream, orders }: Evidence): readonly Finding[] {
  const asked = requestsByThing(upstream)
  const answered = new Set(
    finalState.calls.filter(({ phase }) => phase === 'answered').map(({ reference }) => reference),
  )
  return entries.flatMap(({ intent, standing, stored }) => {
    const requests = asked.get(intent.thing) ?? []
    const told = (what: string) => finding('effect', `${intent.kind} ${intent.requestId}: ${what}`)
    if (intent.kind === 'find') {
      const given = requests.some(({ behaviour }) => behaviour === 'answer')
      return standing === 'answered' && !given ? [told('answered without the upstream')] : []
    }
    const effects = [...new Set(requests.map(({ reference }) => reference))].filter((reference) =>
      orders.has(reference),
    )
    const findings = effects
      .filter((reference) => !answered.has(reference))
      .map((reference) => told(`${reference} was taken and is not answered`))
    if (effects.length > 1) findings.push(told(`taken ${effects.length} times`))
    const [reference = ''] = effects
    if (standing === 'answered' && !stored?.text.includes(orders.get(reference) ?? 'nothing'))
      findings.push(told('answered with another order'))
    return findings
  })
}
