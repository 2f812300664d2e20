import {
  Accounts,
  AuditLog,
  Auth,
  Billing,
  Clock,
  Envelopes,
  Ids,
  Keys,
  Logger,
  Pricing,
  Secrets,
  type Service,
  Store,
  service,
  Usage,
  Wallet,
} from '@parakh/core'
import { createSecrets } from '@parakh/store'
import type { CheckedConfig } from '../config/checked-config.ts'
import { keyAuth } from './auth/key-auth.ts'
import { signingKeys } from './auth/signing-keys.ts'
import { configuredPricing } from './configured-pricing.ts'
import { documentService } from './document-service.ts'
import { endpointEnvelopes } from './endpoint-envelopes.ts'
import { storeService } from './store-service.ts'
import { systemClock } from './system-clock.ts'
import { ulidIds } from './ulid-ids.ts'
import { type UpstreamService, upstreamService } from './upstream-service.ts'

/** Where the default services come from. */
export interface DefaultServiceOptions {
  readonly logger: Logger
  readonly migrate: boolean
}
/** The default services of a server. */
export interface DefaultServices {
  readonly services: readonly Service[]
  readonly upstream: UpstreamService
}

/** Who issues tokens: the public address, or a name of the brand where none is set. */
const issuerOf = ({ server, brand }: Pick<CheckedConfig, 'server' | 'brand'>): string =>
  server.publicUrl ?? `urn:parakh:${encodeURIComponent(brand.name)}`

/** The parts of the store, each a service of its own, so that a plugin names just what it needs and a host replaces just one. */
const storeParts: readonly Service[] = [
  service(Accounts, { store: Store }, ({ store }) => store.accounts),
  service(AuditLog, { store: Store }, ({ store }) => store.audit),
  service(Keys, { store: Store }, ({ store }) => store.keys),
  service(Billing, { store: Store }, ({ store }) => store.billing),
  service(Wallet, { store: Store }, ({ store }) => store.wallet),
  service(Usage, { store: Store }, ({ store }) => store.usage),
]

/**
 * Every service that a host brings unless its configuration replaces it. There is no webhook sink among them: without one,
 * events stay in the outbox.
 */
export function defaultServices(config: CheckedConfig, { logger, migrate }: DefaultServiceOptions): DefaultServices {
  const { secrets, database } = config
  const upstream = upstreamService({ clock: systemClock(), logger })
  return {
    upstream,
    services: [
      service(Logger, {}, () => logger),
      service(Clock, {}, systemClock),
      service(Ids, { clock: Clock }, ({ clock }) => ulidIds(clock)),
      service(Secrets, {}, () => createSecrets(secrets.pepper)),
      ...(database ? [storeService({ database, secrets, migrate })] : []),
      ...storeParts,
      service(Auth, { keys: Keys, clock: Clock, ids: Ids }, (parts) =>
        keyAuth({ ...parts, signing: signingKeys(secrets.jwtKeys), issuer: issuerOf(config) }),
      ),
      service(Pricing, {}, () => configuredPricing(config.pricing.overrides)),
      service(Envelopes, {}, () => endpointEnvelopes(config.legacy.upstreamStatus)),
      upstream.service,
      documentService(config),
    ],
  }
}
