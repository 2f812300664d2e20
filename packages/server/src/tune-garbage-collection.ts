import { setFlagsFromString } from 'node:v8'

/**
 * Tells V8 to make the objects of calls where they die young. Without it V8 concludes from the start of a process, where much stays,
 * that objects of the same places in the code will stay later: it makes those of each call in the old heap, with all that they hold,
 * until a whole collection (docs/decisions/0038). It holds for the process, so only a program that owns its process calls it: `parakh serve`
 * and `parakh worker` do, `createServer` never. Call it before calls come.
 *
 * @example
 * import { createServer, tuneGarbageCollection } from '@parakh/server'
 *
 * tuneGarbageCollection()
 * const server = await createServer(config)
 * await server.listen()
 */
export function tuneGarbageCollection(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
