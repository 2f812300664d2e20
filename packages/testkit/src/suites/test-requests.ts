import { describe, expect, it } from 'vitest'
import { type PluginUnderTest, pluginOf } from '../plugin/check-plugin.ts'

/** Requests of one endpoint. */
export interface TriedRequests {
  /** Requests that fit; the first is the one that `bad` spoils. */
  readonly good: readonly object[]
  /** A field, and a value that it refuses; undefined leaves it out. */
  readonly bad: readonly (readonly [field: string, value: unknown])[]
}

/**
 * Tries the requests of every endpoint of a plugin: what fits passes, what does not is refused by its field's name.
 *
 * @param plugin Configured, or as its package exports it.
 * @param tried By endpoint id; an endpoint that is not among them fails.
 * @example
 * testRequests(pincode, { 'pincode-details': { good: [{ pincode: '411001' }], bad: [['pincode', '011001']] } })
 */
export function testRequests(plugin: PluginUnderTest, tried: Readonly<Record<string, TriedRequests>>): void {
  const { id: plugged, definition } = pluginOf(plugin)
  const { endpoints } = definition
  const all = endpoints.map((endpoint) => ({
    id: endpoint.id,
    endpoint,
    ...(tried[endpoint.id] ?? { good: [], bad: [] }),
  }))
  describe(`the requests of the plugin ${plugged}`, () => {
    it('are all tried', () => {
      expect(Object.keys(tried).sort()).toEqual(endpoints.map(({ id }) => id).sort())
    })
    it.each(all)('$id accepts valid requests', ({ endpoint, good }) => {
      expect(good.length).toBeGreaterThan(0)
      for (const request of good) expect(endpoint.request.safeParse(request).error).toBeUndefined()
    })
    const bad = all.flatMap(({ bad, ...rest }) => bad.map(([field, value]) => ({ ...rest, field, value })))
    it.each(bad)('$id refuses $field = $value, and names the field', ({ endpoint, good, field, value }) => {
      const parsed = endpoint.request.safeParse({ ...good[0], [field]: value })
      expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(field)
    })
  })
}
