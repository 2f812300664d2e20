import { type BrokenInvariant, isParakhError, type Logger, type Store } from '@parakh/core'
import type { MoneyGate } from '../limits/money-gate.ts'

/** What guards the money. */
export interface MoneyGuard {
  readonly store: Pick<Store, 'ledger' | 'money'>
  readonly gate: MoneyGate
  readonly logger: Logger
  /** The id of this process. */
  readonly owner: string
}

const MOST_LOGGED = 5

/**
 * One round of the guard. Paid calls stop, in every process, when an invariant is broken; calls in flight end as they would have.
 * A round that fails says nothing about the money, and stops nothing.
 */
export async function guardMoney(guard: MoneyGuard): Promise<void> {
  await stopFor(guard, await guard.store.ledger.guard(guard.owner))
}

/** Closes what was written since the last period; entries that contradict themselves stop money. */
export async function closePeriods(guard: MoneyGuard): Promise<void> {
  try {
    await guard.store.ledger.close()
  } catch (error) {
    if (!isParakhError(error)) throw error
    // What was written since is guarded by no chain until it ends: somebody should look who holds it open.
    if (error.code === 'LEDGER_CLOSE_DELAYED') guard.logger.warn('ledger.close_delayed')
    else if (error.code === 'LEDGER_BROKEN') await stopFor(guard, [{ invariant: 'I10', detail: error.message }])
    else throw error
  }
}

async function stopFor({ store, gate, logger }: MoneyGuard, broken: readonly BrokenInvariant[]): Promise<void> {
  const [first] = broken
  if (!first) return
  for (const { invariant, detail } of broken.slice(0, MOST_LOGGED)) logger.error('ledger.broken', { invariant, detail })
  if (gate.refusal !== null) return
  await store.money.stop('stopped', `${first.invariant}: ${first.detail}`)
  await gate.look()
}
