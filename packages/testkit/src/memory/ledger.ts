import { hasHold, type LedgerCheck, type MoneyState, type MoneySwitch } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import type { MemoryParts } from './account-tree.ts'
import { brokenInvariants } from './invariants.ts'

/** The ledger's checks in memory (docs/reference/reliability.md). Nothing outlives the process, so there are no periods. */
export function memoryLedger({ tables, clock }: MemoryParts): LedgerCheck {
  return {
    verify: async (progress) => {
      const broken = brokenInvariants(tables, clock.now().getTime())
      progress?.(tables.wallets.size, tables.wallets.size)
      const open = [...tables.calls.values()].filter(hasHold)
      return {
        ok: broken.length === 0,
        wallets: tables.wallets.size,
        entries: tables.entries.length,
        openHolds: open.length,
        periods: 0,
        head: null,
        broken,
      }
    },
    close: async () => null,
    head: async () => null,
    guard: async () => brokenInvariants(tables, clock.now().getTime()).filter(({ invariant }) => invariant !== 'I7'),
    archive: async () => {
      throw testkitErrors.error('FILE_NOT_SUPPORTED', { what: 'archived' })
    },
  }
}

/** Whether money moves, in the processes that share these tables. */
export function memoryMoney({ tables, clock }: MemoryParts): MoneySwitch {
  const set = async (state: Omit<MoneyState, 'since' | 'lost'> & { readonly lost?: MoneyState['lost'] }) => {
    tables.money = { lost: tables.money.lost, ...state, since: clock.now() }
    return tables.money
  }
  return {
    state: async () => tables.money,
    stop: async (mode, reason) =>
      mode === 'stopped' && tables.money.mode !== 'on' ? tables.money : await set({ mode, reason }),
    resume: (reason, { lost } = {}) => set({ mode: 'on', reason, ...(lost ? { lost } : {}) }),
  }
}
