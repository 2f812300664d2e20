import type { Source } from '../../api/rows.ts'

type Operation = Source['operations'][number]
/** What callers of an operation get, as the circuits stand now. */
export type Effect = 'asked' | 'next' | 'unavailable' | 'stands-by' | 'not-authorised'

/** What a source means to the calls that use one of its operations. @param all The sources of the host. */
export function effectOf(source: Source, { name, regulated }: Operation, all: readonly Source[]): Effect {
  if (regulated && !source.authorised) return 'not-authorised'
  const serving = all
    .filter(({ plugin, operations }) => plugin === source.plugin && operations.some((one) => one.name === name))
    .filter(({ authorised }) => authorised || !regulated)
  const asked = serving.filter(({ circuit }) => circuit !== 'open')
  if (source.circuit === 'open') return asked.length > 0 ? 'next' : 'unavailable'
  return asked[0]?.source === source.source ? 'asked' : 'stands-by'
}
