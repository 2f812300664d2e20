import { type SourceCaps, UpstreamError } from '@parakh/core'

/**
 * Asks a source that has a daily cap.
 *
 * @throws UpstreamError `unavailable`, of which no byte was sent, where the cap is reached: as from an open circuit, and no circuit counts it.
 */
export async function withinCap<T>(caps: SourceCaps | null, source: string, ask: () => Promise<T>): Promise<T> {
  if (!caps) return await ask()
  if (!(await caps.enter(source)))
    throw new UpstreamError('unavailable', `${source}: its cap of the day is reached`, {
      sent: false,
      reason: 'daily_cap',
    })
  try {
    return await ask()
  } finally {
    caps.leave(source)
  }
}
