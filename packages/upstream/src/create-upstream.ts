import type { Clock, Logger, Upstream } from '@parakh/core'
import type { Pool } from 'undici'
import type * as z from 'zod'
import { ask } from './attempts/ask.ts'
import { type Circuit, createCircuit } from './attempts/circuit.ts'
import { StallWatch } from './attempts/stall-watch.ts'
import { compileSource } from './compile/compile-source.ts'
import { type ConnectionOptions, loadUndici, openPool } from './exchange/connections.ts'
import { parseSettings, type UpstreamSettingsSchema } from './settings.ts'

/** What an upstream is made from. */
export interface UpstreamOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** What the paths of certificates start from; the folder of the process unless given. */
  readonly folder?: string
  /** Retries, circuits and bounds; each has a default. */
  readonly settings?: z.input<typeof UpstreamSettingsSchema>
  /** Logs the message and the cause of what a provider throws, which may hold an input. False unless given. */
  readonly development?: boolean
}

/**
 * Makes the `Upstream` of a server: it compiles HTTP sources, and runs attempts with retries under one deadline and a circuit
 * breaker per provider (decisions.md sections 2 and 3). Disposing it closes its connections.
 *
 * @throws ParakhError `SETTINGS_INVALID`
 * @example
 * const upstream = createUpstream({ clock, logger, settings: { maxAttempts: 2 } })
 * const compiled = upstream.compile(PanProvider, source, 'plugins.@parakh/pan.live')
 */
export function createUpstream(options: UpstreamOptions): Upstream & AsyncDisposable {
  const { clock, logger, development = false, folder = process.cwd() } = options
  const settings = parseSettings(options.settings)
  const stalls = new StallWatch()
  const circuits = new Map<string, Circuit>()
  const pools = new Set<Pool>()
  const circuitOf = (provider: string): Circuit => {
    const circuit = circuits.get(provider) ?? createCircuit(provider, { clock, logger, settings })
    circuits.set(provider, circuit)
    return circuit
  }
  const open = (options: ConnectionOptions): Pool => {
    const pool = openPool(options)
    pools.add(pool)
    return pool
  }
  return {
    compile: (contract, source, path) => {
      loadUndici()
      return compileSource({ contract, source, path }, { settings, clock, folder, open })
    },
    ask: (target, signal, attempt) =>
      ask({ target, signal }, attempt, {
        ...{ clock, logger, settings, stalls, development },
        circuit: circuitOf(target.provider),
      }),
    report: ({ provider, operation }, trouble) => circuitOf(provider).report(trouble, operation),
    health: () => [...circuits.values()].map((circuit) => circuit.health()),
    [Symbol.asyncDispose]: async () => {
      stalls[Symbol.dispose]()
      await Promise.all([...pools].map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}
