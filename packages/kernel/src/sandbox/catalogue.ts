import { type Call, type CallErrorCode, type Logger, micro, zero } from '@parakh/core'
import type { CallParts } from '../call/parts.ts'
import { provide } from '../call/provide.ts'
import { askPrice } from '../call/quote.ts'
import { CallRefusal, hostFault } from '../call/refusal.ts'
import { type Sealed, sealAnswer, sealFault } from '../call/seal.ts'
import { SentWrites } from '../call/sent-writes.ts'
import type { EndpointRuntime, IndexedFixture } from '../compose/runtime.ts'
import type { ScenarioEntry } from '../host.ts'
import type { SandboxBranch } from './branch.ts'

/** In the place of what varies, in examples. */
const EXAMPLE = {
  requestId: 'req-example',
  reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  account: '00000000000000000000000000',
  at: new Date(0),
  balance: micro(100_000_000),
}

const nothing = (): void => undefined
const SILENT: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

interface Result {
  readonly sealed: Sealed
  readonly code: string | null
  readonly charged: boolean
}

/** Every branch of the sandbox with what comes back, found by running the handler on its fixture. */
export async function catalogueOf(
  parts: CallParts,
  runtimes: readonly EndpointRuntime[],
): Promise<readonly ScenarioEntry[]> {
  // The troubles of the catalogue are played: a log that tells of them would frighten its reader.
  const quiet = { ...parts, logger: SILENT }
  const entries = runtimes.map((runtime) =>
    Promise.all(runtime.fixtures.map((indexed) => entryOf(quiet, runtime, indexed))),
  )
  return (await Promise.all(entries)).flat()
}

async function entryOf(parts: CallParts, runtime: EndpointRuntime, indexed: IndexedFixture): Promise<ScenarioEntry> {
  const { hosted, endpoint } = runtime
  const { scenario, request } = indexed.fixture
  const fields = Object.entries(request as Readonly<Record<string, unknown>>)
  const rest = Object.fromEntries(fields.filter(([name]) => !hosted.parameters.includes(name)))
  const { sealed, code, charged } = await run(parts, runtime, indexed)
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
  }
}

async function run(parts: CallParts, runtime: EndpointRuntime, indexed: IndexedFixture): Promise<Result> {
  const { scenario, request } = indexed.fixture
  if (scenario === 'throttled') return fault(runtime, 'RATE_LIMIT_EXCEEDED')
  const parsed = runtime.shape.safeParse(request)
  if (!parsed.success) return fault(runtime, 'VALIDATION_FAILED')
  const branch: SandboxBranch =
    scenario === 'upstream-failure'
      ? { kind: 'upstream-failure', scenario }
      : { kind: 'fixture', indexed, derive: false, scenario }
  const { requestId, reference, account, at } = EXAMPLE
  const call: Call = { requestId, reference, account, at, environment: 'sandbox', price: zero }
  try {
    const given = { runtime, call, caller: null, request: parsed.data }
    const price = typeof runtime.endpoint.price === 'number' ? runtime.endpoint.price : askPrice(parts, given)
    const provided = await provide({
      parts,
      environment: 'sandbox',
      branch,
      sent: new SentWrites(),
      markDispatch: async () => true,
      ...given,
    })
    if (provided.kind === 'fault') return sealedFault(runtime, provided.fault)
    if (provided.kind !== 'answer') return fault(runtime, 'UPSTREAM_UNAVAILABLE')
    const charged = provided.billable ? price : zero
    const answer = {
      requestId,
      reference,
      environment: 'sandbox',
      charged,
      balance: EXAMPLE.balance,
      elapsedMs: 0,
    } as const
    const sealed = sealAnswer(runtime.hosted.envelope, provided.data, answer)
    return { sealed, code: null, charged: charged > 0 }
  } catch (error) {
    if (error instanceof CallRefusal) return sealedFault(runtime, error.fault)
    throw error
  }
}

const fault = (runtime: EndpointRuntime, code: CallErrorCode): Result => sealedFault(runtime, hostFault(code))

const sealedFault = (runtime: EndpointRuntime, made: CallRefusal['fault']): Result => ({
  sealed: sealFault(runtime.hosted.envelope, made, EXAMPLE.requestId),
  code: made.code,
  charged: false,
})
