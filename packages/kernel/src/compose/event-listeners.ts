import {
  type Clock,
  didYouMean,
  type Event,
  errorFacts,
  HOST_EVENTS,
  type HostEventType,
  isHostEvent,
  isParakhError,
  LISTENER_PREFIX,
  type Logger,
  type Outbox,
  type OutboxEvent,
} from '@parakh/core'
import type { Background } from '../background/background.ts'
import { relayToListener } from '../background/relay-to-listener.ts'
import { kernelErrors } from '../error-codes.ts'
import type { EventHandler, ListenOptions } from './event-handler.ts'

/** What the listeners of a host are made from. */
export interface EventListenersOptions {
  readonly outbox: Outbox
  /** The names of the configured sinks. */
  readonly sinks: readonly string[]
  readonly background: Background
  readonly logger: Logger
  readonly clock: Clock
  /** The id of this process. */
  readonly owner: string
  /** While it returns true, durable listeners wait. */
  paused(): boolean
}

/** Hands an event to a handler. @throws `EVENT_HANDLER_FAILED` */
type Hear = (event: OutboxEvent) => Promise<void>
interface DurableListener {
  readonly name: string
  readonly type: string
  readonly hear: Hear
}

const NAME = /^[a-z][a-z0-9-]{0,31}$/
const NAME_RULE = 'lower-case letters, digits and "-", a letter first, 32 at most'
const EVERY_MS = 250
const LEASE_MS = 5_000
/** After failures in a row 1, 2, 4 … turns are left out, so that a handler that fails is asked every 10 s at last. */
const MOST_TURNS_LEFT_OUT = 40

/** The handlers of events in this process: `host.on`. */
export class EventListeners {
  readonly #given: EventListenersOptions
  readonly #plain = new Set<{ readonly type: string; readonly hear: Hear }>()
  readonly #durable = new Map<string, DurableListener>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #stopping = new AbortController()
  #unwatch: (() => void) | null = null
  #relays = false

  constructor(given: EventListenersOptions) {
    this.#given = given
  }

  /**
   * Calls a handler with each event of a type.
   *
   * @returns Once it listens: ends that.
   * @throws `EVENT_UNKNOWN`, `LISTENER_REFUSED`
   */
  async on(
    event: HostEventType | Pick<Event, 'id' | 'definition'>,
    handler: EventHandler<never>,
    { durable }: ListenOptions,
  ): Promise<() => void> {
    const type = typeof event === 'string' ? event : event.id
    const schema = typeof event === 'string' ? hostEventSchema(event) : event.definition.data
    const hear: Hear = async (happened) => {
      try {
        const data = schema.parse(happened.data)
        await handler({ ...happened, data: data as never }, { signal: this.#stopping.signal })
      } catch (cause) {
        const facts = { type, event: happened.id, listener: durable ?? null, reason: errorFacts(cause).error }
        throw kernelErrors.error('EVENT_HANDLER_FAILED', { type }, { cause, facts })
      }
    }
    return durable === undefined
      ? this.#listen({ type, hear })
      : await this.#listenDurably({ name: durable, type, hear })
  }

  /** Begins to hand events to durable listeners, those of now and of later. */
  relay(): void {
    this.#relays = true
    for (const listener of this.#durable.values()) this.#begin(listener)
  }

  /** Hands over nothing more, and resolves when no handler runs. Those of durable listeners run in the background tasks. */
  async stop(): Promise<void> {
    this.#unwatch?.()
    this.#stopping.abort()
    await Promise.allSettled([...this.#running])
  }

  #listen(listener: { readonly type: string; readonly hear: Hear }): () => void {
    this.#plain.add(listener)
    this.#unwatch ??= this.#given.outbox.watch((events) => this.#hear(events))
    return () => void this.#plain.delete(listener)
  }

  /** Called within a commit's last step, so handlers run in a later turn of the event loop. */
  #hear(events: readonly OutboxEvent[]): void {
    for (const event of events)
      for (const { type, hear } of this.#plain) {
        if (type !== event.type) continue
        const run = new Promise((resolve) => setImmediate(resolve))
          .then(() => hear(event))
          .catch((error: unknown) => this.#given.logger.error('event.handler_failed', errorFacts(error)))
          .finally(() => this.#running.delete(run))
        this.#running.add(run)
      }
  }

  async #listenDurably(listener: DurableListener): Promise<() => void> {
    const { name } = listener
    const refuse = (detail: string, allowed: string) =>
      kernelErrors.error('LISTENER_REFUSED', { name, detail, allowed })
    if (!NAME.test(name)) throw refuse('is no name', NAME_RULE)
    if (this.#given.sinks.includes(name)) throw refuse('is the name of an event sink', 'another name')
    if (this.#durable.has(name)) throw refuse('listens in this host already', 'a name for each handler')
    this.#durable.set(name, listener)
    try {
      await this.#lease(name)
    } catch (error) {
      this.#durable.delete(name)
      throw error
    }
    if (this.#relays) this.#begin(listener)
    return () => {
      if (this.#durable.get(name) === listener) this.#durable.delete(name)
    }
  }

  #lease(name: string): Promise<boolean> {
    const { outbox, owner, clock } = this.#given
    const at = clock.now().getTime()
    return outbox.lease({ sink: `${LISTENER_PREFIX}${name}`, owner, at, leaseMs: LEASE_MS })
  }

  #begin(listener: DurableListener): void {
    const { background, logger } = this.#given
    let [failures, leftOut] = [0, 0]
    const listens = (): boolean => this.#durable.get(listener.name) === listener
    const run = async (): Promise<void> => {
      if (leftOut > 0) leftOut -= 1
      else
        try {
          await this.#turn(listener, listens)
          failures = 0
        } catch (error) {
          leftOut = Math.min(2 ** failures, MOST_TURNS_LEFT_OUT)
          failures += 1
          if (!isParakhError(error) || error.code !== 'EVENT_HANDLER_FAILED') throw error
          logger.error('event.handler_failed', errorFacts(error))
        }
    }
    background.begin({ name: `listener.${listener.name}`, everyMs: EVERY_MS, run, while: listens })
  }

  async #turn({ name, type, hear }: DurableListener, listens: () => boolean): Promise<void> {
    const { outbox, sinks, paused } = this.#given
    const mayGoOn = async (): Promise<boolean> =>
      listens() && !this.#stopping.signal.aborted && !paused() && (await this.#lease(name))
    if (!(await mayGoOn())) return
    const consumer = { sink: `${LISTENER_PREFIX}${name}`, of: sinks }
    const handle = async (event: OutboxEvent): Promise<void> => {
      // A handler may take longer than the lease.
      const renewing = setInterval(() => void this.#lease(name).catch(() => undefined), LEASE_MS / 2)
      try {
        await hear(event)
      } finally {
        clearInterval(renewing)
      }
    }
    await relayToListener({ outbox, consumer, type, mayGoOn, handle })
  }
}

function hostEventSchema(type: string) {
  if (isHostEvent(type)) return HOST_EVENTS[type]
  const known = Object.keys(HOST_EVENTS)
  throw kernelErrors.error('EVENT_UNKNOWN', { type, hint: didYouMean(type, known), allowed: known.join(', ') })
}
