import type { Environment, StagedWrites } from '@parakh/core'
import { copyWallet } from './copies.ts'
import type { Draft } from './draft.ts'

/** Whose an event is, and when it happened: milliseconds since 1970. */
interface EventOwner {
  readonly accountId: string
  readonly environment: Environment
  readonly at: number
}

/** Adds an event to the outbox, with the wallet's next sequence. */
export function emit(draft: Draft, of: EventOwner, event: StagedWrites['events'][number]): void {
  const wallet = draft.wallet(of)
  if (!wallet) return
  const sequence = wallet.eventSequence + 1
  const told = copyWallet(wallet)
  told.eventSequence = sequence
  draft.setWallet(told)
  const { accountId, environment, at } = of
  draft.rows.events.push({ ...event, accountId, environment, sequence, at })
}
