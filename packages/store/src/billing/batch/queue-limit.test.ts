import { describe, expect, it } from 'vitest'
import { QueueLimit } from './queue-limit.ts'

const FULL = 128

/** A limit, and calls that come every 100 ms and would wait so long each. */
function limited(longestWaitMs = 500) {
  const limit = new QueueLimit({ maxSize: FULL, longestWaitMs })
  const refuses = (waitMs: number, nowMs: number, queued = FULL) => limit.refuses({ queued, waitMs }, nowMs)
  const during = (waitMs: number, [fromMs, toMs]: readonly [number, number]) =>
    Array.from({ length: (toMs - fromMs) / 100 }, (_, nth) => refuses(waitMs, fromMs + nth * 100))
  return { refuses, during }
}

describe('the limit of a queue', () => {
  it('lets a burst through up to the longest wait, and refuses what would wait longer', () => {
    const { refuses, during } = limited()
    expect(during(500, [0, 1_000])).not.toContain(true)
    expect(refuses(501, 1_000)).toBe(true)
  })

  it('refuses from a tenth of it on once the queue has been longer than that for a second', () => {
    const { refuses, during } = limited()
    during(51, [0, 1_100])
    expect([refuses(51, 1_100), refuses(50, 1_100)]).toEqual([true, false])
  })

  it('takes a queue that was short in between for a burst again', () => {
    const { refuses, during } = limited()
    during(51, [0, 900])
    refuses(50, 900)
    expect(during(500, [1_000, 2_000])).not.toContain(true)
  })

  it('takes bursts again once nobody was refused for a second', () => {
    const { refuses, during } = limited()
    expect(during(400, [0, 2_000])).toContain(true)
    expect([refuses(0, 2_500), refuses(51, 2_600)]).toEqual([false, true])
    expect([refuses(0, 3_700), refuses(400, 3_800)]).toEqual([false, false])
  })

  it('never refuses what fits into the next batch, nor counts its wait', () => {
    const { refuses } = limited()
    for (let nowMs = 0; nowMs < 5_000; nowMs += 100) expect(refuses(60_000, nowMs, FULL - 1)).toBe(false)
    expect(refuses(400, 5_000)).toBe(false)
  })

  it('refuses what is queued beyond 32 batches, however fast they are', () => {
    const { refuses } = limited(Number.POSITIVE_INFINITY)
    expect([refuses(1, 0, 32 * FULL - 1), refuses(1, 0, 32 * FULL)]).toEqual([false, true])
  })
})
