import { token } from '../token.ts'

/** Counts what sources are asked in a day in India, over all processes, for those whose entry of `live` has a `dailyCap`. */
export interface SourceCaps {
  /**
   * Whether a source may be asked once more today. One that may counts as being asked until `leave`.
   *
   * @param source `pan/acme`.
   * @returns A promise where the counts of other processes must be read first.
   */
  enter(source: string): boolean | Promise<boolean>
  leave(source: string): void
}
/** The caps of a server's sources. */
export const SourceCaps = token<SourceCaps>('core.source-caps', { broughtBy: '@parakh/resale' })
