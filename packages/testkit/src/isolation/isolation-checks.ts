import type { Environment } from '@parakh/core'
import {
  asViewer,
  BRANCHES,
  type IsolationScene,
  idsOf,
  isInside,
  isRefusal,
  type Member,
  PLACES,
  PROBE,
} from './isolation-scene.ts'
import { idBearing, isForOperators, isRead, type OwnIds, subjectsOf } from './named-subjects.ts'

/** One promise, tried as one account. */
export interface IsolationCheck {
  readonly promise: string
  run(scene: IsolationScene, viewer: Member): Promise<readonly string[]>
}

const UNKNOWN = '00000000000000000000000000'
const unknownTo = (ids: OwnIds): OwnIds =>
  Object.fromEntries(Object.keys(ids).map((name) => [name, name === 'environment' ? PROBE : UNKNOWN]))
const below = (scene: IsolationScene, viewer: Member): readonly Member[] =>
  PLACES.filter((place) => isInside(viewer.place, place)).map((place) => scene.member(viewer.branch, place))

/** Accounts that a viewer must not see: of its own place and the lowest one in other branches, those above it, its siblings. */
function hiddenFrom(scene: IsolationScene, { branch, place }: Member): readonly Member[] {
  const [next = 0, third = 0] = [1, 2].map((step) => (branch + step) % BRANCHES.length)
  const ofOwn = PLACES.filter((other) => !isInside(place, other)).map((other) => scene.member(branch, other))
  return [scene.member(next, place), scene.member(third, 'customer'), ...ofOwn]
}

async function answersAlike(scene: IsolationScene, viewer: Member): Promise<readonly string[]> {
  const problems: string[] = []
  for (const operation of idBearing(scene.naming)) {
    const missing = await scene.ask(operation, unknownTo(viewer.own[PROBE]), asViewer(viewer))
    const expected = isForOperators(operation) ? 403 : 404
    if (missing.status !== expected)
      problems.push(
        `${operation.id} answers an unknown id with ${missing.status}: ${missing.text}. Allowed: ${expected}`,
      )
    for (const hidden of hiddenFrom(scene, viewer)) {
      const foreign = await scene.ask(operation, hidden.own[PROBE], asViewer(viewer))
      if (foreign.status !== missing.status || foreign.text !== missing.text)
        problems.push(
          `${operation.id} answers what a ${hidden.place} of branch ${hidden.branch} has otherwise than an unknown id: ${foreign.status} ${foreign.text}`,
        )
    }
  }
  return problems
}

async function opensNothing(scene: IsolationScene, viewer: Member): Promise<readonly string[]> {
  const problems: string[] = []
  const { account_id = '' } = viewer.own[PROBE]
  const mixed = idBearing(scene.naming).filter(
    (one) => Object.hasOwn(one.input.shape, 'account_id') && subjectsOf(scene.naming, one).length > 1,
  )
  for (const operation of mixed) {
    const missing = await scene.ask(operation, { ...unknownTo(viewer.own[PROBE]), account_id }, asViewer(viewer))
    for (const hidden of hiddenFrom(scene, viewer)) {
      const foreign = await scene.ask(operation, { ...hidden.own[PROBE], account_id }, asViewer(viewer))
      if (foreign.status !== missing.status || foreign.text !== missing.text)
        problems.push(
          `${operation.id} of its own account opens what a ${hidden.place} has: ${foreign.status} ${foreign.text}`,
        )
    }
  }
  return problems
}

async function showsOwn(scene: IsolationScene, viewer: Member): Promise<readonly string[]> {
  const problems: string[] = []
  for (const operation of idBearing(scene.naming).filter(isRead))
    for (const other of below(scene, viewer)) {
      const { status, text } = await scene.ask(operation, other.own[PROBE], asViewer(viewer))
      const isHidden = status === 404 || (status === 403 && !isForOperators(operation))
      if (isHidden || status >= 500)
        problems.push(`${operation.id} of a ${other.place} is not shown: ${status} ${text}`)
    }
  return problems
}

async function tellsOfNobodyElse(scene: IsolationScene, viewer: Member): Promise<readonly string[]> {
  const problems: string[] = []
  const hidden = hiddenFrom(scene, viewer).flatMap(idsOf)
  for (const operation of scene.naming.operations.filter(isRead)) {
    const { status, text } = await scene.ask(operation, viewer.own[PROBE], asViewer(viewer))
    if (status >= 500) problems.push(`${operation.id}: ${status} ${text}`)
    if (!isRefusal(status) && hidden.some((id) => text.includes(id)))
      problems.push(`${operation.id} tells of another branch: ${text}`)
  }
  return problems
}

/** What is asked of one environment shows nothing of the other. */
async function keepsEnvironments(scene: IsolationScene, viewer: Member): Promise<readonly string[]> {
  const problems: string[] = []
  const asked = scene.naming.operations.filter((one) => isRead(one) && Object.hasOwn(one.input.shape, 'environment'))
  for (const operation of asked)
    for (const [environment, other] of bothWays) {
      const [own, hidden] = [viewer.own[environment], Object.values(viewer.own[other])]
      const { text, status } = await scene.ask(operation, own, asViewer(viewer))
      const shown = hidden.filter((id) => id.length >= 8 && !Object.values(own).includes(id) && text.includes(id))
      if (!isRefusal(status) && shown.length > 0)
        problems.push(`${operation.id} in ${environment} tells of ${other}: ${text}`)
    }
  return problems
}
const bothWays: readonly (readonly [Environment, Environment])[] = [
  ['sandbox', 'production'],
  ['production', 'sandbox'],
]

/** Whoever lacks the scope is refused, whatever else it has; the scope alone is enough, except for an account where it is for operators. */
async function keepsScopes(scene: IsolationScene, viewer: Member): Promise<readonly string[]> {
  const problems: string[] = []
  const { scopes } = scene.host
  const ids = unknownTo(viewer.own[PROBE])
  for (const operation of scene.naming.operations) {
    const { id, scope } = operation
    const has = (one: (typeof scopes)[number]): boolean =>
      one.id === scope?.id || one.includes.includes(scope?.id ?? '')
    const others = scopes.filter((one) => !has(one)).map((one) => one.id)
    const without = await scene.ask(operation, ids, { ...asViewer(viewer), scopes: others })
    if (scope === null ? without.status !== 403 : !isMissing(without))
      problems.push(`${id} runs without its scope: ${without.status} ${without.text}`)
    if (scope === null) continue
    const withIt = await scene.ask(operation, ids, { ...asViewer(viewer), scopes: [scope.id] })
    if (isMissing(withIt) !== (scope.for === 'operators'))
      problems.push(`${id} with ${scope.id} alone, which is for ${scope.for}: ${withIt.status} ${withIt.text}`)
  }
  return problems
}
const isMissing = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status === 403 && /SCOPE_MISSING|has not the scope/.test(text)

/** What is tried as each account. Nothing of it changes the scene unless a promise is broken. */
export const VIEWER_CHECKS: readonly IsolationCheck[] = [
  { promise: 'a foreign id and an unknown one are answered alike', run: answersAlike },
  { promise: 'an account of its own opens nothing of another', run: opensNothing },
  { promise: 'its own account and those below are visible', run: showsOwn },
  { promise: 'nothing that is read tells of another branch', run: tellsOfNobodyElse },
  { promise: 'what is read of one environment tells nothing of the other', run: keepsEnvironments },
  { promise: 'each operation needs its scope, and no other', run: keepsScopes },
]
