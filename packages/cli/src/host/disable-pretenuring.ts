import { setFlagsFromString } from 'node:v8'

/**
 * Disables V8's allocation-site pretenuring, for the process (docs/decisions/0038): V8 would conclude from the start of a server, where much
 * stays, that the objects of calls stay too, and would make them in the old heap until a whole collection. For commands that run on, before calls come.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
