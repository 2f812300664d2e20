import { setTimeout as wait } from 'node:timers/promises'
import { reply } from '../upstream/replies.ts'
import type { Trial } from './hostile-trial.ts'
import { heldForResults } from './pending-calls.ts'

/** Longer than a write keeps its hold before its status is queried again, in milliseconds. */
const PAST_THE_LEASE_MS = 3_660_000
/** Recovery runs every two seconds, over twenty calls at a time. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 50
/** A question that a slow machine did not end within the deadline is asked again when its lease has passed. */
const ASK_AGAIN_EVERY_MS = 3_000

/**
 * Whether writes whose outcome is unknown are released when their source says, at last, that they never arrived. Until then their
 * holds stay. Holds of calls that are charged on completion are not among them: they wait for their results.
 */
export async function checkUnknownWrites(trial: Trial): Promise<readonly string[]> {
  const { endpoint, operations, upstream, test } = trial
  const { store, account, clock } = test
  const wallet = async () => await store.wallet.balance(account.id, 'production')
  const held = async () => (await wallet()).held - heldForResults(trial)
  for (const name of Object.keys(operations)) upstream.on(`/${name}/status`, reply.status(404))
  const before = await wallet()
  if ((await held()) === 0) return []
  await trial.start()
  clock.advance(PAST_THE_LEASE_MS)
  const until = performance.now() + PATIENCE_MS
  let askAgainAt = performance.now() + ASK_AGAIN_EVERY_MS
  while ((await held()) > 0 && performance.now() < until) {
    await wait(LOOK_EVERY_MS)
    if (performance.now() < askAgainAt) continue
    clock.advance(PAST_THE_LEASE_MS)
    askAgainAt = performance.now() + ASK_AGAIN_EVERY_MS
  }
  const after = await wallet()
  const left = await held()
  const problems = left === 0 ? [] : [`${endpoint.id}: writes that never arrived still hold ${left}`]
  if (after.balance === before.balance) return problems
  return [...problems, `${endpoint.id}: writes that never arrived were charged ${before.balance - after.balance}`]
}
