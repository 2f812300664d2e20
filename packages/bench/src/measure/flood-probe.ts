import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type CallerHeaders, LOOKUP_PATH } from '../servers/ready.ts'

/** Callers besides the flood, each of which calls again once it is answered, and how often health is asked, on a new connection. */
const CALLERS = 64
const HEALTH_EVERY_MS = 50
/** What was asked before is not counted, in milliseconds: this thread starts, and opens its connections. */
const WARM_UP_MS = 1_000

/** What callers besides a flood wait for, in milliseconds. */
export interface Probed {
  /** Calls that were accepted, also those of the first second. */
  readonly accepted: number
  readonly acceptedMs: readonly number[]
  readonly healthMs: readonly number[]
}

// In a thread of its own: the one that makes the flood has no time to take an answer when it comes.
const { url, callers }: { readonly url: string; readonly callers: readonly CallerHeaders[] } = workerData
const acceptedMs: number[] = []
const healthMs: number[] = []
let accepted = 0
let over = false
const fromMs = performance.now() + WARM_UP_MS

/** How long an answer took, and its status. */
async function timed(
  path: string,
  headers: CallerHeaders,
): Promise<{ readonly status: number; readonly tookMs: number; readonly isCounted: boolean }> {
  const began = performance.now()
  const answer = await fetch(`${url}${path}`, { headers })
  await answer.arrayBuffer()
  return { status: answer.status, tookMs: performance.now() - began, isCounted: began >= fromMs }
}

async function call(nth: number): Promise<void> {
  const headers = callers[nth % callers.length] ?? {}
  while (!over) {
    const { status, tookMs, isCounted } = await timed(LOOKUP_PATH, headers)
    if (status === 200) {
      accepted += 1
      if (isCounted) acceptedMs.push(tookMs)
    } else if (status !== 503) throw new Error(`a call was answered with ${status}`)
  }
}

async function askHealth(): Promise<void> {
  while (!over) {
    const { status, tookMs, isCounted } = await timed('/healthz', { connection: 'close' })
    if (status !== 200) throw new Error(`/healthz answered ${status}`)
    if (isCounted) healthMs.push(tookMs)
    await sleep(HEALTH_EVERY_MS)
  }
}

parentPort?.once('message', () => {
  over = true
})
await Promise.all([askHealth(), ...Array.from({ length: CALLERS }, (_, nth) => call(nth))])
parentPort?.postMessage({ accepted, acceptedMs, healthMs } satisfies Probed)
