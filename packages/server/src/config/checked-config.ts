import type { ConfigurationFault, Plugin, Service } from '@parakh/core'
import type * as z from 'zod'
import type { Brand } from './brand.ts'
import type { DatabaseSection } from './database-section.ts'
import type { SECTIONS } from './schema.ts'
import type { SecretsSection } from './secrets.ts'
import type { ServerSection } from './server-section.ts'

/** A valid configuration: sections with their defaults, plugins loaded. */
export interface CheckedConfig {
  readonly kind: 'checked-config'
  /** The folder that relative paths start from. */
  readonly folder: string
  /** True: operations pages are open at the server's address, and secrets may be generated. Never with NODE_ENV=production. */
  readonly development: boolean
  readonly brand: Brand
  readonly server: ServerSection
  /** Null: `services` provide the store. */
  readonly database: DatabaseSection | null
  readonly plugins: readonly Plugin[]
  readonly endpoints: z.output<typeof SECTIONS.endpoints>
  readonly pricing: z.output<typeof SECTIONS.pricing>
  readonly rateLimits: z.output<typeof SECTIONS.rateLimits>
  readonly keys: z.output<typeof SECTIONS.keys>
  /** Null: keys and tokens. */
  readonly auth: NonNullable<z.output<typeof SECTIONS.auth>> | null
  /** Null: none. */
  readonly consentVerifiers: NonNullable<z.output<typeof SECTIONS.consentVerifiers>> | null
  readonly admin: z.output<typeof SECTIONS.admin>
  readonly legacy: z.output<typeof SECTIONS.legacy>
  readonly retention: z.output<typeof SECTIONS.retention>
  readonly jobs: z.output<typeof SECTIONS.jobs>
  /** The driver of the host's envelope. Null: `modern`. */
  readonly envelope: NonNullable<z.output<typeof SECTIONS.envelope>> | null
  /** Null: the webhook endpoints are the only sink, where they are configured. */
  readonly events: NonNullable<z.output<typeof SECTIONS.events>> | null
  /** Null: the ledger keeps all money. */
  readonly wallet: NonNullable<z.output<typeof SECTIONS.wallet>> | null
  /** Null: this server sends no mails. */
  readonly mail: NonNullable<z.output<typeof SECTIONS.mail>> | null
  readonly security: z.output<typeof SECTIONS.security>
  readonly secrets: SecretsSection
  /** Null: the master keys of `secrets`. */
  readonly keyProviders: NonNullable<z.output<typeof SECTIONS.keyProviders>> | null
  readonly services: readonly Service[]
  /** The configuration path of each plugin, by id. */
  readonly paths: Readonly<Record<string, string>>
  /** Of a configuration that was only checked (`withoutSecrets`): missing secrets, without which no server starts, and events that no sink takes. */
  readonly warnings: readonly ConfigurationFault[]
}

/** Whether a value is a result of `loadConfig`. */
export const isCheckedConfig = (value: unknown): value is CheckedConfig =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'checked-config'
