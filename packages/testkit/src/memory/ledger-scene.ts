import {
  type LedgerOperation,
  MICRO_RUPEES_PER_PAISA,
  type Money,
  micro,
  type Quote,
  type WalletState,
} from '@parakh/core'
import type { LedgerParty } from './ledger-parties.ts'
import type { LedgerStep } from './ledger-steps.ts'
import type { MemoryTables } from './memory-tables.ts'

/** What a step reads of its run. */
export interface RunState {
  readonly tables: MemoryTables
  readonly fundings: readonly (Pick<WalletState, 'accountId' | 'environment'> & {
    readonly reference: string
    readonly amount: Money
  })[]
  /** Milliseconds since 1970. */
  readonly at: number
  readonly quote: Pick<Quote, 'price' | 'legs'> & { readonly priceVersion: string }
  nextId(of: string): string
}
/** Where a step is taken. */
export interface Scene {
  readonly run: RunState
  readonly party: LedgerParty
  readonly step: LedgerStep
}
/** Makes the operation of a step; null: there is nothing to do. */
export type Make = (scene: Scene) => LedgerOperation | null

/** So many paise. */
export const paise = (count: number): Money => micro(count * MICRO_RUPEES_PER_PAISA)
/** Whose wallet the step is of, and when. */
export const ofParty = ({ run, party: { account, key } }: Scene) =>
  ({ accountId: account.id, environment: key.environment, at: run.at }) as const
