/**
 * What operators and accounts can do on every host.
 *
 * @packageDocumentation
 */
import type { Operation } from '@parakh/core'
import { getThreshold } from './thresholds/get-threshold.ts'
import { setThreshold } from './thresholds/set-threshold.ts'

export { getThreshold, setThreshold }

/** The operations of the platform: core's own on every host. */
export const platformOperations: readonly Operation[] = [getThreshold, setThreshold]
