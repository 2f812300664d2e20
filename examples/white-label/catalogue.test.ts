import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type ServedSandbox, servedSandbox, type TestAccount } from './served-sandbox.ts'

const Fields = z.record(z.string(), z.unknown())
const Catalogue = z.object({
  scenarios: z.array(
    z.object({
      endpoint: z.string(),
      method: z.enum(['GET', 'POST']),
      path: z.string(),
      scenario: z.string(),
      request: z.object({
        query: Fields.default({}),
        body: Fields.optional(),
        headers: z.record(z.string(), z.string()).default({}),
      }),
      status: z.int(),
      code: z.string().nullable(),
      charged: z.boolean(),
    }),
  ),
})
type Entry = z.output<typeof Catalogue>['scenarios'][number]
const Media = z.object({ schema: Fields, examples: z.record(z.string(), z.object({ value: Fields })).default({}) })
const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
  'x-price': z.object({ amount: z.number().optional(), computed: z.literal(true).optional() }),
  responses: z.record(z.string(), z.object({ content: z.object({ 'application/json': Media }) })),
})
type Operation = z.output<typeof Operation>
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** So few that a balance is read before results of the sandbox, two seconds later, can give money back. */
const AT_ONCE = 8

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)

let sandbox: ServedSandbox
let entries: readonly Entry[]
let operations: ReadonlyMap<string, Operation>
beforeAll(async () => {
  sandbox = await servedSandbox()
  entries = Catalogue.parse(await sandbox.fetchJson('/sandbox/scenarios')).scenarios
  const { paths } = Document.parse(await sandbox.fetchJson('/openapi.json'))
  const all = Object.values(paths).flatMap((methods) => Object.values(methods))
  operations = new Map(all.map((operation) => [operation.operationId, operation]))
})
afterAll(() => sandbox[Symbol.asyncDispose]())

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
  /** By how much the wallet fell, in paise. */
  readonly spent: number
}

/** Sends an entry as it stands; the caller adds its credentials, which the document asks for. */
async function send(entry: Entry, operation: Operation, account: TestAccount): Promise<Answer> {
  const { method, path, request } = entry
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query)) query.set(name, String(value))
  if (operation.parameters.some(({ name, required }) => name === 'api_key' && required))
    query.set('api_key', account.apiKey)
  const before = await account.paise()
  const answer = await fetch(`${sandbox.url}${path}?${query}`, {
    method,
    headers: { ...account.headers, ...request.headers, 'x-request-id': 'the-request' },
    ...(request.body ? { body: JSON.stringify(request.body) } : {}),
  })
  const body = Fields.parse(await answer.json())
  return { status: answer.status, headers: answer.headers, body, spent: before - (await account.paise()) }
}

/** What a body says that it cost, in paise, wherever its envelope says it; null where it does not. */
function statedCharge({ meta, charged, amount }: Answer['body']): number | null {
  const stated = z.object({ charged: z.number() }).safeParse(meta).data?.charged ?? charged ?? amount
  return stated === undefined ? null : Math.round(Number(stated) * 100)
}

/** What a fault says of its code: the code itself, or the text that the document gives for it. */
function codeProblems({ code, status }: Entry, operation: Operation, { body }: Answer): string[] {
  const stated = z.object({ code: z.string() }).safeParse(body['error']).data?.code
  if (stated !== undefined || code === null) return stated === (code ?? undefined) ? [] : [`its code is ${stated}`]
  const documented = operation.responses[status]?.content['application/json'].examples[code]?.value['message']
  return body['message'] === documented ? [] : [`it says "${body['message']}", and the document "${documented}"`]
}

function schemaProblems({ responses }: Operation, { status, body }: Answer): string[] {
  const schema = responses[status]?.content['application/json'].schema
  if (!schema) return [`the document has no response ${status}`]
  const valid = ajv.compile(schema)
  return valid(body) ? [] : [`its body does not meet the document: ${ajv.errorsText(valid.errors)}`]
}

function moneyProblems(entry: Entry, operation: Operation, { body, spent }: Answer): string[] {
  const [stated, { amount }] = [statedCharge(body), operation['x-price']]
  const price = amount === undefined ? null : Math.round(amount * 100)
  const problems: string[] = []
  if (entry.charged !== spent > 0)
    problems.push(`the catalogue says charged: ${entry.charged}, and ${spent} were taken`)
  if (stated !== null && stated !== spent) problems.push(`it says that it cost ${stated}, and ${spent} were taken`)
  if (spent > 0 && price !== null && price !== spent) problems.push(`its price is ${price}, and ${spent} were taken`)
  return problems
}

function headerProblems({ headers, status }: Answer): string[] {
  const retries = [429, 503].includes(status) && !(Number(headers.get('retry-after')) >= 1)
  const problems = retries ? [`it answers ${status} without Retry-After`] : []
  return headers.get('x-request-id') === 'the-request' ? problems : [...problems, 'it does not echo the request id']
}

async function problemsOf(entry: Entry): Promise<readonly string[]> {
  const operation = operations.get(entry.endpoint)
  if (!operation) return [`${entry.endpoint} is in no document`]
  // Results that come later may refund it: nothing else moves the wallet of an account of its own.
  const answer = await send(entry, operation, await sandbox.account())
  const problems = [
    ...(answer.status === entry.status ? [] : [`it answered ${answer.status}, and the catalogue says ${entry.status}`]),
    ...codeProblems(entry, operation, answer),
    ...schemaProblems(operation, answer),
    ...moneyProblems(entry, operation, answer),
    ...headerProblems(answer),
  ]
  return problems.map((problem) => `${entry.endpoint}, ${entry.scenario}: ${problem}`)
}

it('answers every scenario of its catalogue as the catalogue and the document say, for the price they say', async () => {
  expect(entries.length).toBeGreaterThan(30)
  const problems: string[] = []
  for (let next = 0; next < entries.length; next += AT_ONCE)
    problems.push(...(await Promise.all(entries.slice(next, next + AT_ONCE).map(problemsOf))).flat())
  expect(problems).toEqual([])
}, 120_000)

it('has scenarios of every endpoint that asks a source', () => {
  const listed = new Set(entries.map(({ endpoint }) => endpoint))
  const asking = sandbox.server.host.endpoints.filter(({ endpoint }) => endpoint.uses)
  expect(asking.map(({ endpoint }) => endpoint.id).filter((id) => !listed.has(id))).toEqual([])
})
