import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { asLogger } from './pino-logger.ts'

function written() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, stream }
}

describe('the logger', () => {
  it('writes the event and its facts through a pino of the host, one JSON line each', () => {
    const { lines, stream } = written()
    const logger = asLogger(pino({ base: null }, stream))
    logger.info('request', { status: 200, endpoint: 'a\nb' })
    logger.warn('slow')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'request', status: 200, endpoint: 'a\nb' })
  })

  it('redacts secrets in any logger', () => {
    const seen: unknown[] = []
    const take = (event: string, facts?: object) => void seen.push([event, facts])
    asLogger({ debug: take, info: take, warn: take, error: take }).error('x', { detail: 'sk_live_1' })
    expect(seen).toEqual([['x', { detail: '[withheld]' }]])
  })
})
