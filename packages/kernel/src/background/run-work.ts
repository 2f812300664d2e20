import { errorFacts, type Work } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import { RetentionTime } from '../time/retention-time.ts'
import type { Background } from './background.ts'

/** Work of a plugin, with its services. */
export interface HostedWork {
  readonly work: Work
  readonly services: Readonly<Record<string, unknown>>
}

/**
 * Begins what plugins do beside calls.
 *
 * @param given `signal`: aborted when the host stops.
 * @returns Ends what goes on by itself.
 */
export function beginWork(
  all: readonly HostedWork[],
  {
    background,
    parts,
    signal,
  }: { readonly background: Background; readonly parts: CallParts; readonly signal: AbortSignal },
): readonly (() => Promise<void>)[] {
  const { moneyGate: gate, clock } = parts
  const retention = new RetentionTime(clock)
  const context = {
    signal,
    inRecovery: () => gate.inRecovery,
    expiredBefore: (keptMs: number) => retention.at() - keptMs,
  }
  return all.flatMap(({ work, services }) => {
    const run = async () => work.run({ ...context, services })
    const { id: name, everyMs, inRecovery } = work
    if (everyMs !== null) {
      background.begin({
        ...{ name, everyMs },
        run: async () => {
          if (inRecovery || !gate.inRecovery) await run()
        },
      })
      return []
    }
    const end = work.run({ ...context, services })
    if (typeof end !== 'function') return []
    return async () => {
      try {
        await end()
      } catch (error) {
        parts.logger.error('background.failed', { task: name, ...errorFacts(error) })
      }
    }
  })
}
