import {
  type AnyImplementation,
  type Attempt,
  type CompiledHttpSource,
  type ConfigurationFault,
  defineProvider,
  type HttpSource,
  HttpSourceSchema,
  identifier,
  inr,
  operation,
  type Provider,
  type ProviderOperations,
  type Upstream,
} from '@parakh/core'
import * as z from 'zod'

const operations = {
  person: operation({
    effect: 'read',
    input: z.object({ pan: z.string(), year: z.int().optional(), tags: z.array(z.string()).optional() }),
    output: z.object({ pan: z.string(), name: z.string(), active: z.boolean(), born: z.string().optional() }),
    same: ['pan'],
  }),
  resident: operation({
    effect: 'read',
    input: z.object({ aadhaar: identifier(z.string(), (text) => `XXXX XXXX ${text.slice(-4)}`) }),
    output: z.object({ name: z.string() }),
  }),
  order: operation({
    effect: 'write',
    input: z.object({ item: z.string() }),
    output: z.object({ state: z.string() }),
  }),
}
/** A contract for tests, as the host sees one: a read, a read about a protected number, and a write. */
export const Registry: Provider = defineProvider<ProviderOperations>('registry', operations)
/** A source of that contract, with its types. */
export type RegistrySource = HttpSource<typeof operations>

/** A person as the upstream of these tests writes one. */
export const PERSON = { result: { pan: 'ABCPE0000F', full_name: 'ASHA RAO', status: 'E' } }
/** How the tests describe the question for a person. */
export const ASK_PERSON = {
  path: '/people/{{ input.pan }}',
  none: 'status = 404',
  record: { pan: 'body.result.pan', name: 'body.result.full_name', active: 'body.result.status = "E"' },
} as const

/** Compiles a source, or gives its faults. */
export function compile(
  upstream: Upstream,
  source: Omit<RegistrySource, 'provider'>,
): CompiledHttpSource | readonly ConfigurationFault[] {
  return upstream.compile(Registry, HttpSourceSchema.parse({ provider: 'http', ...source }), 'plugins.registry.live')
}

/** Compiles a source that must be free of faults. */
export function implementation(upstream: Upstream, source: Omit<RegistrySource, 'provider'>): AnyImplementation {
  const compiled = compile(upstream, source)
  if ('implementation' in compiled) return compiled.implementation
  throw new Error(compiled.map(({ path, message }) => `${path}: ${message}`).join('\n'))
}

/** Asks a read, or sends a write. */
export function run(implemented: AnyImplementation[string], input: unknown, attempt: Attempt): Promise<unknown> {
  if (!implemented) throw new Error('No such operation')
  return typeof implemented === 'function' ? implemented(input, attempt) : implemented.send(input, attempt)
}

/** One attempt of a call with the reference `REF1`. */
export const attempt = (signal: AbortSignal = new AbortController().signal): Attempt => ({
  signal,
  call: {
    reference: 'REF1',
    requestId: 'r1',
    account: 'a1',
    environment: 'production',
    price: inr('2'),
    at: new Date(0),
  },
})

/** What a promise is rejected with. */
export async function troubleOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
}
