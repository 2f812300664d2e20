import { UpstreamError } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { collectingLogger } from './collecting-logger.ts'
import { directUpstream } from './direct-upstream.ts'
import { manualClock } from './manual-clock.ts'
import { sequentialIds } from './sequential-ids.ts'
import { testSecrets } from './test-secrets.ts'

describe('manualClock', () => {
  it('does not advance by itself', () => {
    const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
    clock.advance(61_000)
    expect([clock.now().toISOString(), clock.monotonicMs()]).toEqual(['2026-01-01T00:01:01.000Z', 61_000])
  })
  it('can be set back, while durations go on', () => {
    const clock = manualClock()
    clock.advance(5)
    clock.set(new Date(0))
    expect([clock.now().getTime(), clock.monotonicMs()]).toEqual([0, 5])
  })
})

describe('sequentialIds', () => {
  it('gives ULID shapes in rising order, the same in every run', () => {
    const [ids, again] = [sequentialIds(), sequentialIds()]
    const made = Array.from({ length: 100 }, () => ids.next())
    for (const id of made) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect([...made].sort()).toEqual(made)
    expect(Array.from({ length: 100 }, () => again.next())).toEqual(made)
  })
  it('never gives the id of another namespace', () => {
    expect(sequentialIds(1).next()).not.toBe(sequentialIds(2).next())
  })
})

it('collectingLogger keeps the log lines', () => {
  const logger = collectingLogger()
  logger.warn('call.failed', { code: 'UPSTREAM_UNAVAILABLE' })
  logger.info('ready')
  expect(logger.of('call.failed')).toEqual([
    { level: 'warn', event: 'call.failed', facts: { code: 'UPSTREAM_UNAVAILABLE' } },
  ])
  expect(logger.text()).toContain('UPSTREAM_UNAVAILABLE')
})

it('testSecrets match what they hashed, and draw digits', () => {
  const secrets = testSecrets()
  expect(secrets.matches('482913', secrets.hash('482913'))).toBe(true)
  expect(secrets.matches('482914', secrets.hash('482913'))).toBe(false)
  expect(secrets.digits(6)).toMatch(/^[0-9]{6}$/)
})

describe('directUpstream', () => {
  const question = { reference: 'r-1', account: 'acme', inputHash: () => 'i-1' }
  const target = { provider: 'pan/acme#0', operation: 'holder', effect: 'read', question } as const
  it('asks once, and counts', async () => {
    const upstream = directUpstream()
    const signal = new AbortController().signal
    expect(await upstream.ask(target, signal, async () => 'record')).toBe('record')
    const failing = upstream.ask(target, signal, () => Promise.reject(new TypeError('broken')))
    await expect(failing).rejects.toMatchObject({ name: 'UpstreamError', trouble: 'unavailable' })
    const unusable = upstream.ask(target, signal, () => Promise.reject(new UpstreamError('unprocessable', 'odd')))
    await expect(unusable).rejects.toMatchObject({ trouble: 'unprocessable' })
    expect(upstream.health()).toMatchObject([
      { provider: 'pan/acme#0', circuit: 'closed', successes: 1, failures: { other: 1, unusable: 1, denied: 0 } },
    ])
  })
  it('ends an attempt that hangs when the signal aborts', async () => {
    const ending = new AbortController()
    const asked = directUpstream().ask(target, ending.signal, () => new Promise(() => undefined))
    ending.abort()
    await expect(asked).rejects.toMatchObject({ trouble: 'unavailable' })
  })
})
