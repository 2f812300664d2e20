import type { LogFacts } from '@parakh/core'

/** Levels as pino numbers them. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const
/** How much a line matters. */
export type LogLevel = keyof typeof LEVELS

/**
 * Lines in pino's form, which its tools read. By one call of JSON.stringify: a line stands behind every call, and pino makes some 6 kB of
 * strings for each, a tenth of all that a call leaves to the collector.
 *
 * @param nowMs Milliseconds since 1970.
 */
export function logLines(nowMs: () => number): (level: LogLevel, event: string, facts: LogFacts) => string {
  let at = Number.NaN
  let time = ''
  return (level, event, facts) => {
    const now = nowMs()
    // Many lines bear the same millisecond.
    if (now !== at) {
      at = now
      time = new Date(now).toISOString()
    }
    const told = JSON.stringify(facts).slice(1, -1)
    return `{"level":${LEVELS[level]},"time":"${time}",${told}${told === '' ? '' : ','}"event":${JSON.stringify(event)}}\n`
  }
}
