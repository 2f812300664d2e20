import type { EndpointRuntime, IndexedFixture } from '../compose/runtime.ts'

/** What the sandbox does with a call. */
export type SandboxBranch =
  | { readonly kind: 'throttled' }
  | { readonly kind: 'upstream-failure' }
  /** `derive`: the identifying fields of its records are taken from the input. */
  | { readonly kind: 'fixture'; readonly indexed: IndexedFixture; readonly derive: boolean }
  /** The plugin's own sandbox source answers. */
  | { readonly kind: 'source' }

/** A number of a text, the same on every machine (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1) {
    hash ^= text.charCodeAt(place)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash
}

const played = (scenario: string): SandboxBranch | null =>
  scenario === 'throttled' || scenario === 'upstream-failure' ? { kind: scenario } : null

/**
 * Chooses the branch: what the header names, else the fixture of exactly this input, else a success by a hash of the input
 * (decisions.md section 6). Where a plugin has true data for the sandbox, that answers and nothing is invented.
 */
export function chooseBranch(runtime: EndpointRuntime, canonical: string, scenario: string | undefined): SandboxBranch {
  const exact = runtime.fixturesByKey.get(canonical)
  if (scenario !== undefined) {
    const named =
      exact?.fixture.scenario === scenario
        ? exact
        : runtime.fixtures.find(({ fixture }) => fixture.scenario === scenario)
    const playedBranch = played(scenario)
    if (playedBranch) return playedBranch
    if (named) return branchOf(runtime, named, named !== exact)
  }
  if (exact) return played(exact.fixture.scenario) ?? { kind: 'fixture', indexed: exact, derive: false }
  if (runtime.plugin.sandbox) return { kind: 'source' }
  const successes = runtime.fixtures.filter(({ fixture }) => fixture.scenario === 'success')
  const chosen = successes[hashOf(canonical) % Math.max(1, successes.length)]
  return chosen ? { kind: 'fixture', indexed: chosen, derive: true } : { kind: 'source' }
}

function branchOf(runtime: EndpointRuntime, indexed: IndexedFixture, derive: boolean): SandboxBranch {
  const hasRecords = Object.values(indexed.fixture.records ?? {}).some((record) => record !== null)
  if (derive && hasRecords && runtime.plugin.sandbox) return { kind: 'source' }
  return { kind: 'fixture', indexed, derive }
}
