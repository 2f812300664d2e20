import type { Plugin, Service } from '@parakh/core'
import * as z from 'zod'
import { AdminSchema } from './admin-section.ts'
import { AuthSchema, type AuthSection } from './auth-section.ts'
import { BrandSchema } from './brand.ts'
import { ConsentVerifiersSchema, type ConsentVerifiersSection } from './consent-verifiers-section.ts'
import { DatabaseSchema } from './database-section.ts'
import { type EndpointConfig, EndpointsSchema } from './endpoints-section.ts'
import { EnvelopeSchema, type EnvelopeSection } from './envelope-section.ts'
import { EventsSchema, type EventsSection } from './events-section.ts'
import { JobsSchema } from './jobs-section.ts'
import { KeyProvidersSchema, type KeyProvidersSection } from './key-providers-section.ts'
import { KeysSchema } from './keys-section.ts'
import { LegacySchema } from './legacy-section.ts'
import { MailSchema } from './mail-section.ts'
import { PricingSchema } from './pricing-section.ts'
import { RateLimitsSchema } from './rate-limits-section.ts'
import { RetentionSchema } from './retention-section.ts'
import { SecretsSchema } from './secrets.ts'
import { SecuritySchema } from './security-section.ts'
import { ServerSchema } from './server-section.ts'
import { WalletSchema, type WalletSection } from './wallet-section.ts'

const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && 'definition' in value && 'contract' in value && 'options' in value
const isService = (value: unknown): value is Service =>
  typeof value === 'object' && value !== null && 'token' in value && 'make' in value

/** Plugins by package name or relative path, with their options. */
export const PluginMapSchema = z
  .record(z.string(), z.union([z.record(z.string(), z.unknown()), z.null()]), {
    error: "must have a key for each plugin, with its options: { '@parakh/ifsc': {}, '@parakh/webhooks': {} }",
  })
  .describe('Plugins by package name, or by a path that begins with ./, and their options; {} is sandbox only')
/** Plugins as values, in TypeScript. */
export const PluginListSchema = z.array(z.custom<Plugin>(isPlugin, 'must be a plugin: call what the package exports'))

/** Services that replace defaults. */
export const ServicesSchema = z.array(z.custom<Service>(isService, 'must be made by service(token, needs, make)'))

/** The sections of a configuration with their schemas, one file of this folder each. */
export const SECTIONS = {
  brand: BrandSchema.default({ name: 'Parakh' }),
  server: ServerSchema.prefault({}),
  database: DatabaseSchema,
  plugins: z.union([PluginMapSchema, PluginListSchema]),
  endpoints: EndpointsSchema.default({}),
  pricing: PricingSchema.prefault({}),
  rateLimits: RateLimitsSchema.prefault({}),
  keys: KeysSchema.prefault({}),
  auth: AuthSchema.optional(),
  consentVerifiers: ConsentVerifiersSchema.optional(),
  admin: AdminSchema.prefault({}),
  legacy: LegacySchema.prefault({}),
  envelope: EnvelopeSchema.optional(),
  retention: RetentionSchema.prefault({}),
  jobs: JobsSchema.prefault({}),
  events: EventsSchema.optional(),
  wallet: WalletSchema.optional(),
  mail: MailSchema.optional().describe('The mail host of this server: codes and invitations of the console'),
  security: SecuritySchema.prefault({}),
  secrets: SecretsSchema,
  keyProviders: KeyProvidersSchema.optional(),
  services: ServicesSchema.default([]),
} as const

/** The names of the sections. */
export type SectionName = keyof typeof SECTIONS

/** A configuration as it is written, in a file or as a value. */
export interface Config {
  readonly brand?: z.input<typeof SECTIONS.brand>
  readonly server?: z.input<typeof ServerSchema>
  /** Optional if `services` provide a store. */
  readonly database?: z.input<typeof DatabaseSchema>
  readonly plugins: z.input<typeof PluginMapSchema> | readonly Plugin[]
  /** Endpoints that are switched off, by id. */
  readonly endpoints?: Readonly<Record<string, EndpointConfig>>
  readonly pricing?: { readonly overrides?: Readonly<Record<string, string | number>> }
  readonly rateLimits?: z.input<typeof RateLimitsSchema>
  readonly keys?: z.input<typeof KeysSchema>
  /** All schemes that prove callers, by names of yours. Without it keys and tokens. */
  readonly auth?: AuthSection
  /** Who says whether stated consents hold, by names of yours, which `consent.verifier` of plugins name. */
  readonly consentVerifiers?: ConsentVerifiersSection
  readonly admin?: z.input<typeof AdminSchema>
  readonly legacy?: z.input<typeof LegacySchema>
  /** The envelope of endpoints that leave it to the host, and of unknown routes. Without it `modern`. */
  readonly envelope?: EnvelopeSection
  readonly retention?: z.input<typeof RetentionSchema>
  readonly jobs?: z.input<typeof JobsSchema>
  /** All event sinks, by names of yours. Without it the webhook endpoints are the only one, where `@parakh/webhooks` is listed. */
  readonly events?: EventsSection
  /** Who keeps production money. Without it the ledger of this server. */
  readonly wallet?: WalletSection
  /** Without it this server sends no mails. */
  readonly mail?: z.input<typeof MailSchema>
  readonly security?: z.input<typeof SecuritySchema>
  readonly secrets?: z.input<typeof SecretsSchema>
  /** Who keeps the master keys, by names of yours: the first wraps new data keys, all unwrap. Without it `secrets.masterKey`. */
  readonly keyProviders?: KeyProvidersSection
  /** Replacements of default services; in TypeScript only. */
  readonly services?: readonly Service[]
}

/**
 * Types a configuration in `parakh.config.ts`.
 *
 * @example
 * export default defineConfig({
 *   brand: { name: 'Acme Verify' },
 *   database: { client: 'sqlite3', filename: './data/acme.db' },
 *   plugins: [ifsc(), pan()],
 * })
 */
export const defineConfig = (config: Config): Config => config
