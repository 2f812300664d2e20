import type { AnyFixture, Endpoint, Plugin } from '@parakh/core'
import type * as z from 'zod'

/** Every endpoint that asks a provider shows these (decisions.md section 6). */
const REQUIRED_SCENARIOS = ['success', 'not-found', 'upstream-failure', 'throttled']

/** Fictitious identities are impossible ones: they meet the shape of a schema and skip its checks (`refine`). */
function shapeIssues(schema: z.ZodType, value: unknown): readonly string[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return []
  return parsed.error.issues
    .filter(({ code }) => code !== 'custom')
    .map(({ path, message }) => `${path.join('.') || 'the whole'} ${message}`)
}

function checkRecords(endpoint: Endpoint, fixture: AnyFixture): readonly string[] {
  const operations = endpoint.uses?.operations ?? {}
  return Object.entries(fixture.records ?? {}).flatMap(([name, record]) => {
    const operation = operations[name]
    if (!operation) return [`it has a record of "${name}", which the endpoint does not ask`]
    if (record === null || record === undefined) return []
    return shapeIssues(operation.output, record).map((issue) => `its record of "${name}" does not fit: ${issue}`)
  })
}

function checkLater(endpoint: Endpoint, fixture: AnyFixture): readonly string[] {
  const write = Object.values(endpoint.uses?.operations ?? {}).find(({ effect }) => effect === 'write')
  return (fixture.asyncResults ?? []).flatMap((record) => {
    if (!write) return ['it has async results, and the endpoint makes no write']
    return shapeIssues(write.output, record).map((issue) => `its async result does not fit: ${issue}`)
  })
}

function checkFixture(endpoint: Endpoint, fixture: AnyFixture): readonly string[] {
  const { scenario, request } = fixture
  // A scenario of the plugin's own may show a request that is refused.
  const requests = REQUIRED_SCENARIOS.includes(scenario) ? shapeIssues(endpoint.request, request) : []
  const problems = [
    ...requests.map((issue) => `its request does not fit: ${issue}`),
    ...checkRecords(endpoint, fixture),
    ...checkLater(endpoint, fixture),
  ]
  return problems.map((problem) => `${endpoint.id}, fixture ${scenario}: ${problem}`)
}

/** Whether a plugin shows every branch, with requests and records that its own schemas take. */
export function checkFixtures({ definition }: Plugin): readonly string[] {
  return definition.endpoints.flatMap((endpoint) => {
    const shown = endpoint.fixtures.map(({ scenario }) => scenario)
    const required = endpoint.uses ? REQUIRED_SCENARIOS : ['success']
    const missing = required.filter((scenario) => !shown.includes(scenario))
    return [
      ...missing.map((scenario) => `${endpoint.id}: it has no fixture of the scenario ${scenario}`),
      ...endpoint.fixtures.flatMap((fixture) => checkFixture(endpoint, fixture)),
    ]
  })
}
