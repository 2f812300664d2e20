import { expect, it } from 'vitest'
import type { LiveProvider, PluginRuntime } from '../runtime/endpoint-runtime.ts'
import { sourceThatTook } from './source-that-took.ts'

const live = (source: string | null, place: number): LiveProvider => {
  const placeId = `parcels/http#${place}`
  const id = source === null ? placeId : `parcels/${source}`
  const entry = { id, placeId, name: source, authorised: false, costs: {}, dailyCap: null }
  return { id, entry, name: 'http', authorised: false, local: false, implementation: {} }
}
const plugin = (...sources: readonly (string | null)[]): PluginRuntime => ({
  id: 'parcels',
  options: { licence: null, consent: null, mount: '/api/v1', settings: {} },
  live: sources.map(live),
  sandbox: null,
})
const taken = (of: PluginRuntime, provider: string) => sourceThatTook(of, provider)?.id

it('is found by its name wherever it stands, and by its place where it took the write before it was named', () => {
  expect(taken(plugin('globex', 'acme'), 'parcels/acme')).toBe('parcels/acme')
  expect(taken(plugin('acme', 'globex'), 'parcels/http#0')).toBe('parcels/acme')
  expect(taken(plugin(null, 'globex'), 'parcels/http#0')).toBe('parcels/http#0')
  expect(taken(plugin('acme'), 'parcels/http#1')).toBeUndefined()
})
