import type { Plugin, ProviderOperation } from '@parakh/core'
import { type FakeUpstream, reply, type UpstreamReply } from '@parakh/testkit'
import { about, type InventedPerson } from './people.ts'

/** What all sources do: answer about whom they are asked, do not know, break, or tell of somebody in a way that cannot be used. */
export type Behaviour = 'answer' | 'none' | 'broken' | 'malformed' | 'another'

/** States that a write comes to, by operation. */
const LATER: Readonly<Record<string, object>> = {
  requestExam: { exam_status: 'PASSED', exam_date: '2026-01-20', score: 13, ll_number: 'XX00/LL/0000001/2026' },
  linkMobile: { state: 'completed' },
  submit: { status: 'delivered' },
}
const ANSWER = { none: 'status = 404', record: 'body' }

/** One operation as an HTTP source has it: asked with all of its input, answered with a record. */
function described(plugin: Plugin, [name, { effect }]: readonly [string, ProviderOperation]) {
  const ask = { path: `/${plugin.id}/${name}`, ...ANSWER }
  if (effect === 'read') return [name, { ...ask, body: { input: 'input' } }] as const
  const status = { path: `/${plugin.id}/${name}/status`, query: { reference: 'reference' }, ...ANSWER }
  return [name, { ...ask, body: { input: 'input', reference: 'reference' }, status }] as const
}

/** A plugin with an HTTP source, licensed for everything. What has no operations stays as it is. */
export function live(plugin: Plugin, baseUrl: string): Plugin {
  const operations = Object.entries(plugin.definition.provider?.operations ?? {})
  if (operations.length === 0) return plugin
  const source = { provider: 'http', baseUrl, authorised: true }
  const options = {
    ...plugin.options,
    live: { ...source, operations: Object.fromEntries(operations.map((one) => described(plugin, one))) },
    licence: { authority: 'test', number: 'test', validUntil: '2099-12-31' },
    consent: { notice: 'test', standing: false },
  }
  return { ...plugin, options }
}

type Fields = Readonly<Record<string, unknown>>
/** An operation with a record of a fixture. */
interface Known {
  readonly operation: ProviderOperation
  readonly record: Fields
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What each operation of some plugins answers in the first fixture that succeeds, by path. */
function knownOperations(plugins: readonly Plugin[]): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>()
  for (const { id, definition } of plugins)
    for (const { uses, fixtures } of definition.endpoints)
      for (const [name, operation] of Object.entries(uses?.operations ?? {})) {
        const record = fixtures.find(({ scenario }) => scenario === 'success')?.records?.[name]
        if (isFields(record)) known.set(`/${id}/${name}`, { operation, record })
      }
  return known
}

/** Sources of all plugins, which know some people. */
export class LiveSources {
  behaviour: Behaviour = 'answer'
  readonly #known: ReadonlyMap<string, Known>
  readonly #byReference = new Map<string, InventedPerson>()
  readonly #byText: ReadonlyMap<string, InventedPerson>

  constructor(
    upstream: FakeUpstream,
    plugins: readonly Plugin[],
    private readonly people: readonly InventedPerson[],
  ) {
    this.#known = knownOperations(plugins)
    this.#byText = new Map(people.flatMap((one) => Object.values(one.fields).map((text) => [text, one] as const)))
    upstream.answer((exchange) => this.#replyTo(exchange.request)(exchange))
  }

  #replyTo({
    path,
    body,
    query,
  }: {
    path: string
    body: string
    query: Readonly<Record<string, string>>
  }): UpstreamReply {
    const isStatus = path.endsWith('/status')
    const place = path.replace(/\/status$/, '')
    const known = this.#known.get(place)
    if (!known) return reply.status(500)
    const sent: unknown = body === '' ? {} : JSON.parse(body)
    const { input, reference } = { input: {}, ...(isFields(sent) ? sent : {}) } as {
      input: unknown
      reference?: string
    }
    const asked = isFields(input) ? input : {}
    const person = this.#byReference.get(query['reference'] ?? '') ?? this.#personIn(asked)
    if (person && reference) this.#byReference.set(reference, person)
    return this.#said(known, {
      asked,
      person: person ?? this.people[0],
      later: isStatus ? place.split('/').at(-1) : undefined,
    })
  }

  #said(
    { operation, record }: Known,
    { asked, person, later }: { asked: Fields; person: InventedPerson | undefined; later: string | undefined },
  ): UpstreamReply {
    if (!person) return reply.status(500)
    const told = about(person, { ...record, ...(later === undefined ? {} : LATER[later]) })
    const same = Object.fromEntries(
      operation.same.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
    )
    const right = { ...(isFields(told) ? told : {}), ...same }
    if (this.behaviour === 'none') return reply.status(404)
    if (this.behaviour === 'broken')
      return reply.json({ error: `no record of ${JSON.stringify(right)}` }, { status: 500 })
    if (this.behaviour === 'malformed') return reply.json({ record: right, message: JSON.stringify(asked) })
    const other = this.people.find((one) => one !== person) ?? person
    return reply.json(this.behaviour === 'another' ? about(other, right) : right)
  }

  #personIn(value: unknown): InventedPerson | undefined {
    if (typeof value === 'string') return this.#byText.get(value)
    if (typeof value !== 'object' || value === null) return undefined
    for (const item of Object.values(value)) {
      const person = this.#personIn(item)
      if (person) return person
    }
    return undefined
  }
}
