import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** Requests counted, never by a scan (decisions.md section 11). */
export interface Usage {
  /** @param at Decides which day it is in Asia/Kolkata. */
  counts(accountId: string, environment: Environment, at: Date): Promise<{ today: number; total: number }>
}
/** The usage counters of a server. */
export const Usage = token<Usage>('core.usage')
