import type { EventEmitter } from 'node:events'
import { definePlugin, EventSinks, type OutboxEvent } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import type { Config } from '@parakh/server'
import * as z from 'zod'
import { brokerSink } from './broker-sink.ts'

/** The application's own broker. */
export type Broker = EventEmitter<Record<string, [OutboxEvent]>>

/** A plugin that brings the driver `broker`: in TypeScript, because the broker is a value of the application. */
const brokerPlugin = (broker: Broker) =>
  definePlugin({
    id: 'own-broker',
    contract: 1,
    contributes: [
      EventSinks.driver({ id: 'broker', options: z.object({}), needs: {}, make: () => brokerSink(broker) }),
    ],
  })()

/** Events go to the broker instead of to webhook endpoints. */
export const BROKER_INSTEAD = { broker: { use: 'broker' } } as const
/** Events go to the broker and to webhook endpoints, each at its own pace. */
export const BROKER_BESIDE = { endpoints: { use: 'webhooks' }, ...BROKER_INSTEAD } as const

/** What differs between a machine and a test. */
export interface Placement {
  readonly databaseFile: string
  readonly secrets: NonNullable<Config['secrets']>
  readonly broker: Broker
  /** Where events go. */
  readonly events: NonNullable<Config['events']>
}

/** The configuration. */
export const configOf = ({ databaseFile, secrets, broker, events }: Placement): Config => ({
  database: { client: 'sqlite3', filename: databaseFile },
  plugins: [ifsc(), brokerPlugin(broker)],
  // The receiver of the test stands on this machine.
  webhooks: { allowInsecure: true, allowTargets: ['127.0.0.1'] },
  events,
  secrets,
})
