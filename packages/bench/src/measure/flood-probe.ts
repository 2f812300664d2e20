import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type CallerHeaders, LOOKUP_PATH } from '../servers/ready.ts'

/** Callers besides the flood, each of which calls again once it is answered, and how often health is asked, on a new connection. */
const CALLERS = 64
const HEALTH_EVERY_MS = 50

/** What callers besides a flood wait for, in milliseconds. */
export interface Probed {
  readonly acceptedMs: readonly number[]
  readonly healthMs: readonly number[]
}

// In a thread of its own: the one that makes the flood has no time to take an answer when it comes.
const { url, callers }: { readonly url: string; readonly callers: readonly CallerHeaders[] } = workerData
const acceptedMs: number[] = []
const healthMs: number[] = []
let over = false

/** How long an answer took, and its status. */
async function timed(
  path: string,
  headers: CallerHeaders,
): Promise<{ readonly status: number; readonly tookMs: number }> {
  const began = performance.now()
  const answer = await fetch(`${url}${path}`, { headers })
  await answer.arrayBuffer()
  return { status: answer.status, tookMs: performance.now() - began }
}

async function call(nth: number): Promise<void> {
  const headers = callers[nth % callers.length] ?? {}
  while (!over) {
    const { status, tookMs } = await timed(LOOKUP_PATH, headers)
    if (status === 200) acceptedMs.push(tookMs)
    else if (status !== 503) throw new Error(`a call was answered with ${status}`)
  }
}

async function askHealth(): Promise<void> {
  while (!over) {
    const { status, tookMs } = await timed('/healthz', { connection: 'close' })
    if (status !== 200) throw new Error(`/healthz answered ${status}`)
    healthMs.push(tookMs)
    await sleep(HEALTH_EVERY_MS)
  }
}

parentPort?.once('message', () => {
  over = true
})
await Promise.all([askHealth(), ...Array.from({ length: CALLERS }, (_, nth) => call(nth))])
parentPort?.postMessage({ acceptedMs, healthMs } satisfies Probed)
