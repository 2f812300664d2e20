import { setTimeout as wait } from 'node:timers/promises'
import { reply } from '../upstream/replies.ts'
import type { Trial } from './hostile-trial.ts'

/** Longer than any lease of a test host, in milliseconds. */
const PAST_THE_LEASE_MS = 60_000
/** Recovery runs every two seconds, over twenty calls at a time. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 50
/** A question that a slow machine did not end within the deadline is asked again when its lease has passed. */
const ASK_AGAIN_EVERY_MS = 3_000

/**
 * Whether writes whose outcome is unknown are released when their source says, at last, that they never arrived. Until then their
 * holds stay: that is what the caller is told.
 */
export async function checkUnknownWrites({ endpoint, operations, upstream, test }: Trial): Promise<readonly string[]> {
  const { host, store, account, clock } = test
  const wallet = async () => await store.wallet.balance(account.id, 'production')
  const held = async () => (await wallet()).held
  const before = await wallet()
  if (before.held === 0) return []
  for (const name of Object.keys(operations)) upstream.on(`/${name}/status`, reply.status(404))
  await host.start()
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
  const problems = after.held === 0 ? [] : [`${endpoint.id}: writes that never arrived still hold ${after.held}`]
  if (after.balance === before.balance) return problems
  return [...problems, `${endpoint.id}: writes that never arrived were charged ${before.balance - after.balance}`]
}
