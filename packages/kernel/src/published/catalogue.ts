import { type Account, type Call, type CallErrorCode, type Logger, type Money, micro, zero } from '@parakh/core'
import { askPrice } from '../call/own-price.ts'
import { provide } from '../call/provide.ts'
import { type PricedRequest, priced } from '../call/quote.ts'
import { sealAnswer, sealFault } from '../call/seal.ts'
import type { SealedBody } from '../call-data/admitted-call.ts'
import { CallRefusal, hostFault } from '../call-data/call-fault.ts'
import { SentWrites } from '../call-data/sent-writes.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, IndexedFixture } from '../runtime/endpoint-runtime.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'

/** A branch of the sandbox, complete enough to be sent. */
export interface ScenarioEntry {
  readonly endpoint: string
  readonly method: 'GET' | 'POST'
  /** With its path parameters filled in. */
  readonly path: string
  readonly scenario: string
  readonly request: {
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: Readonly<Record<string, unknown>>
    readonly headers?: Readonly<Record<string, string>>
  }
  /** What comes back, found by running the handler on the fixture. */
  readonly status: number
  readonly code: string | null
  /** An example body, with zeros and fixed ids in the place of what varies. */
  readonly example: unknown
  /** Whether a wallet is charged for it. */
  readonly charged: boolean
  /** The tier that it was sold by; null: none, or it is no answer. */
  readonly tier: string | null
}

/** In the place of what varies, in examples. */
const EXAMPLE = {
  requestId: 'req-example',
  reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  at: new Date(0),
  balance: micro(100_000_000),
}

const nothing = (): void => undefined
const SILENT: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

interface Result {
  readonly sealed: SealedBody
  readonly code: string | null
  readonly charged: boolean
  readonly tier: string | null
}

/**
 * Every branch of the sandbox with what comes back, found by running the handler on its fixture.
 *
 * @param payer Whose prices the examples show.
 */
export async function catalogueOf(
  parts: CallParts,
  runtimes: readonly EndpointRuntime[],
  payer: Account,
): Promise<readonly ScenarioEntry[]> {
  // The troubles of the catalogue are played: a log that tells of them would frighten its reader.
  const quiet = { ...parts, logger: SILENT }
  const entries = runtimes.map((runtime) =>
    Promise.all(runtime.fixtures.map((indexed) => entryOf({ parts: quiet, runtime, indexed, payer }))),
  )
  return (await Promise.all(entries)).flat()
}

interface Running {
  readonly parts: CallParts
  readonly runtime: EndpointRuntime
  readonly indexed: IndexedFixture
  readonly payer: Account
}

async function entryOf(running: Running): Promise<ScenarioEntry> {
  const { runtime, indexed } = running
  const { hosted, endpoint } = runtime
  const { scenario, request } = indexed.fixture
  const fields = Object.entries(request as Readonly<Record<string, unknown>>)
  const rest = Object.fromEntries(fields.filter(([name]) => !hosted.parameters.includes(name)))
  const { sealed, code, charged, tier } = await run(running)
  return {
    endpoint: endpoint.id,
    method: endpoint.method,
    path: hosted.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(String(Object.fromEntries(fields)[name])),
    ),
    scenario,
    request:
      endpoint.method === 'GET' ? { query: rest } : { body: rest, headers: { 'content-type': 'application/json' } },
    status: sealed.status,
    code,
    example: JSON.parse(new TextDecoder().decode(sealed.body)),
    charged,
    tier,
  }
}

async function run({ parts, runtime, indexed, payer }: Running): Promise<Result> {
  const { scenario, request } = indexed.fixture
  if (scenario === 'throttled') return fault(runtime, 'RATE_LIMIT_EXCEEDED')
  const parsed = runtime.shape.safeParse(request)
  if (!parsed.success) return fault(runtime, 'VALIDATION_FAILED')
  const branch: SandboxBranch =
    scenario === 'upstream-failure'
      ? { kind: 'upstream-failure', scenario }
      : { kind: 'fixture', indexed, derive: false, scenario }
  const { requestId, reference, at } = EXAMPLE
  const call: Call = { requestId, reference, account: payer.id, at, environment: 'sandbox', price: zero }
  try {
    const { endpoint } = runtime
    const given = { runtime, call, caller: null, request: parsed.data }
    const own = await askPrice(parts, given)
    const asking = { endpoint, own, account: payer, environment: 'sandbox', at: parts.clock.now() } as const
    const price = await priceInForce(parts, asking)
    const provided = await provide(parts, {
      branch,
      waitedMs: 0,
      sent: new SentWrites(),
      markDispatch: async () => true,
      ...given,
    })
    if (provided.kind === 'fault') return sealedFault(runtime, provided.fault)
    if (provided.kind !== 'answer') return fault(runtime, 'UPSTREAM_UNAVAILABLE')
    const charged = provided.billable && endpoint.charge === undefined ? price : zero
    const answer = {
      requestId,
      reference,
      environment: 'sandbox',
      charged,
      balance: EXAMPLE.balance,
      elapsedMs: 0,
    } as const
    const sealed = sealAnswer(runtime.hosted.envelope, provided.data, answer)
    return { sealed, code: null, charged: charged > 0, tier: own.tier }
  } catch (error) {
    if (error instanceof CallRefusal) return sealedFault(runtime, error.fault)
    throw error
  }
}

/** What an example shows as charged: the plugin's own price where pricing has none for somebody it does not know. */
async function priceInForce(parts: CallParts, asking: PricedRequest): Promise<Money> {
  try {
    return (await priced(parts, asking)).price
  } catch {
    return micro(asking.own.listed * asking.own.units)
  }
}

const fault = (runtime: EndpointRuntime, code: CallErrorCode): Result => sealedFault(runtime, hostFault(code))

const sealedFault = (runtime: EndpointRuntime, made: CallRefusal['fault']): Result => ({
  sealed: sealFault(runtime.hosted.envelope, made, EXAMPLE.requestId),
  code: made.code,
  charged: false,
  tier: null,
})
