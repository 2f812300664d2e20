import { getEventListeners } from 'node:events'
import { UpstreamError, type UpstreamTarget, type UpstreamTrouble } from '@parakh/core'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const settings = { minBackoffMs: 1, maxBackoffMs: 2, circuitFailures: 5, circuitOpenMs: 10_000 }
const question = { reference: 'r-1', account: 'acme', inputHash: () => 'i-1' }
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
  test('a read that was unavailable, up to the allowed attempts, with the last error', async () => {
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

  test('lets an attempt report that nothing was sent', async () => {
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

  test('ends the pause between two attempts, with the previous error', async () => {
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

  test('turns an answer at that moment into a failure after sending', async () => {
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

  test('also if the thrown value is no error, or thrown synchronously', async () => {
    const rejects = () => Promise.reject('text')
    const throws = (): Promise<never> => {
      throw new Error('at once')
    }
    expect(await troubleOf(ask(rejects))).toMatchObject({ trouble: 'unavailable' })
    expect(await troubleOf(ask(throws))).toMatchObject({ trouble: 'unavailable' })
  })
})

describe('with an HTTP source', () => {
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

  test('tries once for a definite no', async () => {
    server.answer(reply.status(404))
    expect(await person()).toBeNull()
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['was cut off', reply.resetMidBody()],
    ['never ends', reply.headersOnly()],
  ])('does not retry if an answer had begun and %s: it may have been billed', async (_, misbehave) => {
    server.answer(misbehave, reply.json(PERSON))
    expect(await troubleOf(person(never, { timeoutMs: 150 }))).toMatchObject({ trouble: 'unavailable' })
    expect(server.requests).toHaveLength(1)
  })

  test('does not retry an attempt that used up its time: the rest is for the next provider', async () => {
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
    const told = {
      provider: 'registry/http#0',
      operation: 'person',
      detail: 'registry/http: HTTP 401',
      reason: 'http_401',
    }
    expect(logger.of('upstream.denied')).toEqual([{ level: 'error', event: 'upstream.denied', facts: told }])
    expect(logger.text()).not.toMatch(/ABCPE0000F|127\.0\.0\.1|people|as told/)
  })
})
