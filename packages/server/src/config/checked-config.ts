import type { ConfigurationFault, Plugin, Service } from '@parakh/core'
import type * as z from 'zod'
import type { Brand } from './brand.ts'
import type { DatabaseSection } from './database.ts'
import type { InvoicingSection } from './invoicing-section.ts'
import type { PlansSection } from './plans-section.ts'
import type { SECTIONS } from './schema.ts'
import type { SecretsSection } from './secrets.ts'
import type { ServerSection } from './server-section.ts'

/** A configuration without faults: sections filled in, plugins loaded, the host's parts at hand. */
export interface CheckedConfig {
  readonly kind: 'checked-config'
  /** Where relative names are resolved from. */
  readonly folder: string
  /** Operations stand at the server's own address, and secrets may be made. Never under NODE_ENV=production. */
  readonly development: boolean
  readonly brand: Brand
  readonly server: ServerSection
  /** Null where `services` bring a store. */
  readonly database: DatabaseSection | null
  readonly plugins: readonly Plugin[]
  readonly pricing: z.output<typeof SECTIONS.pricing>
  readonly commission: z.output<typeof SECTIONS.commission>
  readonly costs: z.output<typeof SECTIONS.costs>
  readonly rateLimits: z.output<typeof SECTIONS.rateLimits>
  readonly auth: z.output<typeof SECTIONS.auth>
  readonly admin: z.output<typeof SECTIONS.admin>
  readonly legacy: z.output<typeof SECTIONS.legacy>
  readonly documents: z.output<typeof SECTIONS.documents>
  readonly retention: z.output<typeof SECTIONS.retention>
  readonly jobs: z.output<typeof SECTIONS.jobs>
  /** Null: the configuration has no such section, and no feature is enforced. */
  readonly plans: PlansSection | null
  readonly funding: z.output<typeof SECTIONS.funding>
  /** Null: this host issues no invoices. */
  readonly invoicing: InvoicingSection | null
  readonly webhooks: z.output<typeof SECTIONS.webhooks>
  readonly security: z.output<typeof SECTIONS.security>
  readonly secrets: SecretsSection
  readonly services: readonly Service[]
  /** Where each plugin stands in the configuration, by its id. */
  readonly paths: Readonly<Record<string, string>>
  /** Secrets that were missing where it was only checked (`withoutSecrets`): such a configuration starts nothing. */
  readonly warnings: readonly ConfigurationFault[]
}

/** Whether a value came from `loadConfig`. */
export const isCheckedConfig = (value: unknown): value is CheckedConfig =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'checked-config'
