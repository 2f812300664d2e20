import type { OutboxEvent } from '@parakh/core'

/** A committed event, with the data of its schema. */
export interface HappenedEvent<Data> extends Omit<OutboxEvent, 'data'> {
  readonly data: Data
}
/** What a handler gets besides the event. */
export interface HandlerContext {
  /** Aborted when the host stops. It waits for the handler, which may end early. */
  readonly signal: AbortSignal
}
/** Called with each event of a type. */
export type EventHandler<Data> = (event: HappenedEvent<Data>, context: HandlerContext) => void | Promise<void>
/** How events are handed to a handler. */
export interface ListenOptions {
  /**
   * A permanent name: events are then kept for it and handed over at least once, one after another, by one process at a time, also those from
   * while no process ran. Without it an event is handed over after its commit, at most once, by the process that wrote it.
   */
  readonly durable?: string
}
