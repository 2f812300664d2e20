import type { ConfigurationFault, Placement } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { PlacedPart } from './placed-part.ts'

/**
 * The parts of one target in their order: `after` and `before` hold, and where they leave a choice the order of the configuration does. So it
 * is always the same for the same configuration.
 *
 * @param target The token or point that they belong to.
 * @param plugins The ids of all plugins: an id of another plugin in `after` or `before` has no effect.
 */
export function placeInOrder<Part extends Placement>(
  parts: readonly PlacedPart<Part>[],
  { target, plugins }: { readonly target: string; readonly plugins: ReadonlySet<string> },
): { readonly ordered: readonly PlacedPart<Part>[]; readonly faults: readonly ConfigurationFault[] } {
  const ids = new Set<string>(parts.map(({ id }) => id))
  const earlier = earlierOf(parts)
  const faults = parts.flatMap(({ id, path, part: { after = [], before = [] } }) =>
    [...after, ...before]
      .filter((other) => !ids.has(other) && plugins.has(pluginOf(other)))
      .map((other) => {
        const allowed = [...ids].filter((one) => one !== id).join(', ') || 'none, it is alone there'
        return kernelErrors.fault('ORDER_UNKNOWN', path, { id, target, other, allowed })
      }),
  )
  const ordered: PlacedPart<Part>[] = []
  const left = [...parts]
  while (left.length > 0) {
    const done = new Set(ordered.map(({ id }) => id))
    const next = left.findIndex(({ id }) => [...(earlier.get(id) ?? [])].every((other) => done.has(other)))
    const [found] = next < 0 ? [] : left.splice(next, 1)
    if (!found) {
      const circle = left.map(({ id }) => id).join(', ')
      const path = left[0]?.path ?? ''
      return { ordered: parts, faults: [...faults, kernelErrors.fault('ORDER_CYCLE', path, { target, ids: circle })] }
    }
    ordered.push(found)
  }
  return { ordered, faults }
}

const pluginOf = (id: string): string => id.slice(0, id.lastIndexOf('/'))

/** By id, the ids of the parts that come before it. */
function earlierOf(parts: readonly PlacedPart<Placement>[]): ReadonlyMap<string, ReadonlySet<string>> {
  const earlier = new Map<string, Set<string>>(parts.map(({ id }) => [id, new Set()]))
  for (const { id, part } of parts) {
    for (const other of part.after ?? []) if (earlier.has(other)) earlier.get(id)?.add(other)
    for (const other of part.before ?? []) earlier.get(other)?.add(id)
  }
  return earlier
}
