import { pino } from 'pino'
import { expect, it } from 'vitest'
import { logLines } from './log-lines.ts'

it('writes what pino writes', () => {
  const byPino: string[] = []
  const options = { base: null, messageKey: 'event', timestamp: () => ',"time":"2026-11-22T01:02:03.004Z"' }
  const target = pino(options, { write: (line: string) => void byPino.push(line) })
  const line = logLines(() => Date.UTC(2026, 10, 22, 1, 2, 3, 4))
  const facts = { text: 'a\n"b" \u2028 é', number: 1.5, none: null, yes: true, odd: Number.NaN }
  target.info(facts, 'request')
  target.warn({}, 'line "two"')
  target.error({ status: 500 }, 'x')
  expect([line('info', 'request', facts), line('warn', 'line "two"', {}), line('error', 'x', { status: 500 })]).toEqual(
    byPino,
  )
})

it('bears the time of each line', () => {
  let now = 0
  const line = logLines(() => now)
  const first = line('info', 'x', {})
  now = 1
  expect([first, line('info', 'x', {})].map((text) => JSON.parse(text).time)).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.001Z',
  ])
})
