import { encoded, type Plan } from './fuzz-request.ts'
import type { ExampleRequest, FuzzedOperation, FuzzedParameter } from './fuzzed-operation.ts'
import type { Random } from './random.ts'
import type { SchemaValues } from './schema-values.ts'

/** Who sends a request. */
export interface Sender {
  /** Headers that prove it. */
  readonly headers: Readonly<Record<string, string>>
  /** Fields whose value is its own: `api_key`, which some endpoints want besides; `account_id`, because it sees no other. */
  readonly own: Readonly<Record<string, string>>
  /** Account and environment of a key, which pay for its calls; absent: no call is sent. */
  readonly wallet?: string
}
interface Composing {
  readonly random: Random
  readonly values: SchemaValues
  readonly sender: Sender
}

/** Fields that prove the sender: always its own. */
const PROOFS = ['api_key', 'api_secret']
const OF_OWN_ACCOUNT = 0.6
const FROM_EXAMPLE = 0.6

/** As a query has it: the parts of a list stand between commas. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)

function valueFor(
  { random, values, sender }: Composing,
  { name, schema }: Pick<FuzzedParameter, 'name' | 'schema'>,
): unknown {
  const own = sender.own[name]
  if (own !== undefined && (PROOFS.includes(name) || random.chance(OF_OWN_ACCOUNT))) return own
  return values.draw(schema, name)
}

/** The fields of an object as they are, but for those that are the sender's. */
function withOwn({ random, sender }: Composing, fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  const own = Object.entries(sender.own).filter(
    ([name]) => Object.hasOwn(fields, name) && (PROOFS.includes(name) || random.chance(OF_OWN_ACCOUNT)),
  )
  return { ...fields, ...Object.fromEntries(own) }
}

function fromExample(composing: Composing, operation: FuzzedOperation, example: ExampleRequest): Plan {
  const { path, headers, query, body } = example
  const given = Object.entries(Object(withOwn(composing, query)))
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const needed = operation.parameters.filter(
    (one) => one.in === 'query' && PROOFS.includes(one.name) && !(one.name in query),
  )
  return {
    ...{ operation, path, headers: { ...Object.fromEntries(lowered), ...composing.sender.headers } },
    query: [...given, ...needed.map((one) => [one.name, valueFor(composing, one)])].map(([name, value]) => [
      String(name),
      textOf(value),
    ]),
    body: withOwn(composing, body),
  }
}

/** How often a parameter is sent that need not be: one of another list would end every request. */
const likelihoodOf = ({ in: place, name }: FuzzedParameter): number =>
  place === 'header' || name === 'cursor' ? 0.1 : 0.4

/** A request that an operation should understand: one of its examples, or made by its schema. */
export function composePlan(operation: FuzzedOperation, composing: Composing): Plan {
  const { random, values, sender } = composing
  const { examples, parameters, body } = operation
  if (examples.length > 0 && random.chance(FROM_EXAMPLE))
    return fromExample(composing, operation, random.pick(examples))
  const chosen = parameters.filter((one) => one.required || random.chance(likelihoodOf(one)))
  const drawn = chosen.map((one) => ({ ...one, text: textOf(valueFor(composing, one)) }))
  const of = (place: FuzzedParameter['in']) => drawn.filter((one) => one.in === place)
  const path = of('path').reduce(
    (made, { name, text }) => made.replace(`{${name}}`, () => encoded(text)),
    operation.path,
  )
  const stated = of('header').map(({ name, text }) => [name.toLowerCase(), text.replace(/[^\x20-\x7e]/g, '?')])
  return {
    ...{ operation, path, query: of('query').map(({ name, text }) => [name, text] as const) },
    headers: { ...Object.fromEntries(stated), ...sender.headers },
    body: body === null ? undefined : withOwn(composing, values.draw(body, '')),
  }
}
