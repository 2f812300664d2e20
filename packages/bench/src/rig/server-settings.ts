import { randomBytes } from 'node:crypto'
import type { Config } from '@parakh/server'
import type { webhooks } from '@parakh/webhooks'

/** Where a server of the rig keeps everything. */
export type RigDatabase =
  | { readonly client: 'sqlite3'; readonly filename: string }
  | { readonly client: 'pg'; readonly connection: string; readonly pool?: { readonly max: number } }

/** The secrets of a server, the same for all its processes. */
export type RigSecrets = Readonly<Record<'pepper' | 'masterKey' | 'jwtKeys', string>>

/** What a server of the rig is told, as JSON: it is another process. */
export interface RigSettings {
  readonly database: RigDatabase
  readonly secrets: RigSecrets | NonNullable<Config['secrets']>
  /** The fake upstream; null: endpoints that ask it are locked. */
  readonly upstreamUrl: string | null
  readonly rateLimits: NonNullable<Config['rateLimits']>
  /** The database of an external wallet, with the tables of examples/own-wallet; the ledger unless given. */
  readonly wallet?: { readonly connection: string }
  /** How events are delivered; the defaults unless given. */
  readonly webhooks?: NonNullable<Parameters<typeof webhooks>[0]>
  /** Commission of each charge: to whom, and how many micro-rupees. */
  readonly legs?: readonly { readonly accountId: string; readonly amount: number }[]
  /** How far the time of day of this process is off, in milliseconds; its monotonic time is right. */
  readonly clockSkewMs?: number
  /** The URL of a module whose default export gives services that replace defaults: failpoints, for one. */
  readonly services?: string
  /** For that module. */
  readonly forServices?: unknown
}

/** Secrets of a test's own. */
export function rigSecrets(): RigSecrets {
  const secret = (): string => randomBytes(32).toString('base64')
  return { pepper: secret(), masterKey: secret(), jwtKeys: secret() }
}

const ENOUGH = 1_000_000
/** Limits that no test reaches unless it means to. */
export const NO_LIMITS: RigSettings['rateLimits'] = {
  perEndpoint: ENOUGH,
  sandbox: ENOUGH,
  production: ENOUGH,
  failedAuth: ENOUGH,
  unknownKeys: ENOUGH,
  inFlight: 10_000,
}
