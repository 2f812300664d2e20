import type { JobState } from '../rig/fake-upstream.ts'
import { compare, type Finding } from './compare.ts'
import { checkAftermath, tallyAftermath } from './crash-matrix.ts'
import type { Cause } from './crash-windows.ts'
import { type ExternalWalletState, readExternalWallet } from './external-wallet.ts'
import { type FinalState, readFinalState } from './final-state.ts'
import type { KillOptions } from './kill-options.ts'
import { awaitHolds, awaitTasks, callBackLate, replayOpen, replayStored } from './recovery.ts'
import { openTestBed, type TestBed } from './test-bed.ts'

/** What a run came to. */
export interface KillReport {
  readonly options: KillOptions
  readonly findings: readonly Finding[]
  readonly kills: number
  /** Crashes by cause, from the notes of the killed processes. */
  readonly crashes: ReadonlyMap<Cause, number>
  /** Windows that were not reached in time and tried again. */
  readonly missed: number
  /** Where the calls of the dead came to. */
  readonly aftermath: ReadonlyMap<string, number>
  /** Intents by how they stand in the end. */
  readonly standings: ReadonlyMap<string, number>
  /** Requests sent by clients. */
  readonly sent: number
  /** Requests without a definite answer, by why. */
  readonly losses: ReadonlyMap<string, number>
  /** Intents that were unacknowledged after the last kill. */
  readonly replayedOpen: number
  readonly replayedStored: number
  readonly upstreamRequests: number
  /** Writes that the upstream took. */
  readonly orders: number
  /** Of these, jobs by their end. */
  readonly jobs: ReadonlyMap<JobState, number>
  /** Wallets and entries that `ledger verify` looked at. */
  readonly ledger: { readonly wallets: number; readonly entries: number }
  /** Null: the ledger keeps the money. */
  readonly external: ExternalWalletState | null
  readonly seconds: number
}

/**
 * Kills servers under load, lets them recover, replays everything, and holds the journals against the final state (reliability.md
 * section 5, test 1). `buildServers` comes first.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const startedAt = performance.now()
  const testBed = await openTestBed(options)
  try {
    await killAll(testBed)
    const replayedOpen = await recover(testBed, options)
    const late = await callBackLate(testBed.upstream, options.callers)
    // Before stored answers are replayed: one that was lost would run again, and change the final state.
    const { finalState, ...report } = await judge(testBed, options)
    const stored = await replayStored(testBed.callers, { atATime: options.callers })
    const findings = [
      ...report.findings,
      ...late,
      ...stored.findings,
      ...(await judgeReplays(testBed, { ...report, finalState })),
    ]
    const seconds = (performance.now() - startedAt) / 1_000
    return { ...report, findings, replayedOpen, replayedStored: stored.replayed, seconds }
  } finally {
    await testBed.close()
  }
}

async function killAll({ funds, supervisor, callers, calm }: TestBed): Promise<void> {
  funds.begin()
  await supervisor.run()
  await callers.stop()
  await funds.stop()
  calm()
}

/** @returns How many ids had to be sent again. */
async function recover({ callers, database }: TestBed, options: KillOptions): Promise<number> {
  const { callers: atATime, progress = () => undefined } = options
  progress(`${callers.entries.length} intents so far; recovering`)
  const replayed = await replayOpen(callers, atATime)
  progress(`${replayed} unacknowledged ids replayed`)
  const open = await awaitHolds(database.knex)
  const tasks = await awaitTasks(database.knex)
  progress(`${open} holds and ${tasks} wallet tasks open; reading the final state, replaying every stored answer`)
  return replayed
}

type Judgement = Omit<KillReport, 'seconds' | 'replayedOpen' | 'replayedStored'> & { readonly finalState: FinalState }

async function judge(testBed: TestBed, options: KillOptions): Promise<Judgement> {
  const { database, operator, supervisor, callers, funds, upstream } = testBed
  const [finalState, ledger, notes] = [await readFinalState(database.knex), await operator.verify(), supervisor.notes()]
  const external = await externalOf(testBed)
  const { entries } = callers
  const { journal, orders, jobs } = upstream
  const aftermath = { notes, calls: finalState.calls, orders }
  const evidence = { entries, credits: funds.credits, finalState, external, upstream: journal, orders, jobs, ledger }
  return {
    options,
    finalState,
    findings: [...compare(evidence), ...checkAftermath(aftermath)],
    kills: supervisor.kills,
    crashes: count(notes.map(({ cause }) => cause)),
    missed: supervisor.missed,
    aftermath: tallyAftermath(aftermath),
    standings: count(entries.map(({ standing }) => standing)),
    sent: entries.reduce((total, { sent }) => total + sent, 0),
    losses: new Map(callers.losses),
    upstreamRequests: journal.length,
    orders: orders.size,
    jobs: count([...jobs.values()].map(({ end }) => end)),
    ledger: { wallets: ledger.wallets, entries: ledger.entries },
    external,
  }
}

const externalOf = async ({ database, wallet }: TestBed): Promise<ExternalWalletState | null> =>
  wallet && (await readExternalWallet(database.knex, wallet.knex))

/** What replays changed in the final state: nothing is allowed. */
async function judgeReplays(
  testBed: TestBed,
  { finalState, external }: Pick<Judgement, 'finalState' | 'external'>,
): Promise<readonly Finding[]> {
  const after = await readFinalState(testBed.database.knex)
  const posted = after.entries.length - finalState.entries.length
  const steps = ((await externalOf(testBed))?.steps ?? 0) - (external?.steps ?? 0)
  if (posted === 0 && steps === 0) return []
  return [{ fault: 'doubled', detail: `replays of stored answers made ${posted} postings and ${steps} steps` }]
}

function count<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
