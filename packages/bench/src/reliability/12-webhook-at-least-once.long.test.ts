import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { type OwnDatabase, postgresDatabase, postgresServer, sqliteDatabase } from '../rig/database.ts'
import { commitEvents, openListeners } from '../rig/emit-events.ts'
import { type Operator, openOperator } from '../rig/operator.ts'
import type { Received } from '../rig/receiver-entry.ts'
import { NO_LIMITS, type RigSettings, rigSecrets } from '../rig/server-settings.ts'
import { type ReceiverProcess, startReceivers, startWorker } from '../rig/webhook-processes.ts'
import { FULL, tell } from './promise.ts'

const EVENTS = FULL ? 5_000 : 200
const KILLS = FULL ? 50 : 2
const LISTENERS = 10
/** A worker lives so long: past the lease of the one before it. */
const LIVES_MS = [2_000, 11_000] as const
const MINUTES = 60_000
const MOST_DUPLICATES = 0.02
const CLIENTS = FULL ? (['sqlite3', 'pg'] as const) : (['pg'] as const)

describe.each(CLIENTS)('webhooks on %s (reliability.md, promise 12)', (client) => {
  let database: OwnDatabase | null = null
  let operator: Operator | null = null
  let receivers: ReceiverProcess | null = null
  beforeAll(() => buildServers(), 5 * MINUTES)
  afterEach(async () => {
    await operator?.close()
    await receivers?.close()
    await database?.drop()
  })

  test('every event arrives, whatever is killed when, and hardly any twice', { timeout: 25 * MINUTES }, async () => {
    database = client === 'pg' ? await postgresDatabase(await postgresServer()) : await sqliteDatabase()
    receivers = await startReceivers()
    const settings: RigSettings = {
      ...{ database: database.database, secrets: rigSecrets(), upstreamUrl: null, rateLimits: NO_LIMITS },
      webhooks: { allowInsecure: true, allowTargets: ['127.0.0.1'], schedule: [0, ...Array<number>(29).fill(1)] },
    }
    operator = await openOperator(settings)
    const { store } = operator
    const urls = Array.from({ length: LISTENERS }, () => `${receivers?.url}/fail/30`)
    const listeners = await openListeners(operator, urls)
    // Those of opening the accounts.
    const before = (await store.outbox.read(1_000)).map(({ id }) => id)
    await store.outbox.delivered(before)

    const committed: string[] = []
    let killed = 0
    const emitting = (async () => {
      const [least, most] = LIVES_MS
      const pauseMs = ((least + most) / 2) * (KILLS / EVENTS)
      for (let nth = 0; nth < EVENTS; nth += 1) {
        const { accountId = '' } = listeners[nth % LISTENERS] ?? {}
        committed.push(...(await commitEvents(store, accountId, 1)))
        await sleep(pauseMs)
      }
    })()
    for (; killed < KILLS; killed += 1) {
      const worker = await startWorker(settings)
      await sleep(LIVES_MS[0] + Math.random() * (LIVES_MS[1] - LIVES_MS[0]))
      await worker.kill()
    }
    await emitting
    const last = await startWorker(settings)
    const received: Received[] = []
    const taken = (): Set<string> => new Set(received.filter(({ status }) => status === 200).map(({ id }) => id))
    for (let tries = 0; tries < 300 && taken().size < EVENTS; tries += 1) {
      await sleep(1_000)
      received.push(...(await receivers.take()))
    }
    expect(await last.terminate()).toBe(0)
    received.push(...(await receivers.take()))

    expect([...taken()].sort()).toEqual([...committed].sort())
    const bodies = new Map<string, Set<string>>()
    for (const { id, body } of received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    expect([...bodies.values()].filter((of) => of.size > 1)).toEqual([])
    const accepted = received.filter(({ status }) => status === 200).length
    const duplicates = accepted - EVENTS
    tell({ promise: 12, client, events: EVENTS, killed, posts: received.length, accepted, duplicates })
    // A short run has too few events for a share to mean anything: no more than the slots of one lane a death.
    expect(duplicates).toBeLessThanOrEqual(Math.max(EVENTS * MOST_DUPLICATES, KILLS * 8))
  })
})
