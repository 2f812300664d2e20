import { setFlagsFromString } from 'node:v8'

/**
 * Disables V8's allocation-site pretenuring for the process (docs/decisions/0038): from the long-lived objects of start-up V8 would
 * conclude that objects of calls are long-lived too, and allocate them in the old generation. For long-running commands, before the
 * first call.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
