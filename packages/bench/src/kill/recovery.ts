import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { inParallel } from '../rig/caller.ts'
import type { FakeUpstream } from '../rig/fake-upstream.ts'
import type { Callers } from './callers.ts'
import type { Finding } from './compare.ts'
import { countOpenTasks } from './external-wallet.ts'
import { countOpenHolds } from './final-state.ts'
import type { Entry } from './journal.ts'

const PAUSE_MS = 500
/**
 * A hold lasts 30 s and the sweep comes every 2 s; a write that is looked into again lasts another 30 s. Tries are counted and not
 * time, so that a machine that stands still for a while is no fault of the servers.
 */
const MOST_TRIES = 360

/** What sends intents again. */
type Sender = Pick<Callers, 'entries' | 'send'>

/** Sends each unacknowledged intent again, as many times as it takes, until it is answered definitely. */
export async function replayOpen(callers: Callers, atATime: number): Promise<number> {
  const open = callers.entries.filter(({ standing }) => standing === 'open')
  await inParallel(open.length, atATime, async (index) => {
    const entry = open[index]
    if (entry) await replayUntilAnswered(callers, entry)
  })
  return open.length
}

async function replayUntilAnswered(callers: Callers, entry: Entry): Promise<void> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    entry.renew()
    await callers.send(entry)
    if (entry.standing !== 'open') return
    await sleep(PAUSE_MS)
  }
}

/** Waits until no hold is open. @returns How many are, in the end. */
export const awaitHolds = (knex: Knex): Promise<number> => awaitNone(() => countOpenHolds(knex))

/** Waits until the external wallet was told everything. @returns How many tasks are open, in the end. */
export const awaitTasks = (knex: Knex): Promise<number> => awaitNone(() => countOpenTasks(knex))

async function awaitNone(count: () => Promise<number>): Promise<number> {
  let open = await count()
  for (let tried = 0; open > 0 && tried < MOST_TRIES; tried += 1) {
    await sleep(PAUSE_MS)
    open = await count()
  }
  return open
}

/** Says of every job that was given up that it is done: too late, so it must move no money. @returns Callbacks that nobody took. */
export async function callBackLate(
  { jobs, callBack }: Pick<FakeUpstream, 'jobs' | 'callBack'>,
  atATime: number,
): Promise<readonly Finding[]> {
  const silent = [...jobs.values()].filter(({ end }) => end === 'begun')
  const findings = await inParallel(silent.length, atATime, async (index): Promise<readonly Finding[]> => {
    const job = silent[index]
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      if (!job || (await callBack(job))) return []
      await sleep(PAUSE_MS)
    }
    return [{ fault: 'unresolved', detail: `${job?.id}: nobody took its late result` }]
  })
  return findings.flat()
}

/** Asks for every stored answer once more: the same bytes, marked as a replay. */
export async function replayStored(
  callers: Sender,
  { atATime, pauseMs = PAUSE_MS }: { readonly atATime: number; readonly pauseMs?: number },
): Promise<{ readonly replayed: number; readonly findings: readonly Finding[] }> {
  const stored = callers.entries.filter((entry) => entry.stored !== null)
  const findings = await inParallel(stored.length, atATime, async (index): Promise<readonly Finding[]> => {
    const entry = stored[index]
    return entry ? await replayOne(callers, entry, pauseMs) : []
  })
  return { replayed: stored.length, findings: findings.flat() }
}

async function replayOne(callers: Sender, entry: Entry, pauseMs: number): Promise<readonly Finding[]> {
  const { storedSeen, markedSeen } = entry
  const differed = entry.differing.length
  const losses = await sendUntilDefinite(callers, entry, pauseMs)
  const wrong = (what: string): readonly Finding[] => [
    { fault: 'differing', detail: `${entry.intent.requestId}: ${what}` },
  ]
  if (losses.length >= MOST_TRIES) return wrong(`its stored answer did not come: ${describe(losses)}`)
  if (entry.storedSeen === storedSeen) return wrong('its stored answer is gone: it was refused')
  if (entry.markedSeen === markedSeen) return wrong('answered anew, not replayed')
  return entry.differing.length > differed ? wrong('replayed as another answer') : []
}

/**
 * A replay may be lost as any request may: the server cuts a connection that nobody used for 72 s while something is sent on it, the
 * database is away, the machine stands still. A client asks again then.
 *
 * @returns What came in place of a definite answer, in order.
 */
async function sendUntilDefinite(callers: Sender, entry: Entry, pauseMs: number): Promise<readonly string[]> {
  const losses: string[] = []
  for (let loss = await callers.send(entry); loss !== null; loss = await callers.send(entry)) {
    losses.push(loss)
    if (losses.length >= MOST_TRIES) break
    await sleep(pauseMs)
  }
  return losses
}

const describe = (losses: readonly string[]): string =>
  [...new Set(losses)].map((loss) => `${losses.filter((one) => one === loss).length} times ${loss}`).join(', ')
