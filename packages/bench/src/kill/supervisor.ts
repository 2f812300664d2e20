import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../rig/server-process.ts'
import type { RigSettings } from '../rig/server-settings.ts'
import { type Crash, type CrashNote, isStall } from './crash-windows.ts'
import type { FailpointSettings } from './failpoint.ts'

/** What is kept running, and how it dies. */
export interface SupervisorOptions {
  readonly processes: number
  readonly settings: RigSettings
  readonly crashes: readonly Crash[]
  /** The file for crash notes. */
  readonly notes: string
  /** Whether a call has ended. */
  isOver(reference: string): Promise<boolean>
  /** Told of each crash. */
  onDeath(done: number): void
}

/** The module that kills a server; built code, as node 20 runs no TypeScript. */
const FAILPOINTS = new URL('../../dist/kill/failpoint-services.js', import.meta.url).href
/** A window that is not reached in this time is tried again later, in milliseconds. */
const LONGEST_LIFE_MS = 30_000
const LONGEST_WATCH_MS = 6_000
/** How often one crash is tried. */
const MOST_TRIES = 4
/** For how long a server is stalled at most until another one has ended its call: a lease of 30 s and the next sweep, many times. */
const LONGEST_STALL_MS = 120_000
/** How long a stalled process may take to end. */
const AFTER_STALL_MS = 1_000
const LOOK_EVERY_MS = 100

interface Pending {
  readonly crash: Crash
  readonly tried: number
}

/** Starts each process again as often as it dies; once all crashes are done, a sound one stands in place of each. */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #pending: Pending[]
  readonly #alive = new Set<ServerProcess>()
  /** Those that take calls now. */
  readonly #up = new Map<number, ServerProcess>()
  #kills = 0
  #missed = 0

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#pending = options.crashes.map((crash) => ({ crash, tried: 0 }))
  }

  /** Processes killed so far. */
  get kills(): number {
    return this.#kills
  }

  /** Of these, those whose window was not reached in time: they are tried again. */
  get missed(): number {
    return this.#missed
  }

  /** A server that takes calls now; null: none does. */
  serverUrl(nth: number): string | null {
    const up = [...this.#up.values()]
    return up[nth % up.length]?.url ?? null
  }

  /** Resolves when every crash has happened, and a process without a failpoint serves in each place. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.processes }, (_, slot) => this.#keep(slot)))
  }

  /** Ends what runs, and starts nothing any more. */
  async close(): Promise<void> {
    this.#pending.length = 0
    this.#up.clear()
    await Promise.all([...this.#alive].map((server) => this.#end(server)))
  }

  /** The crash notes. */
  notes(): readonly CrashNote[] {
    const lines = readFileSync(this.#options.notes, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CrashNote)
  }

  async #keep(slot: number): Promise<void> {
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) await this.#live(slot, next)
    this.#up.set(slot, await this.#start(this.#options.settings))
  }

  async #start(settings: RigSettings): Promise<ServerProcess> {
    const server = await startServer(settings)
    this.#alive.add(server)
    return server
  }

  async #end(server: ServerProcess): Promise<void> {
    await server[Symbol.asyncDispose]()
    this.#alive.delete(server)
  }

  async #live(slot: number, pending: Pending): Promise<void> {
    const { settings, notes, onDeath } = this.#options
    const forServices: FailpointSettings = { crash: pending.crash, notes }
    const server = await this.#start({ ...settings, services: FAILPOINTS, forServices }).catch(diedEarly)
    if (server) {
      this.#up.set(slot, server)
      if (isStall(pending.crash.cause)) return await this.#stall(slot, server, pending)
      await this.#die(slot, server, pending)
    }
    this.#kills += 1
    onDeath(this.#kills)
  }

  async #die(slot: number, server: ServerProcess, pending: Pending): Promise<void> {
    const waiting = new AbortController()
    const longestMs = pending.crash.cause === 'recovering' ? LONGEST_WATCH_MS : LONGEST_LIFE_MS
    const overdue = sleep(longestMs, 'overdue' as const, { signal: waiting.signal }).catch(() => 'over' as const)
    const end = await Promise.race([server.ended, overdue])
    waiting.abort()
    this.#up.delete(slot)
    if (end === 'overdue') this.#miss(pending)
    else if (end !== 'over' && end.signal !== 'SIGKILL')
      throw new Error(`a server ended by itself with ${end.code ?? end.signal}:\n${server.log()}`)
    await this.#end(server)
  }

  #miss({ crash, tried }: Pending): void {
    this.#missed += 1
    if (tried + 1 === MOST_TRIES || crash.cause === 'recovering') return
    // The first passage is the likeliest.
    this.#pending.push({ crash: { ...crash, afterMs: 0, passage: 1 }, tried: tried + 1 })
  }

  async #stall(slot: number, server: ServerProcess, pending: Pending): Promise<void> {
    const note = await this.#until(LONGEST_LIFE_MS, async () => this.notes().find(({ pid }) => pid === server.pid))
    this.#up.delete(slot)
    const { reference } = note ?? {}
    if (reference === undefined) {
      this.#miss(pending)
      return await this.#end(server)
    }
    await this.#until(LONGEST_STALL_MS, async () => (await this.#options.isOver(reference)) || undefined)
    server.resume()
    await sleep(AFTER_STALL_MS)
    const code = await server.terminate()
    if (code !== 0) throw new Error(`a server that had been stalled ended with ${code}:\n${server.log()}`)
    await this.#end(server)
  }

  /** Looks again and again until there is something, or the time is over. */
  async #until<T>(longestMs: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const until = Date.now() + longestMs
    let found = await look()
    while (found === undefined && Date.now() < until) {
      await sleep(LOOK_EVERY_MS)
      found = await look()
    }
    return found
  }
}

/** Before it took calls; anything else that keeps a server from starting is no crash of ours. */
function diedEarly(error: unknown): null {
  if (!String(error).includes('SIGKILL')) throw error
  return null
}
