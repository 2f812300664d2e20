import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_CHECKS, LAST_CHECKS } from '../isolation/check-isolation.ts'
import { type IsolationTrial, openTrial } from '../isolation/isolation-changes.ts'
import { VIEWER_CHECKS } from '../isolation/isolation-checks.ts'
import type { IsolationOptions } from '../isolation/isolation-options.ts'
import { BRANCHES, PLACES } from '../isolation/isolation-scene.ts'

/** Opens a host on a database of its own, and closes both. */
export interface IsolationBench extends IsolationOptions {
  close(): Promise<void>
}

/**
 * The suite of operations: see `checkIsolation`. Each plugin with operations passes it.
 *
 * @param name What is tried: `notes`.
 * @example
 * testIsolation('notes', async () => {
 *   const { host, close } = await createServer(config)
 *   return { host, close, of: ['notes'], subjects: { note_id: (host, { accountId }) => addNote(host, accountId) } }
 * })
 */
export function testIsolation(name: string, open: () => Promise<IsolationBench>): void {
  describe(`isolation of ${name}`, () => {
    let bench: IsolationBench
    let scene: IsolationTrial
    beforeAll(async () => {
      bench = await open()
      scene = await openTrial(bench)
    })
    afterAll(async () => bench?.close())

    it.each(FIRST_CHECKS)('$promise', async ({ run }) => expect(await run(scene)).toEqual([]))
    const viewers = BRANCHES.flatMap((branch) => PLACES.map((place) => ({ branch, place })))
    describe.each(viewers)('as a $place of branch $branch', ({ branch, place }) => {
      it.each(VIEWER_CHECKS)('$promise', async ({ run }) =>
        expect(await run(scene, scene.member(branch, place))).toEqual([]),
      )
    })
    it.each(LAST_CHECKS)('$promise', async ({ run }) => expect(await run(scene)).toEqual([]))
  })
}
