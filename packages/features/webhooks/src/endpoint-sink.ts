import type { EventSink } from '@parakh/core'
import type { WebhookWorker } from './contract.ts'
import type { WebhookStore } from './webhook-store.ts'

/** What the sink of webhook endpoints is made from. */
export interface EndpointSinkOptions {
  readonly store: WebhookStore
  /** Told when something is due. */
  readonly worker?: Pick<WebhookWorker, 'wake'>
  /** Before the first attempt, in milliseconds; 0 unless given. */
  readonly delayMs?: number
}

/**
 * The default sink: each event becomes a first attempt for every endpoint of its account that takes it. Events that come again add
 * nothing.
 *
 * @example
 * make: ({ store, worker }) => endpointSink({ store, worker })
 */
export function endpointSink({ store, worker, delayMs = 0 }: EndpointSinkOptions): EventSink {
  return {
    async deliver(events) {
      await store.fanOut(events, { delayMs })
      worker?.wake()
    },
  }
}
