import { rowFor } from '@parakh/core/sandbox-people'
import type { EndpointRuntime, IndexedFixture } from '../runtime/endpoint-runtime.ts'

/** What the sandbox answers from. */
type Answering =
  | { readonly kind: 'throttled' }
  | { readonly kind: 'upstream-failure' }
  /** `derive`: the identifying fields of its records are taken from the input. */
  | { readonly kind: 'fixture'; readonly indexed: IndexedFixture; readonly derive: boolean }
  /** The plugin's own sandbox source answers. */
  | { readonly kind: 'source' }

/** What the sandbox does with a call. */
export type SandboxBranch = Answering & {
  /** The scenario of the catalogue that is played: of an exact value of it, or forced by the header. Null for any other input. */
  readonly scenario: string | null
}

const played = (scenario: string): Answering | null =>
  scenario === 'throttled' || scenario === 'upstream-failure' ? { kind: scenario } : null

/**
 * Chooses the branch: what the header names, else the fixture of exactly this input, else a success by a hash of the input
 * (decisions.md section 6). Where a plugin has true data for the sandbox, that answers and nothing is invented.
 */
export function chooseBranch(runtime: EndpointRuntime, canonical: string, scenario: string | undefined): SandboxBranch {
  const exact = runtime.fixturesByKey.get(canonical)
  const forced = scenario === undefined ? null : forcedBy(runtime, scenario, exact)
  if (forced) return { ...forced, scenario: scenario ?? null }
  if (exact) {
    const own = exact.fixture.scenario
    return { ...(played(own) ?? { kind: 'fixture', indexed: exact, derive: false }), scenario: own }
  }
  return { ...unlisted(runtime, canonical), scenario: null }
}

function forcedBy(runtime: EndpointRuntime, scenario: string, exact: IndexedFixture | undefined): Answering | null {
  if (exact?.fixture.scenario === scenario)
    return played(scenario) ?? { kind: 'fixture', indexed: exact, derive: false }
  const named = runtime.fixtures.find(({ fixture }) => fixture.scenario === scenario)
  // A success is what the source answers anyway, and a record that is true is true of its own input alone.
  if (hasSource(runtime) && (scenario === 'success' || named?.fixture.derived === false)) return { kind: 'source' }
  return played(scenario) ?? (named ? { kind: 'fixture', indexed: named, derive: true } : null)
}

/** Whether the plugin's own sandbox source knows an operation that this endpoint asks. */
function hasSource({ plugin, operations }: EndpointRuntime): boolean {
  const known = plugin.sandbox?.implementation
  return known !== undefined && Object.keys(operations).some((name) => known[name] !== undefined)
}

function unlisted(runtime: EndpointRuntime, canonical: string): Answering {
  if (hasSource(runtime)) return { kind: 'source' }
  const [first, ...others] = runtime.fixtures.filter(({ fixture }) => fixture.scenario === 'success')
  return first ? { kind: 'fixture', indexed: rowFor([first, ...others], canonical), derive: true } : { kind: 'source' }
}
