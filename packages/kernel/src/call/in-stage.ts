import type { TracedStage } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'

/** Runs a stage of a call; where a tracer is configured it measures it. */
export const inStage = <T>(
  { tracer }: Pick<CallParts, 'tracer'>,
  name: TracedStage,
  work: () => Promise<T>,
): Promise<T> => (tracer === null ? work() : tracer.stage(name, work))
