import { encoded, type FuzzRequest, type Plan, requestOf } from './fuzz-request.ts'
import { HOSTILE_TEXTS, hostileJson } from './hostile-values.ts'
import type { Random } from './random.ts'

type Place = readonly (string | number)[]
/** Stands where a JSON text is put in that no value has. */
const MARK = '@fuzz@'
const MOST_PLACES = 60
/** Escapes that no encoder writes. */
const RAW_PATHS = [
  '%',
  '%zz',
  '%00',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2f',
  '%2F',
  '%C0%AE',
  '%ff',
  '..',
  '.',
  ';a=b',
  '%25',
  '+',
  '',
]

/** Every place within a value, itself included. */
function placesOf(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...at, key]))].slice(0, MOST_PLACES)
}

function withMark(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return MARK
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? withMark(item, rest) : item))
  return { ...Object(value), [key]: withMark(Object(value)[key], rest) }
}

/** A body with one thing wrong, as text. */
function mutatedBody(random: Random, body: unknown): string {
  const whole = JSON.stringify(body ?? {})
  switch (random.whole(0, 9)) {
    case 0:
      // Once more, with another value.
      return whole.replace(
        /^\{"((?:[^"\\]|\\.)*)":/,
        (start, name) => `{"${name}":${hostileJson(random)},${start.slice(1)}`,
      )
    case 1:
      return whole.replace(/\}$/, `${whole === '{}' ? '' : ','}${JSON.stringify(random.pick(HOSTILE_TEXTS))}:1}`)
    case 2: {
      const [left] = Object.keys(Object(body))
      return left === undefined ? '' : JSON.stringify({ ...Object(body), [left]: undefined })
    }
    default: {
      const marked = JSON.stringify(withMark(body ?? {}, random.pick(placesOf(body ?? {}))))
      return marked.replace(`"${MARK}"`, () => hostileJson(random))
    }
  }
}

function mutatedPath(random: Random, path: string): string {
  const parts = path.split('/')
  const at = random.whole(Math.min(3, parts.length - 1), parts.length - 1)
  const put = random.chance(0.6) ? encoded(random.pick(HOSTILE_TEXTS)) : random.pick(RAW_PATHS)
  return parts.map((part, index) => (index === at ? put : part)).join('/')
}

function mutatedQuery(random: Random, query: Plan['query']): Plan['query'] {
  const value = random.pick(HOSTILE_TEXTS)
  if (query.length === 0 || random.chance(0.2)) return [...query, [random.chance(0.5) ? 'limit' : value, value]]
  const at = random.whole(0, query.length - 1)
  if (random.chance(0.1)) return query.filter((_, index) => index !== at)
  return query.map(([name, old], index) => [name, index === at ? value : old])
}

/** Headers that are read, and values that a client can send. */
const READ_HEADERS = [
  'x-request-id',
  'x-consent-ref',
  'x-sandbox-scenario',
  'idempotency-key',
  'accept',
  'accept-language',
]
const HEADER_TEXTS = HOSTILE_TEXTS.filter((one) => /^[\t\x20-\x7e\x80-\xff]*$/.test(one))

/** A request with one thing wrong. */
export function mutatedRequest(random: Random, plan: Plan): FuzzRequest {
  const { operation, body, path, query, headers } = plan
  const hasParameters = operation.path.includes('{')
  const place = random.whole(0, 9)
  if (operation.body !== null && place < 6) return requestOf(plan, 'mutated', mutatedBody(random, body))
  if (hasParameters && place < 8) return requestOf({ ...plan, path: mutatedPath(random, path) }, 'mutated')
  if (place < 9) return requestOf({ ...plan, query: mutatedQuery(random, query) }, 'mutated')
  const header = { [random.pick(READ_HEADERS)]: random.pick(HEADER_TEXTS) }
  return requestOf({ ...plan, headers: { ...headers, ...header } }, 'mutated')
}
