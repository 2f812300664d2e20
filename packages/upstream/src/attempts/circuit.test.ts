import { noFailures, UpstreamError, type UpstreamTarget, type UpstreamTrouble } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { troubleOf } from '../testing/described-source.ts'

const settings = { minBackoffMs: 1, maxBackoffMs: 2, circuitFailures: 5, circuitOpenMs: 10_000 }
const of = (account: string, input: string) => ({ reference: 'r-1', account, inputHash: () => input })
const question = of('acme', 'i-1')
const READ: UpstreamTarget = { provider: 'registry/http#0', operation: 'person', effect: 'read', question }
const WRITE: UpstreamTarget = { provider: 'registry/http#0', operation: 'order', effect: 'write', question }
let clock = manualClock()
let logger = collectingLogger()
let upstream = createUpstream({ clock, logger, settings })
let calls = 0
beforeEach(() => {
  clock = manualClock()
  logger = collectingLogger()
  upstream = createUpstream({ clock, logger, settings })
  calls = 0
})
const fails =
  (trouble: UpstreamTrouble, sent = true) =>
  async (): Promise<never> => {
    calls += 1
    throw new UpstreamError(trouble, 'as told', { sent })
  }
const answers = async () => {
  calls += 1
  return 'answer'
}
const never = new AbortController().signal
const ask = <T>(attempted: (signal: AbortSignal) => Promise<T>, target = READ, signal = never) =>
  upstream.ask(target, signal, attempted)

describe('the circuit', () => {
  const open = async () => {
    for (let call = 0; call < 5; call++) await troubleOf(ask(fails('throttled')))
    calls = 0
  }
  const circuit = () => upstream.health()[0]?.circuit

  test('opens after failures in a row and then refuses without an attempt', async () => {
    await open()
    expect(circuit()).toBe('open')
    expect(await troubleOf(ask(answers, WRITE))).toMatchObject({ trouble: 'unavailable', sent: false })
    expect(calls).toBe(0)
    expect(logger.of('upstream.circuit.opened')).toHaveLength(1)
  })

  test('opens between the attempts of one call, which then ends with its own error', async () => {
    await troubleOf(ask(fails('unavailable')))
    expect(await troubleOf(ask(fails('unavailable')))).toMatchObject({ message: 'as told', sent: true })
    expect(calls).toBe(5)
    expect(circuit()).toBe('open')
  })

  test('does not count a definite no, which ends a row', async () => {
    for (let call = 0; call < 4; call++) await troubleOf(ask(fails('throttled')))
    await ask(async () => null)
    for (let call = 0; call < 4; call++) await troubleOf(ask(fails('throttled')))
    expect(circuit()).toBe('closed')
  })

  describe.each(['unprocessable', 'denied'] as const)('over answers that are %s', (trouble) => {
    const badly = (account: string, input: string) =>
      troubleOf(ask(fails(trouble), { ...READ, question: of(account, input) }))

    test('stays closed for one input, whoever sends it and however often', async () => {
      for (let call = 0; call < 20; call++) await badly(`account-${call}`, 'the-same')
      expect(circuit()).toBe('closed')
    })

    test('stays closed for one account, whatever it sends', async () => {
      for (let call = 0; call < 20; call++) await badly('acme', `input-${call}`)
      expect(circuit()).toBe('closed')
    })

    test('opens over five inputs of two accounts, and needs as many again once it has closed', async () => {
      for (let call = 0; call < 4; call++) await badly('acme', `input-${call}`)
      expect(circuit()).toBe('closed')
      await badly('other', 'input-4')
      expect(circuit()).toBe('open')
      clock.advance(10_000)
      // The input that probes it may be a bad one.
      await badly('acme', 'input-0')
      expect(circuit()).toBe('closed')
      await badly('other', 'input-1')
      expect(circuit()).toBe('closed')
    })

    test('counts from the last usable answer', async () => {
      for (let call = 0; call < 4; call++) await badly(`account-${call}`, `input-${call}`)
      await ask(answers)
      for (let call = 4; call < 8; call++) await badly(`account-${call}`, `input-${call}`)
      expect(circuit()).toBe('closed')
    })

    test('neither begins nor ends a row of outages', async () => {
      for (let call = 0; call < 4; call++) await troubleOf(ask(fails('throttled')))
      await badly('acme', 'input-0')
      expect(circuit()).toBe('closed')
      await troubleOf(ask(fails('throttled')))
      expect(circuit()).toBe('open')
    })

    test('counts each as a failure', async () => {
      for (let call = 0; call < 3; call++) await badly('acme', 'the-same')
      const share = { unusable: trouble === 'denied' ? 0 : 3, denied: trouble === 'denied' ? 3 : 0 }
      expect(upstream.health()).toMatchObject([{ successes: 0, failures: { ...noFailures(), ...share } }])
    })
  })

  test('lets one attempt through after a while, and closes if it is answered', async () => {
    await open()
    clock.advance(9_999)
    await troubleOf(ask(answers))
    expect(calls).toBe(0)
    clock.advance(1)
    expect(await ask(answers)).toBe('answer')
    expect(circuit()).toBe('closed')
  })

  test('opens again for as long if that attempt fails', async () => {
    await open()
    clock.advance(10_000)
    await troubleOf(ask(fails('unavailable')))
    expect(calls).toBe(1)
    expect(circuit()).toBe('open')
    clock.advance(9_999)
    await troubleOf(ask(answers))
    expect(calls).toBe(1)
    clock.advance(1)
    expect(await ask(answers)).toBe('answer')
  })

  test('refuses others while that attempt is in progress', async () => {
    await open()
    clock.advance(10_000)
    let finish: (answer: string) => void = () => undefined
    const probe = ask(() => new Promise<string>((resolve) => (finish = resolve)))
    expect(circuit()).toBe('half-open')
    expect(await troubleOf(ask(answers))).toMatchObject({ trouble: 'unavailable', sent: false })
    expect(calls).toBe(0)
    finish('answer')
    expect(await probe).toBe('answer')
    expect(circuit()).toBe('closed')
  })

  test('goes by the monotonic clock, not by the time of day', async () => {
    await open()
    clock.set(new Date('2040-01-01'))
    await troubleOf(ask(answers))
    expect(calls).toBe(0)
    clock.set(new Date('2001-01-01'))
    clock.advance(10_000)
    expect(await ask(answers)).toBe('answer')
  })

  test('is one for each provider', async () => {
    await open()
    expect(await ask(answers, { ...READ, provider: 'registry/http#1' })).toBe('answer')
    expect(upstream.health()).toMatchObject([
      { provider: 'registry/http#0', circuit: 'open', failures: { throttled: 5 }, successes: 0 },
      { provider: 'registry/http#1', circuit: 'closed', failures: noFailures(), successes: 1, lastTrouble: null },
    ])
  })

  test('counts no failure for a provider without time before the deadline, and one for a provider that used it up', async () => {
    const hang = async (spentMs: number) => {
      const ending = new AbortController()
      await troubleOf(
        ask(
          () =>
            new Promise(() => {
              clock.advance(spentMs)
              ending.abort()
            }),
          READ,
          ending.signal,
        ),
      )
    }
    for (let call = 0; call < 10; call++) await hang(999)
    expect(upstream.health()).toMatchObject([{ circuit: 'closed', failures: noFailures() }])
    for (let call = 0; call < 5; call++) await hang(1_000)
    expect(circuit()).toBe('open')
  })
})

describe('a process that stood still', () => {
  // A stopped process and a blocked event loop are the same to its timers.
  const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200)
  const timesOut = (ms: number) => (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const timer = setTimeout(() => reject(new UpstreamError('unavailable', 'no reply in time')), ms)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })

  test('blames no source for the time-outs that it wakes up to', async () => {
    const under = Array.from({ length: 10 }, () => troubleOf(ask(timesOut(600), WRITE, new AbortController().signal)))
    await new Promise((resolve) => setImmediate(resolve))
    standStill()
    await Promise.all(under)
    expect(upstream.health()).toMatchObject([{ circuit: 'closed', failures: noFailures() }])
    expect(logger.of('upstream.trouble')).toHaveLength(10)
    expect(logger.of('upstream.trouble')[0]?.facts).toMatchObject({ counted: false })
  })

  test('blames it for those of a process that ran', async () => {
    await Promise.all(Array.from({ length: 5 }, () => troubleOf(ask(timesOut(20), WRITE))))
    expect(upstream.health()).toMatchObject([{ circuit: 'open', failures: { other: 5 } }])
  })
})
