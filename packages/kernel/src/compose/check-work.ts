import type { ConfigurationFault, Work } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { PlacedPart } from './placed-part.ts'

const [LEAST_MS, MOST_MS] = [100, 86_400_000]

/** What is wrong with what plugins do beside calls. */
export function checkWork(work: readonly PlacedPart<Work>[]): readonly ConfigurationFault[] {
  const ids = new Map<string, string>()
  return work.flatMap(({ plugin, path, part: { id, everyMs, where } }) => {
    const fault = (detail: string) => kernelErrors.fault('WORK_INVALID', path, { id, detail })
    const owner = ids.get(id)
    ids.set(id, plugin)
    const isPace = everyMs === null || (Number.isInteger(everyMs) && everyMs >= LEAST_MS && everyMs <= MOST_MS)
    return [
      ...(owner === undefined
        ? []
        : [fault(`both "${owner}" and "${plugin}" have some of this id. Allowed: each id once`)]),
      ...(isPace ? [] : [fault(`everyMs must be a whole number from ${LEAST_MS} to ${MOST_MS}`)]),
      ...(where.length > 0 ? [] : [fault('where must name serve, worker or both: it would never run')]),
    ]
  })
}
