import type { LedgerCheck } from '@parakh/core'
import type { MemoryParts } from './accounts.ts'
import { brokenInvariants } from './invariants.ts'

/** The ledger's checks in memory (docs/reference/reliability.md). */
export function memoryLedger({ tables, clock }: MemoryParts): LedgerCheck {
  return {
    verify: async (progress) => {
      const broken = brokenInvariants(tables, clock.now().getTime())
      progress?.(tables.wallets.size, tables.wallets.size)
      const open = [...tables.calls.values()].filter(({ phase }) => phase === 'held' || phase === 'dispatched')
      return {
        ok: broken.length === 0,
        wallets: tables.wallets.size,
        entries: tables.entries.length,
        openHolds: open.length,
        broken,
      }
    },
  }
}
