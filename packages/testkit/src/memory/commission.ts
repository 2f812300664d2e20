import type { CommissionLedger } from '@parakh/core'
import { notInMemory } from './not-in-memory.ts'

/** Commission of a store in memory: there is none, so there is nothing to roll up or to settle either. */
export function memoryCommission(): CommissionLedger {
  const { totals, convert, month } = notInMemory<CommissionLedger>('commission')
  const settle = async () => ({ transferred: 0, recovered: 0 })
  return { totals, convert, month, settle, rollUp: async () => 0 }
}
