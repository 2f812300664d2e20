import { getEventListeners } from 'node:events'
import { UpstreamError, type UpstreamTarget, type UpstreamTrouble } from '@parakh/core'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const settings = { minBackoffMs: 1, maxBackoffMs: 2, circuitFailures: 5, circuitOpenMs: 10_000 }
const of = (account: string, input: string) => ({ reference: 'r-1', account, inputHash: () => input })
const question = of('acme', 'i-1')
const READ: UpstreamTarget = { provider: 'registry/http#0', operation: 'person', effect: 'read', question }
const WRITE: UpstreamTarget = { provider: 'registry/http#0', operation: 'order', effect: 'write', question }
/** Other tests run on the same cores. */
const PATIENTLY = { timeout: 20_000 }
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

describe('repeats', () => {
  test('a read that was unavailable, up to the allowed attempts, and tells the last trouble', async () => {
    expect(await troubleOf(ask(fails('unavailable')))).toMatchObject({ trouble: 'unavailable', message: 'as told' })
    expect(calls).toBe(3)
  })

  test('a read until it is answered', async () => {
    expect(await ask(() => (calls < 2 ? fails('unavailable')() : answers()))).toBe('answer')
    expect(calls).toBe(3)
  })

  test.each(['unprocessable', 'throttled', 'denied'] as const)('nothing that was %s', async (trouble) => {
    expect(await troubleOf(ask(fails(trouble)))).toMatchObject({ trouble })
    expect(calls).toBe(1)
  })

  test('a write of which no byte left', async () => {
    expect(await troubleOf(ask(fails('unavailable', false), WRITE))).toMatchObject({ sent: false })
    expect(calls).toBe(3)
  })

  test('never a write of which a byte may have left', async () => {
    expect(await troubleOf(ask(fails('unavailable'), WRITE))).toMatchObject({ sent: true })
    expect(calls).toBe(1)
  })

  test('never a write whose first repetition may have left', async () => {
    expect(await troubleOf(ask(() => fails('unavailable', calls > 0)(), WRITE))).toMatchObject({ sent: true })
    expect(calls).toBe(2)
  })

  test('nothing for a definite no', async () => {
    const no = async () => {
      calls += 1
      return null
    }
    expect(await ask(no)).toBeNull()
    expect(calls).toBe(1)
  })
})

describe('the deadline', () => {
  test('ends an attempt that ignores it', async () => {
    const ending = new AbortController()
    const asked = troubleOf(ask(() => new Promise(() => ending.abort()), READ, ending.signal))
    expect(await asked).toMatchObject({ name: 'UpstreamError', trouble: 'unavailable', sent: true })
  })

  test('lets an attempt say that nothing was sent', async () => {
    const ending = new AbortController()
    const honest = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () =>
          reject(new UpstreamError('unavailable', 'no byte left', { sent: false })),
        )
        ending.abort()
      })
    expect(await troubleOf(ask(honest, WRITE, ending.signal))).toMatchObject({ message: 'no byte left', sent: false })
  })

  test('ends the pause between two attempts, with the trouble of the one before', async () => {
    upstream = createUpstream({ clock, logger, settings: { minBackoffMs: 10_000 } })
    const ending = new AbortController()
    const asked = troubleOf(ask(fails('unavailable', false), WRITE, ending.signal))
    await expect.poll(() => calls, PATIENTLY).toBe(1)
    ending.abort()
    expect(await asked).toMatchObject({ message: 'as told', sent: false })
    expect(calls).toBe(1)
  })

  test('allows no attempt once it has passed', async () => {
    expect(await troubleOf(ask(answers, WRITE, AbortSignal.abort()))).toMatchObject({
      trouble: 'unavailable',
      sent: false,
    })
    expect(calls).toBe(0)
  })

  test('allows no repetition once it has passed', async () => {
    const ending = new AbortController()
    const attempted = async () => {
      ending.abort()
      return fails('unavailable', false)()
    }
    expect(await troubleOf(ask(attempted, READ, ending.signal))).toMatchObject({ trouble: 'unavailable' })
    expect(calls).toBe(1)
  })

  test('turns an answer that comes with it into trouble that was sent', async () => {
    const ending = new AbortController()
    const attempted = async () => {
      if (calls === 0) return fails('unavailable', false)()
      ending.abort()
      return answers()
    }
    expect(await troubleOf(ask(attempted, WRITE, ending.signal))).toMatchObject({ trouble: 'unavailable', sent: true })
  })

  test('leaves no listener behind', async () => {
    const ending = new AbortController()
    await ask(answers, READ, ending.signal)
    await troubleOf(ask(fails('unavailable'), READ, ending.signal))
    expect(getEventListeners(ending.signal, 'abort')).toHaveLength(0)
  })
})

describe('what is not an UpstreamError', () => {
  test('means unavailable, and its message goes nowhere', async () => {
    const broken = async () => {
      calls += 1
      throw new TypeError('cannot read ABCPE0000F')
    }
    const trouble = await troubleOf(ask(broken, WRITE))
    expect(trouble).toMatchObject({ name: 'UpstreamError', trouble: 'unavailable', sent: true })
    expect(calls).toBe(1)
    expect(trouble instanceof Error ? `${trouble.stack}${String(trouble.cause)}` : '').not.toContain('ABCPE0000F')
    expect(logger.text()).not.toContain('ABCPE0000F')
    expect(logger.of('upstream.trouble')[0]?.facts).toMatchObject({
      thrown: 'TypeError',
      at: expect.stringContaining('ask.test.ts'),
    })
  })

  test('also where it is no error at all, or thrown at once', async () => {
    const rejects = () => Promise.reject('text')
    const throws = (): Promise<never> => {
      throw new Error('at once')
    }
    expect(await troubleOf(ask(rejects))).toMatchObject({ trouble: 'unavailable' })
    expect(await troubleOf(ask(throws))).toMatchObject({ trouble: 'unavailable' })
  })
})

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

  test('opens between the attempts of one call, which then ends with its own trouble', async () => {
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

    test('opens over five inputs of two accounts, and asks for as many again once it closed', async () => {
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
      expect(upstream.health()).toMatchObject([{ failures: 3, successes: 0, ...share }])
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

  test('refuses others while that attempt is under way', async () => {
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
    expect(upstream.health()).toEqual([
      { provider: 'registry/http#0', circuit: 'open', failures: 5, successes: 0, unusable: 0, denied: 0 },
      { provider: 'registry/http#1', circuit: 'closed', failures: 0, successes: 1, unusable: 0, denied: 0 },
    ])
  })

  test('blames no provider that the deadline left no time, and one that used it up', async () => {
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
    expect(upstream.health()).toMatchObject([{ circuit: 'closed', failures: 0 }])
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
    expect(upstream.health()).toMatchObject([{ circuit: 'closed', failures: 0 }])
    expect(logger.of('upstream.trouble')).toHaveLength(10)
    expect(logger.of('upstream.trouble')[0]?.facts).toMatchObject({ counted: false })
  })

  test('blames it for those of a process that ran', async () => {
    await Promise.all(Array.from({ length: 5 }, () => troubleOf(ask(timesOut(20), WRITE))))
    expect(upstream.health()).toMatchObject([{ circuit: 'open', failures: 5 }])
  })
})

describe('with a described source', () => {
  let server: FakeUpstream
  beforeAll(async () => {
    server = await fakeUpstream()
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())
  const person = (signal = never, source: object = {}) => {
    const compiled = implementation(upstream, { baseUrl: server.url, ...source, operations: { person: ASK_PERSON } })
    return upstream.ask(READ, signal, (given) => run(compiled['person'], { pan: 'ABCPE0000F' }, attempt(given)))
  }

  test('asks again after 503s and brings the answer', async () => {
    server.answer(reply.status(503), reply.status(502), reply.json(PERSON))
    expect(await person()).toMatchObject({ name: 'ASHA RAO' })
    expect(server.requests).toHaveLength(3)
  })

  test('asks once where a definite no comes', async () => {
    server.answer(reply.status(404))
    expect(await person()).toBeNull()
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['was cut off', reply.resetMidBody()],
    ['never ends', reply.headersOnly()],
  ])('does not ask again where an answer had begun and %s: it may have been billed', async (_, misbehave) => {
    server.answer(misbehave, reply.json(PERSON))
    expect(await troubleOf(person(never, { timeoutMs: 150 }))).toMatchObject({ trouble: 'unavailable' })
    expect(server.requests).toHaveLength(1)
  })

  test('does not ask again what used up its own time: the rest is for the next in the list', async () => {
    server.answer(reply.hang(), reply.json(PERSON))
    expect(await troubleOf(person(never, { timeoutMs: 150 }))).toMatchObject({ trouble: 'unavailable', sent: true })
    expect(server.requests).toHaveLength(1)
  })

  test('ends all attempts by one deadline', async () => {
    server.answer(reply.status(503), reply.hang())
    const ending = new AbortController()
    const asked = troubleOf(person(ending.signal))
    await expect.poll(() => server.requests.length, PATIENTLY).toBe(2)
    ending.abort()
    expect(await asked).toMatchObject({ trouble: 'unavailable', sent: true })
    expect(server.requests).toHaveLength(2)
  })

  test('logs the status, and neither input, reply nor URL', async () => {
    server.answer(reply.status(401))
    await troubleOf(person())
    expect(logger.of('upstream.trouble')[0]?.facts).toMatchObject({
      provider: 'registry/http#0',
      operation: 'person',
      attempt: 1,
      trouble: 'denied',
      sent: true,
      detail: 'registry/http: HTTP 401',
    })
    const told = { provider: 'registry/http#0', operation: 'person', detail: 'registry/http: HTTP 401' }
    expect(logger.of('upstream.denied')).toEqual([{ level: 'error', event: 'upstream.denied', facts: told }])
    expect(logger.text()).not.toMatch(/ABCPE0000F|127\.0\.0\.1|people|as told/)
  })
})
