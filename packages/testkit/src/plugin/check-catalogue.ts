import type { PublishedEndpoint, ScenarioEntry } from '@parakh/kernel'
import type { TestHost } from '../host/create-test-host.ts'
import { type CatalogueReply, type CatalogueRequest, requestOf, send } from './catalogue-call.ts'

/** How a call of each standard scenario must end. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  success: ['answer'],
  'not-found': ['none'],
  'upstream-failure': ['failed'],
  throttled: ['failed', 'refused'],
}

/** Whether a body is what its endpoint's envelope and data promise. */
function checkBody({ endpoint, envelope }: PublishedEndpoint, { response, body }: CatalogueReply): readonly string[] {
  const answered = response.status < 300
  const own = (answered ? envelope.success : envelope.failure).safeParse(body)
  const nested = envelope.data === 'nested' ? (body as { data?: unknown } | null)?.data : body
  const data = answered ? endpoint.data.safeParse(nested) : null
  return [
    ...(own.success ? [] : [`its body does not meet the envelope ${envelope.name}: ${own.error.message}`]),
    ...(data === null || data.success ? [] : [`its data does not meet the endpoint's schema: ${data.error.message}`]),
  ]
}

function checkMoney(hosted: PublishedEndpoint, entry: ScenarioEntry, reply: CatalogueReply): readonly string[] {
  const { response, spent, logged } = reply
  const { amount, tiers } = hosted.price
  const problems: string[] = []
  if (response.charged !== spent) problems.push(`it says that it charged ${response.charged}, and took ${spent}`)
  if (logged !== null && logged !== spent) problems.push(`the usage log says ${logged}, and it took ${spent}`)
  if (entry.charged !== spent > 0) problems.push(`the catalogue says charged: ${entry.charged}, and it took ${spent}`)
  if (response.outcome !== 'answer' && spent !== 0) problems.push(`it ended ${response.outcome} and took ${spent}`)
  const tier = tiers.find(({ name }) => name === entry.tier)?.amount ?? null
  if (spent !== 0 && tier !== null && (tier === 0 || spent % tier !== 0))
    problems.push(`a unit of its tier ${entry.tier} costs ${tier}, and it took ${spent}`)
  if (spent !== 0 && amount !== null && spent !== amount) problems.push(`its price is ${amount}, and it took ${spent}`)
  return problems
}

function checkReply(hosted: PublishedEndpoint, entry: ScenarioEntry, reply: CatalogueReply): readonly string[] {
  const { status, code, outcome } = reply.response
  const problems = [...checkBody(hosted, reply), ...checkMoney(hosted, entry, reply)]
  if (status !== entry.status || code !== entry.code)
    problems.push(`the catalogue says ${entry.status} ${String(entry.code)}, it answered ${status} ${String(code)}`)
  const allowed = OUTCOMES[entry.scenario]
  if (allowed && !allowed.includes(outcome))
    problems.push(`a call of this scenario ends ${allowed.join(' or ')}, it ended ${outcome} with ${String(code)}`)
  return problems
}

/** What is kept is sent again as it was, for nothing; what failed runs again. */
function checkAgain(hosted: PublishedEndpoint, first: CatalogueReply, again: CatalogueReply): readonly string[] {
  const { outcome } = first.response
  const kept =
    (outcome === 'answer' || outcome === 'none') && hosted.endpoint.replay !== false && hosted.auth.accepts.length > 0
  const problems = again.spent === 0 ? [] : [`the same request id again took ${again.spent}`]
  if (!kept) return problems
  if (again.response.outcome !== 'replay')
    problems.push(`the same request id again ended ${again.response.outcome}, not replayed`)
  if (!Buffer.from(first.response.body).equals(Buffer.from(again.response.body)))
    problems.push('the same request id again answered other bytes')
  return problems
}

/** The same call without HTTP comes to the same. */
async function checkDirect(
  test: TestHost,
  request: CatalogueRequest,
  first: CatalogueReply,
): Promise<readonly string[]> {
  const { hosted, params, fields, requestId, scenario, consentRef } = request
  const options = {
    requestId,
    ...(scenario === undefined ? {} : { scenario }),
    ...(consentRef === undefined ? {} : { consentRef }),
  }
  const { status } = await test.host.call(hosted.endpoint.id, { ...fields, ...params }, test.keys.sandbox, options)
  return status === first.response.status
    ? []
    : [`host.call answered ${status}, where the request was answered ${first.response.status}`]
}

async function checkAsListed(
  test: TestHost,
  hosted: PublishedEndpoint,
  entry: ScenarioEntry,
): Promise<readonly string[]> {
  const request = requestOf(hosted, entry, `${entry.endpoint}.${test.store.tables.usage.length}`)
  const first = await send(test, request)
  const again = await send(test, request)
  return [
    ...checkReply(hosted, entry, first),
    ...checkAgain(hosted, first, again),
    ...(await checkDirect(test, request, first)),
  ]
}

async function checkByName(
  test: TestHost,
  hosted: PublishedEndpoint,
  entry: ScenarioEntry,
): Promise<readonly string[]> {
  const request = requestOf(hosted, entry, `${entry.endpoint}.${test.store.tables.usage.length}`)
  const reply = await send(test, { ...request, scenario: entry.scenario })
  return checkReply(hosted, entry, reply)
}

async function checkEntries(test: TestHost, check: typeof checkAsListed): Promise<readonly string[]> {
  const problems: string[] = []
  const published = await test.host.published()
  for (const entry of await published.scenarios()) {
    const hosted = published.endpoints.find(({ endpoint }) => endpoint.id === entry.endpoint)
    const found = hosted ? await check(test, hosted, entry) : ['it is in the catalogue, and not among the endpoints']
    problems.push(...found.map((problem) => `${entry.endpoint}, scenario ${entry.scenario}: ${problem}`))
  }
  const { broken } = await test.store.ledger.verify()
  return [...problems, ...broken.map(({ invariant, detail }) => `the ledger broke ${invariant}: ${detail}`)]
}

/** Tiers by which no answer of the catalogue is sold: nobody has seen that their price works. */
async function unsoldTiers(test: TestHost): Promise<readonly string[]> {
  const { endpoints, scenarios } = await test.host.published()
  const entries = await scenarios()
  return endpoints.flatMap(({ endpoint, price }) =>
    price.tiers
      .filter(({ name }) => !entries.some((entry) => entry.endpoint === endpoint.id && entry.tier === name))
      .map(({ name }) => `${endpoint.id}: no fixture is answered by the tier ${name}`),
  )
}

/**
 * Runs the whole catalogue of a host in its sandbox: each entry as it stands, and again with the same request id. Each tier of an
 * endpoint must be sold by one of them.
 */
export const checkCatalogue = async (test: TestHost): Promise<readonly string[]> => [
  ...(await unsoldTiers(test)),
  ...(await checkEntries(test, checkAsListed)),
]

/** Runs the whole catalogue of a host by X-Sandbox-Scenario. */
export const checkScenarioHeader = (test: TestHost): Promise<readonly string[]> => checkEntries(test, checkByName)
