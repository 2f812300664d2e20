import { ENVIRONMENTS, type Environment, type Operation } from '@parakh/core'
import type { IsolationOptions } from './isolation-options.ts'
import { asViewer, BRANCHES, type IsolationScene, isolationScene, type Member, PROBE } from './isolation-scene.ts'
import { idBearing, isRead } from './named-subjects.ts'

/** What operators read of members, by operation, member and environment. */
type SceneState = ReadonlyMap<string, string>
/** A scene, and what one of its branches was before anybody tried anything. */
export interface IsolationTrial extends IsolationScene {
  readonly before: SceneState
}
interface Asked {
  readonly members: readonly Member[]
  readonly environments: readonly Environment[]
  isAsked(operation: Operation): boolean
}
async function stateOf(scene: IsolationScene, { members, environments, isAsked }: Asked): Promise<SceneState> {
  const state = new Map<string, string>()
  for (const operation of idBearing(scene.naming).filter((one) => isRead(one) && isAsked(one)))
    for (const { own, place, branch } of members)
      for (const environment of environments) {
        const { status, text } = await scene.ask(operation, own[environment], { operator: 'test' })
        state.set(`${operation.id} of the ${place} of branch ${branch} in ${environment}`, `${status} ${text}`)
      }
  return state
}
const differences = (before: SceneState, after: SceneState): readonly string[] =>
  [...before].flatMap(([name, text]) =>
    after.get(name) === text ? [] : [`changed: ${name}: ${text}; now: ${after.get(name)}`],
  )
const isStill = ({ naming }: IsolationScene, { id }: Operation): boolean => !naming.changing.includes(id)
const stateOfOthers = (scene: IsolationScene): Promise<SceneState> =>
  stateOf(scene, {
    ...{ members: scene.members.filter(({ branch }) => branch === 1), environments: ENVIRONMENTS },
    isAsked: (operation) => isStill(scene, operation),
  })

/** Fills a host for a trial. */
export async function openTrial(options: IsolationOptions): Promise<IsolationTrial> {
  const scene = await isolationScene(options)
  return { ...scene, before: await stateOfOthers(scene) }
}

/**
 * All that accounts of a branch write, of their own, of others, and of both at once, changes nothing of another branch. It leaves the scene in
 * ruins.
 */
export async function changesNobodyElse(scene: IsolationTrial): Promise<readonly string[]> {
  const problems: string[] = []
  const viewers = scene.members.filter(({ branch }) => branch === 0).reverse()
  for (const viewer of viewers)
    for (const operation of scene.naming.operations.filter((one) => !isRead(one))) {
      const ids = viewer.own[PROBE]
      const foreign = scene.member(1, viewer.place).own[PROBE]
      for (const given of [foreign, { ...foreign, account_id: ids['account_id'] ?? '' }, ids]) {
        const { status, text } = await scene.ask(operation, given, asViewer(viewer))
        if (status >= 500) problems.push(`${operation.id}: ${status} ${text}`)
      }
    }
  return [...problems, ...differences(scene.before, await stateOfOthers(scene))]
}

/** What is written in the sandbox changes nothing of production. */
export async function changesOneEnvironment(scene: IsolationScene): Promise<readonly string[]> {
  const viewer = scene.member(2, 'retailer')
  const isOfOne = ({ input }: Operation): boolean => Object.hasOwn(input.shape, 'environment')
  const isAsked = (one: Operation): boolean => isOfOne(one) && isStill(scene, one)
  const production = () => stateOf(scene, { members: [viewer], environments: ['production'], isAsked })
  const before = await production()
  for (const operation of scene.naming.operations.filter((one) => !isRead(one) && isOfOne(one)))
    await scene.ask(operation, viewer.own.sandbox, asViewer(viewer))
  return differences(before, await production())
}

/** Operators see what accounts have. */
export async function showsOperators(scene: IsolationScene): Promise<readonly string[]> {
  const members = BRANCHES.map((branch) => scene.member(branch, 'retailer'))
  const state = await stateOf(scene, { members, environments: [PROBE], isAsked: () => true })
  return [...state].flatMap(([name, text]) => (/^(401|403|404|5..) /.test(text) ? [`${name}: ${text}`] : []))
}
