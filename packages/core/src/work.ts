import type { Needs, Resolved } from './token.ts'

/** A process that serves calls (`parakh serve`, a mounted server), or one beside it that only delivers events (`parakh worker`). */
export type WorkPlace = 'serve' | 'worker'

/** What work gets besides its needs. */
export interface WorkContext {
  /** Aborted when the host stops, which waits for the run. */
  readonly signal: AbortSignal
  /** True while the host moves no money, because its ledger is being checked after a loss. */
  inRecovery(): boolean
  /**
   * The moment before which what is kept for so long is too old, in milliseconds since 1970. A clock that is set ahead by mistake does not move
   * it, so that nothing is dropped early.
   */
  expiredBefore(keptMs: number): number
}
/** The arguments of work, in one object: the host does not know the types of its services. */
export interface WorkRun extends WorkContext {
  readonly services: Readonly<Record<string, unknown>>
}

/** What a plugin does beside calls in every process of a place, at its own pace: for what each process does by itself. */
export interface Work {
  readonly id: string
  readonly where: readonly WorkPlace[]
  readonly needs: Needs
  /** Null: it is begun once, and goes on by itself. */
  readonly everyMs: number | null
  readonly inRecovery: boolean
  /** One run; of work that goes on by itself the beginning, which answers how it ends. */
  run(run: WorkRun): unknown
}

interface WorkDefinition<N extends Needs> {
  /** Unique in a server, and in the log of what fails: `acme.sync`. */
  readonly id: `${string}.${string}`
  readonly where: readonly WorkPlace[]
  readonly needs: N
}
/** Work that is run again and again. */
export interface PeriodicWork<N extends Needs> extends WorkDefinition<N> {
  /** From the end of a run to the beginning of the next, and from the start to the first: 100 ms to a day. */
  readonly everyMs: number
  /** True: also while the host is in money recovery. Otherwise runs are left out until it ends. */
  readonly inRecovery?: boolean
  run(context: WorkContext & Resolved<N>): unknown
}
/** Work that goes on by itself. */
export interface ContinuousWork<N extends Needs> extends WorkDefinition<N> {
  /** Called once when the process starts. It asks `inRecovery()` by itself. @returns Ends it: the host waits for that. */
  begin(context: WorkContext & Resolved<N>): () => Promise<void>
}

/**
 * Declares work beside calls. A run that throws is logged (`background.failed`) and made again; it never overlaps with itself, and `stop` waits for
 * it. It runs in every process of its place at the same time. What should happen once in all processes, at a time of day or with the commit of a call
 * is a job (`defineJob`).
 *
 * @example
 * const sync = defineWork({
 *   id: 'acme.sync', everyMs: 30_000, where: ['serve'], needs: { inbox: Inbox },
 *   run: ({ inbox, signal }) => inbox.fetchNew(signal),
 * })
 */
export function defineWork<const N extends Needs>(definition: PeriodicWork<N> | ContinuousWork<N>): Work {
  const { id, where, needs } = definition
  const contextOf = ({ services, ...context }: WorkRun): WorkContext & Resolved<N> => ({
    ...(services as Resolved<N>),
    ...context,
  })
  if ('begin' in definition)
    return { id, where, needs, everyMs: null, inRecovery: true, run: (run) => definition.begin(contextOf(run)) }
  const { everyMs, inRecovery = false } = definition
  return { id, where, needs, everyMs, inRecovery, run: (run) => definition.run(contextOf(run)) }
}
