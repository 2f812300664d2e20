import { CONTRACT, type Endpoint, type Plugin } from '@parakh/core'
import * as z from 'zod'

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/
const PATH = /^(\/([A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\}))+$/
const MOUNT = /^(\/[A-Za-z0-9._~-]+)+$/

function jsonSchemaProblem(schema: z.ZodObject, io: 'input' | 'output'): string | null {
  try {
    z.toJSONSchema(schema, { io })
    return null
  } catch (thrown) {
    return `its ${io === 'input' ? 'request' : 'data'} has no JSON Schema: ${String(thrown)}`
  }
}

function checkEndpoint(endpoint: Endpoint): readonly string[] {
  const { id, path, summary, group, price, request, data } = endpoint
  const wrong: (string | null)[] = [
    ID.test(id) ? null : 'its id must be lower-case words joined by hyphens',
    PATH.test(path) ? null : `its path "${path}" must be segments such as /orders/{id}`,
    summary.trim() === '' ? 'it has no summary' : null,
    group.trim() === '' ? 'it has no group' : null,
    typeof price === 'function' || (Number.isSafeInteger(price) && price >= 0) ? null : 'its price is no amount',
    jsonSchemaProblem(request, 'input'),
    jsonSchemaProblem(data, 'output'),
  ]
  return wrong.flatMap((problem) => (problem === null ? [] : [`${id}: ${problem}`]))
}

/** What can be seen of a plugin without running it: its contract number, its ids and paths, and what its documents are made from. */
export function checkDefinition({ id, contract, definition }: Plugin): readonly string[] {
  const problems = definition.endpoints.flatMap(checkEndpoint)
  if (contract !== CONTRACT) problems.unshift(`the plugin is made for contract ${contract}, not ${CONTRACT}`)
  if (!ID.test(id)) problems.unshift(`the plugin's id "${id}" must be lower-case words joined by hyphens`)
  if (!MOUNT.test(definition.mount))
    problems.unshift(`the plugin's mount "${definition.mount}" must be a path such as /api/v1`)
  if (definition.endpoints.length === 0) problems.unshift('the plugin has no endpoint')
  return problems
}
