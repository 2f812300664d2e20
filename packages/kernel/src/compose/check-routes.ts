import type { ConfigurationFault, Route } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { type MountedPlugin, shapeOfPath } from './check-endpoints.ts'
import type { PlacedPart } from './placed-part.ts'

const PATH =
  /^\/[A-Za-z0-9._~-]+(\/([A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\}))*(\/\{[A-Za-z_][A-Za-z0-9_]*\.\.\.\})?$/
const MOST_BODY_BYTES = 10_485_760

/** What is wrong with one route by itself. */
function problemsOf({ path, bodyLimitBytes }: Route, ownPaths: readonly string[]): readonly string[] {
  const [, first = ''] = path.split('/')
  const problems: string[] = []
  const say = (wrong: boolean, text: string) => void (wrong && problems.push(text))
  say(!PATH.test(path), `the path "${path}" must be segments such as /gateways/{gateway}/callback, the first one fixed`)
  say(ownPaths.includes(first), `the path "${path}" begins as the server's own do. Allowed: not ${ownPaths.join(', ')}`)
  const isSize = Number.isInteger(bodyLimitBytes) && bodyLimitBytes >= 1 && bodyLimitBytes <= MOST_BODY_BYTES
  say(!isSize, `bodyLimitBytes must be a whole number from 1 to ${MOST_BODY_BYTES}`)
  return problems
}

/** What is wrong with the routes of all plugins: each by itself, beside the others, and beside the endpoints. */
export function checkRoutes(
  routes: readonly PlacedPart<Route>[],
  { endpoints, ownPaths }: { readonly endpoints: readonly MountedPlugin[]; readonly ownPaths: readonly string[] },
): readonly ConfigurationFault[] {
  const faults: ConfigurationFault[] = []
  const ids = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const { plugin, mount } of endpoints)
    for (const { method, path } of plugin.definition.endpoints)
      paths.set(shapeOfPath(method, `${mount}${path}`), plugin.id)
  for (const { plugin, path: at, part } of routes) {
    const { id, method, path } = part
    for (const detail of problemsOf(part, ownPaths))
      faults.push(kernelErrors.fault('ROUTE_INVALID', at, { id, detail }))
    const owner = ids.get(id)
    const detail = `both "${owner}" and "${plugin}" have one of this id. Allowed: each id once`
    if (owner !== undefined) faults.push(kernelErrors.fault('ROUTE_INVALID', at, { id, detail }))
    ids.set(id, plugin)
    const shape = shapeOfPath(method, path)
    const first = paths.get(shape)
    if (first !== undefined)
      faults.push(kernelErrors.fault('ROUTE_CONFLICT', at, { method, path, first, second: plugin }))
    paths.set(shape, plugin)
  }
  return faults
}
