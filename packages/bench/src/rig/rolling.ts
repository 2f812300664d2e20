import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, type CallerReply, type CallerRequest, caller } from './caller.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { RigSettings } from './server-settings.ts'

/** Server processes behind a balancer, which are replaced one after the other. */
export interface RollingServers {
  /** Calls a server that takes calls: the n-th, and round again. */
  call(nth: number, request: Omit<CallerRequest, 'url'>): Promise<CallerReply>
  /** Replaces each process: it gets no new call, ends what it has, and another one with these settings takes its place. */
  roll(settings: RigSettings): Promise<void>
  /** What all processes have logged so far. */
  log(): string
  close(): Promise<void>
}

const MOST_STARTS = 5

interface Place {
  server: ServerProcess
  takesCalls: boolean
  open: number
}

/** As a process manager does: a database that is too slow for a moment ends no replacement. */
async function startAgain(settings: RigSettings): Promise<ServerProcess> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await startServer(settings)
    } catch (error) {
      if (tried === MOST_STARTS || !String(error).includes('DATABASE_UNAVAILABLE')) throw error
    }
  }
}

/**
 * Starts processes on one database.
 *
 * @param processes At least two: one of them is away while it is replaced.
 */
export async function rollingServers(settings: RigSettings, processes: number): Promise<RollingServers> {
  const started = await Promise.all(Array.from({ length: processes }, () => startServer(settings)))
  const places: readonly Place[] = started.map((server) => ({ server, takesCalls: true, open: 0 }))
  const ended: ServerProcess[] = []
  const http: Caller = caller()
  return {
    async call(nth, request) {
      const open = places.filter(({ takesCalls }) => takesCalls)
      const place = open[nth % open.length]
      if (!place) throw new RangeError('no server takes calls')
      place.open += 1
      try {
        return await http.call({ ...request, url: place.server.url })
      } finally {
        place.open -= 1
      }
    },
    async roll(next) {
      for (const place of places) {
        place.takesCalls = false
        while (place.open > 0) await sleep(5)
        const code = await place.server.terminate()
        if (code !== 0) throw new Error(`a server ended with ${code}:\n${place.server.log()}`)
        ended.push(place.server)
        place.server = await startAgain(next)
        place.takesCalls = true
      }
    },
    log: () => [...ended, ...places.map(({ server }) => server)].map((server) => server.log()).join(''),
    async close() {
      http.close()
      await Promise.all([...ended, ...places.map(({ server }) => server)].map((one) => one[Symbol.asyncDispose]()))
    },
  }
}
