import type { EventEmitter } from 'node:events'
import { type OutboxEvent, type Service, Store, service, sideBySide, WebhookSink, WebhookWorker } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import type { Config } from '@parakh/server'
import { endpointSink } from '@parakh/webhooks'
import { brokerSink } from './broker-sink.ts'

/** The application's own broker. */
export type Broker = EventEmitter<Record<string, [OutboxEvent]>>

/** Events go to the broker instead of to webhook endpoints. */
export const brokerInstead = (broker: Broker): Service => service(WebhookSink, {}, () => brokerSink(broker))

/** Events go to the broker and to webhook endpoints, each at its own pace. */
export const brokerBeside = (broker: Broker): Service =>
  service(WebhookSink, { store: Store, worker: WebhookWorker }, ({ store, worker }) =>
    sideBySide({ endpoints: endpointSink({ store: store.webhooks, worker }), broker: brokerSink(broker) }),
  )

/** What differs between a machine and a test. */
export interface Placement {
  readonly databaseFile: string
  readonly secrets: NonNullable<Config['secrets']>
  /** Where events go. */
  readonly sink: Service
}

/** The configuration: in TypeScript, because it has a service of its own. */
export const configOf = ({ databaseFile, secrets, sink }: Placement): Config => ({
  database: { client: 'sqlite3', filename: databaseFile },
  plugins: [ifsc()],
  // The receiver of the test stands on this machine.
  webhooks: { allowInsecure: true, allowTargets: ['127.0.0.1'] },
  secrets,
  services: [sink],
})
