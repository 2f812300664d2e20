import {
  changesNobodyElse,
  changesOneEnvironment,
  type IsolationTrial,
  openTrial,
  showsOperators,
} from './isolation-changes.ts'
import { VIEWER_CHECKS } from './isolation-checks.ts'
import type { IsolationOptions } from './isolation-options.ts'
import { unknownSubjects } from './named-subjects.ts'

/** A promise about the whole host. */
export interface SceneCheck {
  readonly promise: string
  run(scene: IsolationTrial): Promise<readonly string[]>
}

/** Before the viewers. */
export const FIRST_CHECKS: readonly SceneCheck[] = [
  { promise: 'says what each of its operations touches', run: async ({ naming }) => unknownSubjects(naming) },
  { promise: 'is not in the way of an operator', run: showsOperators },
]
/** After the viewers: they write. */
export const LAST_CHECKS: readonly SceneCheck[] = [
  { promise: 'changes nothing of production where the sandbox is named', run: changesOneEnvironment },
  { promise: 'changes nothing of one branch by whatever another one writes', run: changesNobodyElse },
]

/**
 * Whether the operations of a host keep accounts, branches, environments and scopes apart. It walks over all of them as fifteen accounts of three
 * branches, each of which has one of all that can be named.
 *
 * @returns What is wrong; empty: nothing.
 * @example
 * expect(await checkIsolation({ host, of: ['notes'], subjects: { note_id: (host, { accountId }) => addNote(host, accountId) } })).toEqual([])
 */
export async function checkIsolation(options: IsolationOptions): Promise<readonly string[]> {
  const scene = await openTrial(options)
  const problems: string[] = []
  for (const { run } of FIRST_CHECKS) problems.push(...(await run(scene)))
  for (const { run } of VIEWER_CHECKS)
    for (const viewer of scene.members)
      problems.push(...(await run(scene, viewer)).map((one) => `${viewer.place} of branch ${viewer.branch}: ${one}`))
  for (const { run } of LAST_CHECKS) problems.push(...(await run(scene)))
  return problems
}
