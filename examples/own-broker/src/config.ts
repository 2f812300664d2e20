import ifsc from '@parakh/ifsc'
import type { Config } from '@parakh/server'
import webhooks from '@parakh/webhooks'
import { type Broker, ownBroker } from './own-broker.ts'

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
  plugins: [
    ifsc(),
    ownBroker(broker),
    // The receiver of the test stands on this machine.
    webhooks({ allowInsecure: true, allowTargets: ['127.0.0.1'] }),
  ],
  events,
  secrets,
})
