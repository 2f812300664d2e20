import { randomBytes } from 'node:crypto'
import { openHost } from '@parakh/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import type { CallerReply, CallerRequest } from '../rig/caller.ts'
import { rigConfig } from '../rig/config.ts'
import { type OwnDatabase, type PostgresServer, postgresDatabase, postgresServer } from '../rig/database.ts'
import { type FakeUpstream, fakeUpstream } from '../rig/fake-upstream.ts'
import { type Operator, openOperator, type Payer } from '../rig/operator.ts'
import { type RollingServers, rollingServers } from '../rig/rolling.ts'
import { NO_LIMITS, type RigSettings } from '../rig/server-settings.ts'
import { seed, tally, tell } from './promise.ts'

const PROCESSES = 4
const ROUNDS = 5
const CALLERS = 32
const MOST_TRIES = 60
const MINUTES = 60_000
const NAMES = ['pepper', 'masterKey', 'jwtKeys'] as const

const WAIT = { timeout: 120_000, interval: 500 }

type Secret = { readonly id: string; readonly value: string }
type Generation = Readonly<Record<(typeof NAMES)[number], Secret>>
/** Of a pair or a token. */
interface Proof {
  readonly payer: Payer
  token: string
}
/** A call that was answered: its replay has the same bytes. */
interface Answered {
  readonly proof: Proof
  readonly requestId: string
  readonly path: string
  readonly text: string
}

const generation = (nth: number): Generation => {
  const secret = (): Secret => ({ id: `g${nth}`, value: randomBytes(32).toString('base64') })
  return { pepper: secret(), masterKey: secret(), jwtKeys: secret() }
}
const secretsOf = (...generations: readonly Generation[]): RigSettings['secrets'] => {
  const [pepper, masterKey, jwtKeys] = NAMES.map((name) => generations.map((one) => ({ ...one[name] })))
  return { pepper: pepper ?? [], masterKey: masterKey ?? [], jwtKeys: jwtKeys ?? [] }
}

/** docs/guides/rotate-secrets.md, step by step: what a test does here stands there in words. */
describe('the secrets of four processes are replaced while they serve', () => {
  let [server, database, upstream]: [PostgresServer?, OwnDatabase?, FakeUpstream?] = []
  let servers: RollingServers
  let operator: Operator
  const settings = (...generations: readonly Generation[]): RigSettings => ({
    database: (database as OwnDatabase).database,
    secrets: secretsOf(...generations),
    ...{ upstreamUrl: (upstream as FakeUpstream).url, rateLimits: NO_LIMITS },
  })
  beforeAll(async () => {
    await buildServers()
    server = await postgresServer()
    database = await postgresDatabase(server)
    upstream = await fakeUpstream({ seed: seed(), delayMs: [0, 10] })
  }, 5 * MINUTES)
  afterAll(async () => {
    await servers?.close()
    await operator?.close()
    await upstream?.close()
    await database?.drop()
    await server?.stop()
  })

  const wrong: string[] = []
  const statuses: number[] = []
  const proofs: Proof[] = []
  let answered: Answered[] = []
  let [calls, retried] = [0, 0]

  /** Sent again with its request id where the database is too slow for the machine: that is no refusal of a secret, and the log has none of those. */
  async function call(nth: number, request: Omit<CallerRequest, 'url'>): Promise<CallerReply> {
    for (let tried = 1; ; tried += 1) {
      const reply = await servers.call(nth, request)
      if (reply.status !== 503 || tried === MOST_TRIES) return reply
      retried += 1
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  const check = (status: number, what: string): void => {
    statuses.push(status)
    if (status !== 200) wrong.push(what)
  }
  async function tokenOf(payer: Payer): Promise<string> {
    const body = { api_key: payer.headers['x-api-key'], api_secret: payer.headers['x-api-secret'] }
    const { status, text } = await call(calls, { path: '/api/v1/auth/token', body })
    check(status, `token: ${status} ${text}`)
    return (JSON.parse(text) as { data: { access_token: string } }).data.access_token
  }
  async function join(): Promise<Proof> {
    const payer = await operator.payer('10000')
    const proof = { payer, token: await tokenOf(payer) }
    proofs.push(proof)
    return proof
  }
  const headersOf = ({ payer, token }: Proof, nth: number): Readonly<Record<string, string>> =>
    nth % 2 === 0 ? payer.headers : { authorization: `Bearer ${token}` }
  /** A new call, or the replay of an earlier one, by a pair or a token. */
  async function one(nth: number): Promise<void> {
    const again = nth % 3 === 0 ? answered[nth % Math.max(1, answered.length)] : undefined
    const proof = again?.proof ?? proofs[nth % proofs.length]
    if (!proof) throw new RangeError('nobody calls')
    const { requestId, path } = again ?? { requestId: `r-${nth}`, path: `/api/v1/things/t${nth % 50}` }
    const { status, text } = await call(nth, { path, requestId, headers: headersOf(proof, nth >> 1) })
    check(status, `${requestId}: ${status} ${text}`)
    if (again && again.text !== text) wrong.push(`${requestId}: ${again.text} became ${text}`)
    if (!again && status === 200) answered.push({ proof, requestId, path, text })
  }
  /** Work while callers call, and so many calls more. */
  async function during(work: () => Promise<void>, more = 200): Promise<void> {
    let worked = false
    const until = (): number => (worked ? last : Number.POSITIVE_INFINITY)
    let last = 0
    const callers = Array.from({ length: CALLERS }, async () => {
      while (calls < until()) {
        calls += 1
        await one(calls)
      }
    })
    try {
      await work()
    } finally {
      last = calls + more
      worked = true
    }
    await Promise.all(callers)
  }
  async function withOperator(next: RigSettings): Promise<void> {
    await operator?.close()
    operator = await openOperator(next)
  }
  /** `parakh secrets rewrap`. */
  async function rewrap(next: RigSettings): Promise<unknown> {
    const host = await openHost(await rigConfig({ ...next, upstreamUrl: null }), { logger: false })
    const moved = await host.run('secrets.rewrap', {}, { operator: 'asha' })
    await host.stop()
    return moved
  }

  async function replace(older: Generation, newer: Generation, idle: Payer): Promise<void> {
    // Every process knows the new ones before any uses them.
    await during(() => servers.roll(settings(older, newer)))
    await withOperator(settings(older, newer))
    await during(() => join().then(() => undefined))
    // The new ones are used.
    await during(() => servers.roll(settings(newer, older)))
    await withOperator(settings(newer, older))
    const before = [...answered]
    await during(() => join().then(() => undefined))
    await during(async () => {
      expect(await rewrap(settings(newer, older))).toMatchObject({ key_id: newer.masterKey.id, left: 0 })
    })
    const { secrets } = operator.store
    expect(await secrets.masterKeys()).toEqual([
      { keyId: newer.masterKey.id, dataKeys: expect.any(Number), isCurrent: true, state: 'there' },
    ])
    // An hour later: callers have new tokens. `retention.answerDays` later: they replay what was answered since.
    for (const proof of proofs) proof.token = await tokenOf(proof.payer)
    // Every pair that is used moves to the new pepper, within the seconds for which a process remembers its key; an idle one waits for its use.
    const uses = async () => (await secrets.peppers()).map(({ pepperId, apiSecrets }) => [pepperId, apiSecrets])
    const useAll = async () => {
      for (const [nth, { payer }] of proofs.entries()) check((await use(nth, payer)).status, 'a pair in use')
      return await uses()
    }
    const use = (nth: number, { headers }: Payer) => call(nth, { path: '/api/v1/things/used', headers })
    await expect.poll(useAll, WAIT).toEqual([
      [newer.pepper.id, proofs.length],
      [older.pepper.id, 1],
    ])
    check((await use(0, idle)).status, 'the idle key')
    expect(await uses()).toContainEqual([older.pepper.id, 0])
    answered = answered.slice(before.length)
    expect(answered.length).toBeGreaterThan(0)
    // The old ones are gone.
    await during(() => servers.roll(settings(newer)))
    await withOperator(settings(newer))
    await during(() => join().then(() => undefined))
    // Why to wait for `retention.answerDays`: an older answer is recognised no longer. It is refused, and nothing is charged.
    const [earlier] = before
    if (!earlier) throw new RangeError('nothing was answered before')
    const { payer } = earlier.proof
    const balance = await operator.balance(payer)
    const reply = await call(0, { path: earlier.path, requestId: earlier.requestId, headers: payer.headers })
    expect(reply.status).toBe(422)
    expect(await operator.balance(payer)).toEqual(balance)
  }

  test('no call, no token and no stored answer is refused at any step', { timeout: 20 * MINUTES }, async () => {
    let older = generation(0)
    operator = await openOperator(settings(older))
    servers = await rollingServers(settings(older), PROCESSES)
    for (let nth = 0; nth < 3; nth += 1) await join()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [newer, idle] = [generation(round), await operator.payer('10')]
      await during(async () => undefined)
      await replace(older, newer, idle)
      // Its data key was made by its use.
      proofs.push({ payer: idle, token: await tokenOf(idle) })
      for (const { value } of Object.values(older)) expect(servers.log()).not.toContain(value)
      older = newer
    }
    expect(wrong).toEqual([])
    expect(servers.log()).not.toMatch(/MASTER_KEY|key_provider_away|SEALED_DATA/)
    expect(await operator.verify()).toMatchObject({ ok: true, openHolds: 0 })
    tell({ rotations: ROUNDS, calls, retried, accounts: proofs.length, statuses: tally(statuses) })
  })
})
